void place(int columns[], int row, int n, int *found)
{
    if (threatened(columns, row))                                   //: reject
        return;                                                     //: reject
    if (row == n - 1) {
        printf("Solution #%d :\n", ++*found);                       //: solution
        print(columns, n);                                          //: solution
    } else {
        for (int i = 0; i < n; i++) {                               //: again-below
            columns[row + 1] = i;                                   //: below
            place(columns, row + 1, n, found);                      //: below
        }
    }
}

int threatened(int columns[], int row)
{
    for (int above = 0; above < row; above++)
        if (columns[row] == columns[above]                          //: column
            || abs(columns[row] - columns[above]) == row - above)   //: diagonal
            return 1;                                               //: reject
    return 0;
}

int queens(int n)
{
    int found = 0, columns[n];
    for (int i = 0; i < n; i++) {                                   //: start again-first
        columns[0] = i;                                             //: first
        place(columns, 0, n, &found);                               //: first
    }
    return found;                                                   //: end
}
