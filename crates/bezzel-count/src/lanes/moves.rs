//! Lookup tables for compressing and expanding lanes, on machines without such instructions.

/// For each mask of eight lanes: the source of each lane when they are compressed, or expanded.
pub struct Moves {
    pub compress: [[u8; 8]; 256],
    pub expand: [[u8; 8]; 256],
}

const fn moves() -> Moves {
    let mut moves = Moves {
        compress: [[0; 8]; 256],
        expand: [[0; 8]; 256],
    };
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut rank) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 == 1 {
                moves.compress[mask][rank] = lane as u8;
                moves.expand[mask][lane] = rank as u8;
                rank += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    moves
}

/// Tables for lanes of 32 bits, which are moved by index.
#[cfg(target_arch = "x86_64")]
pub static MOVES: Moves = moves();

/// Returns the table for lanes of 16 bits, which are moved by byte.
const fn bytes(lanes: [[u8; 8]; 256]) -> [[u8; 16]; 256] {
    let mut bytes = [[0; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut lane = 0;
        while lane < 8 {
            bytes[mask][2 * lane] = 2 * lanes[mask][lane];
            bytes[mask][2 * lane + 1] = 2 * lanes[mask][lane] + 1;
            lane += 1;
        }
        mask += 1;
    }
    bytes
}

pub static COMPRESS: [[u8; 16]; 256] = bytes(moves().compress);
pub static EXPAND: [[u8; 16]; 256] = bytes(moves().expand);

/// Returns the table for four lanes of 32 bits, which are moved by byte.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
const fn four(lanes: [[u8; 8]; 256]) -> [[u8; 16]; 16] {
    let mut four = [[0; 16]; 16];
    let mut mask = 0;
    while mask < 16 {
        let mut byte = 0;
        while byte < 16 {
            four[mask][byte] = 4 * lanes[mask][byte / 4] + byte as u8 % 4;
            byte += 1;
        }
        mask += 1;
    }
    four
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub static COMPRESS_FOUR: [[u8; 16]; 16] = four(moves().compress);
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub static EXPAND_FOUR: [[u8; 16]; 16] = four(moves().expand);
