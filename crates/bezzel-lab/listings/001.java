int[] columns = new int[n + 1];

boolean search(int level) {
    if (!promising(level))                                          //: reject
        return false;                                               //: reject
    else if (level == n) {
        for (int row = 1; row <= n; row++)
            System.out.println("(" + row + ", " + columns[row] + ")"); //: solution
        return true;                                                //: solution
    }
    for (int column = 1; column <= n; column++) {                   //: start again-below again-first
        columns[level + 1] = column;                                //: enter
        if (search(level + 1))                                      //: enter
            return true;
    }
    return false;                                                   //: again-below again-first end
}

boolean promising(int level) {
    for (int above = 1; above < level; above++) {
        if (columns[above] == columns[level])                       //: column
            return false;                                           //: column
        else if (level - above == Math.abs(columns[level] - columns[above])) //: diagonal
            return false;                                           //: diagonal
    }
    return true;
}
