//! Published values, for tests only.
#![allow(dead_code)]

/// All solutions for n = 0, 1, 2, … (A000170).
pub const ALL: [u64; 17] = [
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184, 14_772_512,
];

/// Essentially different solutions for n = 1, 2, … (A002562).
pub const UNIQUE: [u64; 16] = [
    1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1_787, 9_233, 45_752, 285_053, 1_846_955,
];

/// Post 004's table: n, all nodes, visited, promising.
pub const TREES: [(u32, u64, u64, u64); 3] = [
    (4, 341, 61, 17),
    (8, 19_173_961, 15_721, 2_057),
    (12, 9_726_655_034_461, 10_103_869, 856_189),
];

/// Promising nodes per level for n = 14, from level 1.
pub const LEVELS_14: [u64; 14] = [
    14, 156, 1_364, 9_632, 54_068, 241_484, 835_056, 2_211_868, 4_391_988, 6_323_032, 6_471_872,
    4_511_922, 1_940_500, 365_596,
];

/// Solutions on a torus (A007705): none where 2 or 3 divides n.
pub const TOROIDAL: &[(u32, u128)] = &[(10, 0), (11, 88), (12, 0), (13, 4_524)];
