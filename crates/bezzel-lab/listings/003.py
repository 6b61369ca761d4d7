def search(row):
    global count
    if row == n:
        count += 1                                                  #: solution
        return

    for j in range(n):                                              #: start
        if columns[j] == 0 and rising[row + j] == 0 and falling[row - j] == 0: #: reject
            columns[j], rising[row + j], falling[row - j] = 1, 1, 1 #: enter
            search(row + 1)                                         #: enter
            columns[j], rising[row + j], falling[row - j] = 0, 0, 0 #: retreat


n = int(input())
count = 0

columns, rising, falling = [[0] * (n * 2) for _ in range(3)]

search(0)
print(count)                                                        #: end
