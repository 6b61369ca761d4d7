//! The bit operations that joining halves needs, for 512 boards at once with one bit each.

/// The number of words in a block.
pub const BLOCK: usize = 8;

/// The number of boards in a word.
pub const WORD: usize = 64;

/// The number of planes: one for each bit of a word.
pub const PLANES: usize = 64;

/// An instruction set.
///
/// # Safety
/// Implementations must not access memory beyond what the methods' comments allow. Methods may only
/// be called on machines that support the instructions.
pub unsafe trait Instructions {
    /// One bit for each of 512 boards, or a sum for every 64 of them.
    type Block: Copy;

    /// # Safety
    /// The pointer must be valid for a block.
    unsafe fn load(from: *const u64) -> Self::Block;

    /// # Safety
    /// The pointer must be valid for a block.
    unsafe fn store(block: Self::Block, to: *mut u64);

    /// # Safety
    /// The machine must support the instructions.
    unsafe fn zero() -> Self::Block;

    /// # Safety
    /// The machine must support the instructions.
    unsafe fn or(one: Self::Block, other: Self::Block) -> Self::Block;

    /// Returns the bits of `one` that none of the `others` has.
    ///
    /// # Safety
    /// The machine must support the instructions.
    unsafe fn without(one: Self::Block, others: [Self::Block; 3]) -> Self::Block;

    /// The number of records, with two counts each, that can be tallied before the tallies must be
    /// added to sums.
    const RECORDS_PER_SUM: usize;

    /// Adds the number of set bits in `bits` to the tallies.
    ///
    /// # Safety
    /// The machine must support the instructions.
    unsafe fn count(tallies: Self::Block, bits: Self::Block) -> Self::Block;

    /// Adds tallies to sums.
    ///
    /// # Safety
    /// The machine must support the instructions.
    unsafe fn add(sums: Self::Block, tallies: Self::Block) -> Self::Block;

    /// Transposes words into planes: bit `b` of word `w` becomes bit `w` of plane `b`. Reads 64
    /// words for each of at most eight groups; the boards of missing groups get all bits. Planes
    /// are `stride` words apart.
    ///
    /// # Safety
    /// `from` must be valid for `64 * groups` words, `to` for a block at each of 64 strides.
    unsafe fn slice(from: *const u64, groups: usize, to: *mut u64, stride: usize);

    /// Writes those of 64 words that share no bit with `bits`, consecutively, and returns their
    /// number. May write 64 words.
    ///
    /// # Safety
    /// Both pointers must be valid for 64 words.
    unsafe fn filter(words: *const u64, bits: u64, to: *mut u64) -> usize;

    /// Writes those of 128 numbers whose bit is set in a mask, consecutively, and returns their
    /// number. May write 128 numbers.
    ///
    /// # Safety
    /// The pointer must be valid for 128 numbers.
    unsafe fn pick(numbers: &[u16; 128], mask: u128, to: *mut u16) -> usize;

    /// Returns the bits of a number at the positions of a mask, packed together (`pext`).
    ///
    /// # Safety
    /// The machine must support the instructions.
    unsafe fn extract(bits: u32, mask: u32) -> u32;
}

