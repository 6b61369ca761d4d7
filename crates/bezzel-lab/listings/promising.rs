fn attacked(columns: &[i32], column: i32) -> bool {
    let row = columns.len() as i32;
    (0..).zip(columns).any(|(above, &queen)| {
        queen == column                                             //: column
            || (queen - column).abs() == row - above                //: diagonal
    })
}

fn search(n: i32, columns: &mut Vec<i32>, found: &mut Vec<Vec<i32>>) {
    if columns.len() as i32 == n {
        found.push(columns.clone());                                //: solution
        return;
    }
    for column in 0..n {                                            //: start
        if attacked(columns, column) {                              //: reject
            continue;                                               //: reject
        }
        columns.push(column);                                       //: enter
        search(n, columns, found);                                   //: enter
        columns.pop();                                              //: retreat
    }
}

fn queens(n: i32) -> Vec<Vec<i32>> {
    let mut found = Vec::new();
    search(n, &mut Vec::new(), &mut found);
    found                                                           //: end
}
