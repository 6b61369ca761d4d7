def attacked(columns, column):
    row = len(columns)
    for above in range(row):
        if (columns[above] == column                                #: column
                or abs(columns[above] - column) == row - above):    #: diagonal
            return True                                             #: reject
    return False


def queens(n):
    found, stack, column = [], [], 0                                #: start
    while True:
        if len(stack) == n:
            found.append(stack[:])                                  #: solution
        if len(stack) == n or column == n:                          #: retreat end
            if not stack:
                return found                                        #: end
            column = stack.pop() + 1                                #: retreat
        elif attacked(stack, column):                               #: reject
            column += 1                                             #: reject
        else:
            stack.append(column)                                    #: enter
            column = 0                                              #: enter
