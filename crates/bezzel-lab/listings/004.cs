void Search(int row)  // a level of the tree, not a node
{
    if (!Promising(row))                                            //: reject
        return;                                                     //: reject
    if (row == n)
    {
        Show(row);                                                  //: solution
    }
    else
    {
        for (int c = 1; c <= n; c++)                                //: start retreat
        {
            column[row + 1] = c;                                    //: enter
            Search(row + 1);                                         //: enter
        }
    }
}                                                                   //: end

bool Promising(int row)
{
    for (int above = 1; above < row; above++)
    {
        if (column[row] == column[above]                            //: column
            || Math.Abs(column[row] - column[above]) == row - above) //: diagonal
            return false;                                           //: reject
    }
    return true;
}
