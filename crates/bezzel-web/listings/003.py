def place(row):
    global count
    if row == n:
        count += 1                                                  #: solution
        return
    for j in range(n):                                              #: start
        if down[j] == 0 and left[row + j] == 0 and right[row - j] == 0: #: reject
            down[j], left[row + j], right[row - j] = 1, 1, 1        #: enter
            place(row + 1)                                          #: enter
            down[j], left[row + j], right[row - j] = 0, 0, 0        #: retreat

n = int(input())
count = 0
down, left, right = [[0] * (n * 2) for _ in range(3)]
place(0)
print(count)                                                        #: end
