fn search(n: usize, row: usize, taken: &mut [Vec<bool>; 3], count: &mut u64) {
    if row == n {
        *count += 1;                                                //: solution
        return;
    }
    for column in 0..n {                                            //: start
        let lines = [column, row + column, row + n - column];
        if taken[0][lines[0]]                                       //: column
            || taken[1][lines[1]]                                   //: rising
            || taken[2][lines[2]]                                   //: falling
        {
            continue;                                               //: reject
        }
        (0..3).for_each(|line| taken[line][lines[line]] = true);    //: enter
        search(n, row + 1, taken, count);                            //: enter
        (0..3).for_each(|line| taken[line][lines[line]] = false);   //: retreat
    }
}

fn queens(n: usize) -> u64 {
    let mut count = 0;
    search(n, 0, &mut [(); 3].map(|()| vec![false; 2 * n]), &mut count);
    count                                                           //: end
}
