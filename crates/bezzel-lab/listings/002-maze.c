int search(Maze *maze)
{
    Cell start = find(maze, 'S');                                   //: start
    int found = walk(maze, start);                                  //: start
    put(maze, start, 'S');                                          //: end
    return found;                                                   //: end
}

int walk(Maze *maze, Cell here)
{
    if (get(maze, here) == 'G')
        return 1;                                                   //: goal

    put(maze, here, '+');  /* walked */                             //: enter

    for (int i = 0; i < 4; i++)
    {
        Cell next;
        if (!step(maze, here, order[i], &next))
            continue;  /* a wall, or walked */

        if (walk(maze, next))                                       //: enter
            return 1;                                               //: goal
    }

    put(maze, here, ' ');  /* forget it */                          //: leave
    return 0;              /* go back */                            //: leave
}

int step(Maze *maze, Cell here, int direction, Cell *next)
{
    *next = neighbour(here, direction);
    if (!inside(maze, *next))
        return 0;
    char there = get(maze, *next);
    return there != '#' && there != '+';
}
