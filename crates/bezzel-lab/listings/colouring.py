def search(vertex, colour_of):
    if vertex == len(vertices):
        found.append(colour_of[:])                      #: solution
        return
    for colour in range(colours):                       #: start
        if any(colour_of[other] == colour               #: reject
               for other in neighbours[vertex]
               if other < vertex):
            continue            # prune                 #: reject
        colour_of.append(colour)                        #: enter
        search(vertex + 1, colour_of)                   #: enter
        colour_of.pop()                                 #: retreat


found = []
search(0, [])
print(found)                                            #: end
