//! Post 002: every solution of eight queens as a board with its heading, byte for byte as the
//! post's C program prints them.

use bezzel::Search;
use bezzel_queens::{Error, Promising};

fn main() -> Result<(), Error> {
    let eight = Promising::new(8)?;
    for (number, columns) in (1..).zip(Search::new(&eight).solutions()) {
        println!("Solution #{number} : ");
        for queen in columns {
            let row = (0..8).map(|column| if column == queen { 'Q' } else { '.' });
            println!("{}", row.collect::<String>());
        }
        println!();
    }
    Ok(())
}
