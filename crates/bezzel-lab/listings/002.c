void search(int columns[], int row, int n, int *found)
{
    if (threatened(columns, row))                                   //: reject
        return;                                                     //: reject

    if (row == n - 1)
    {
        printf("Solution #%d :\n", ++*found);                       //: solution
        print(columns, n);                                          //: solution
    }
    else
    {
        for (int i = 0; i < n; i++)                                 //: again-below
        {
            columns[row + 1] = i;                                   //: below
            search(columns, row + 1, n, found);                     //: below
        }
    }
}

int threatened(int columns[], int row)
{
    int above = 0, attacked = 0;
    while (above < row)
    {
        if (columns[row] == columns[above]                          //: column
            || abs(columns[row] - columns[above]) == row - above)   //: diagonal
        {
            attacked = 1;                                           //: reject
            break;
        }
        above++;
    }
    return attacked;
}

/* in main: */
for (int i = 0; i < n; i++)                                         //: start again-first
{
    columns[0] = i;                                                 //: first
    search(columns, 0, n, &found);                                  //: first
}
return 0;                                                           //: end
