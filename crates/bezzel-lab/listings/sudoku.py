def search(cells):
    cell = next_empty(cells)
    if cell is None:
        found.append(cells[:])                          #: solution
        return
    for digit in range(1, size + 1):                    #: start
        if any(cells[other] == digit                    #: reject
               for other in row(cell) + column(cell) + box(cell)):
            continue            # prune                 #: reject
        cells[cell] = digit                             #: enter
        search(cells)                                   #: enter
        cells[cell] = 0                                 #: retreat


found = []
search(given)
print(found)                                            #: end