/// Implements `pick` without special instructions.
///
/// # Safety
/// The pointer must be valid for 128 numbers.
#[inline(always)]
pub unsafe fn pick_one_by_one(numbers: &[u16; 128], mask: u128, to: *mut u16) -> usize {
    /// The numbers written without a branch.
    const UNCONDITIONAL: usize = 4;
    let mut count = 0;
    for (half, mut word) in [mask as u64, (mask >> 64) as u64].into_iter().enumerate() {
        let end = count + word.count_ones() as usize;
        // Writing these unconditionally avoids a branch that is hard to predict: most words have at
        // most four bits set.
        for at in 0..UNCONDITIONAL {
            let place = 64 * half + word.trailing_zeros() as usize % 64;
            // SAFETY: `count` is at most 64 and `at` at most 3, and the caller guarantees that `to`
            // is valid for 128 numbers.
            unsafe { to.add(count + at).write(numbers[place]) };
            word &= word.wrapping_sub(1);
        }
        count += UNCONDITIONAL;
        while count < end {
            let place = 64 * half + word.trailing_zeros() as usize % 64;
            // SAFETY: `count` is less than `end`, which is at most 128, and the caller guarantees
            // that `to` is valid for 128 numbers.
            unsafe { to.add(count).write(numbers[place]) };
            word &= word.wrapping_sub(1);
            count += 1;
        }
        count = end;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction_set::InstructionSet;

    /// Returns pseudorandom numbers.
    fn numbers() -> impl Iterator<Item = u64> {
        std::iter::successors(Some(0x9e37_79b9_7f4a_7c15_u64), |last| {
            let mut next = last ^ last << 13;
            next ^= next >> 7;
            Some(next ^ next << 17)
        })
    }

    fn does_what_it_says<I: Instructions>() {
        let words: Vec<u64> = numbers().take(512).collect();
        for groups in 1..=8 {
            let mut planes = vec![0; PLANES * 16];
            // SAFETY: the caller guarantees that the machine supports the instructions; 512 words
            // and 64 planes are there.
            unsafe { I::slice(words.as_ptr(), groups, planes.as_mut_ptr(), 16) };
            for (board, word) in words.iter().enumerate() {
                for plane in 0..PLANES {
                    let found = planes[plane * 16 + board / WORD] >> (board % WORD) & 1;
                    let expected = if board < groups * WORD {
                        word >> plane & 1
                    } else {
                        1
                    };
                    assert_eq!(found, expected, "{groups} {board} {plane}");
                }
            }
            assert!(planes.chunks(16).all(|plane| plane[BLOCK..] == [0; BLOCK]));
        }
        for bits in [0, 1 << 7, 1 << 3 | 1 << 60, u64::MAX] {
            let mut closed = vec![0; WORD];
            // SAFETY: the caller guarantees that the machine supports the instructions; both
            // vectors have at least 64 words.
            let count = unsafe { I::filter(words.as_ptr(), bits, closed.as_mut_ptr()) };
            let kept = words[..WORD].iter().filter(|&word| word & bits == 0);
            assert!(kept.eq(&closed[..count]));
        }
        let table: [u16; 128] = std::array::from_fn(|at| words[at] as u16);
        for (low, high) in numbers().zip(numbers().skip(3)).take(50) {
            let mask = u128::from(low) << 64 | u128::from(high & low);
            let mut picked = [0; 128];
            // SAFETY: the caller guarantees that the machine supports the instructions; `picked`
            // has 128 numbers.
            let count = unsafe { I::pick(&table, mask, picked.as_mut_ptr()) };
            let kept = (0..128).filter(|at| mask >> at & 1 == 1);
            assert!(kept.map(|at| table[at]).eq(picked[..count].iter().copied()));
        }
        for (bits, mask) in numbers().zip(numbers().skip(9)).take(50) {
            let (bits, mask) = (bits as u32, mask as u32);
            let places = (0..32).filter(|place| mask >> place & 1 == 1);
            let expected = places
                .zip(0..)
                .fold(0, |sum, (place, at)| sum | (bits >> place & 1) << at);
            // SAFETY: as above.
            assert_eq!(unsafe { I::extract(bits, mask) }, expected);
        }
        let blocks: Vec<&[u64]> = words.chunks(BLOCK).collect();
        let mut result = [[0_u64; BLOCK]; 3];
        // SAFETY: as above; blocks are eight words long.
        unsafe {
            let [a, b, c, d] = [0, 1, 2, 3].map(|at| I::load(blocks[at].as_ptr()));
            I::store(I::or(a, b), result[0].as_mut_ptr());
            I::store(I::without(a, [b, c, d]), result[1].as_mut_ptr());
            let sums = I::add(I::zero(), I::count(I::count(I::zero(), a), b));
            I::store(sums, result[2].as_mut_ptr());
        }
        for at in 0..BLOCK {
            let [a, b, c, d] = [0, 1, 2, 3].map(|block| blocks[block][at]);
            assert_eq!(result[0][at], a | b);
            assert_eq!(result[1][at], a & !(b | c | d));
            assert_eq!(result[2][at], u64::from(a.count_ones() + b.count_ones()));
        }
    }

    #[test]
    fn every_set_does_what_it_says() {
        for set in InstructionSet::available() {
            match set {
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx512 => does_what_it_says::<super::super::avx512::Avx512>(),
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx2 => does_what_it_says::<super::super::avx2::Avx2>(),
                _ => does_what_it_says::<super::super::portable::Portable>(),
            }
        }
    }
}
