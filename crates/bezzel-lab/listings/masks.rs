fn search(board: u32, columns: u32, rising: u32, falling: u32) -> u64 {
    if columns == board {
        return 1;                                                   //: solution
    }
    let mut free = board & !(columns | rising | falling);           //: reject
    let mut count = 0;
    while free != 0 {                                               //: start retreat
        let queen = free & free.wrapping_neg();                     //: enter
        free ^= queen;                                              //: enter
        count += search(
            board,
            columns | queen,                                        //: enter
            (rising | queen) >> 1,                                  //: enter
            (falling | queen) << 1,                                 //: enter
        );
    }
    count                                                           //: end
}

fn queens(n: u32) -> u64 {
    search((1 << n) - 1, 0, 0, 0)
}
