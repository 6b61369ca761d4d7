def search(ride):
    if len(ride) == side * side:
        return ride                                     #: solution
    for square in moves(ride[-1]):                      #: start
        if square in ride:                              #: reject
            continue            # been there            #: reject
        ride.append(square)                             #: enter
        if search(ride):                                #: enter
            return ride
        ride.pop()              # no way on             #: retreat
    return None


print(search([corner]))                                 #: end
