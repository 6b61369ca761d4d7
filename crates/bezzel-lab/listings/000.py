def is_free(placed, column):
    row = len(placed)
    for above in range(row):
        if (placed[above] == column                                 #: column
                or abs(placed[above] - column) == row - above):     #: diagonal
            return False                                            #: reject
    return True


def search(n, row, placed, found):
    if row == n:
        found.append(placed[:])                                     #: solution
        return

    for column in range(n):                                         #: start
        if is_free(placed, column):                                 #: reject
            placed.append(column)                                   #: enter
            search(n, row + 1, placed, found)                       #: enter
            placed.pop()                                            #: retreat


def queens(n):
    found = []
    search(n, 0, [], found)
    return found                                                    #: end
