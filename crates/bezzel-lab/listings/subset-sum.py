def search(i, total, taken):
    if i == len(numbers):
        found.append(taken[:])                          #: solution
        return
    for take in (True, False):                          #: start
        now = total + take * numbers[i]
        most = now + sum(numbers[i + 1:])
        if now > wanted or most < wanted:               #: reject
            continue            # prune                 #: reject
        taken.append(take)                              #: enter
        search(i + 1, now, taken)                       #: enter
        taken.pop()                                     #: retreat


found = []
search(0, 0, [])
print(found)                                            #: end
