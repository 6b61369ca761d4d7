def attacks(columns, column):
    row = len(columns)
    for above in range(row):
        if columns[above] == column \
                or abs(columns[above] - column) == row - above:     #: reject
            return True                                             #: reject
    return False

def place(n, row, columns, found):
    if row == n:
        found.append(columns[:])                                    #: solution
        return
    for column in range(n):                                         #: start
        if not attacks(columns, column):                            #: reject
            columns.append(column)                                  #: enter
            place(n, row + 1, columns, found)
            columns.pop()                                           #: retreat

def queens(n):
    found = []
    place(n, 0, [], found)
    return found                                                    #: end
