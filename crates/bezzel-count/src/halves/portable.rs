//! Portable kernels: plain words, which the compiler vectorizes.

use super::instructions::{BLOCK, Instructions, PLANES, WORD, pick_one_by_one};

/// Plain words.
pub struct Portable;

// SAFETY: memory is accessed only as the trait allows.
unsafe impl Instructions for Portable {
    type Block = [u64; BLOCK];
    const RECORDS_PER_SUM: usize = usize::MAX;

    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self::Block {
        // SAFETY: the caller guarantees that the pointer is valid for a block.
        unsafe { from.cast::<Self::Block>().read() }
    }

    #[inline(always)]
    unsafe fn store(block: Self::Block, to: *mut u64) {
        // SAFETY: the caller guarantees that the pointer is valid for a block.
        unsafe { to.cast::<Self::Block>().write(block) }
    }

    #[inline(always)]
    unsafe fn zero() -> Self::Block {
        [0; BLOCK]
    }

    #[inline(always)]
    unsafe fn or(mut one: Self::Block, other: Self::Block) -> Self::Block {
        for at in 0..BLOCK {
            one[at] |= other[at];
        }
        one
    }

    #[inline(always)]
    unsafe fn without(mut one: Self::Block, [a, b, c]: [Self::Block; 3]) -> Self::Block {
        for at in 0..BLOCK {
            one[at] &= !(a[at] | b[at] | c[at]);
        }
        one
    }

    #[inline(always)]
    unsafe fn count(mut tallies: Self::Block, bits: Self::Block) -> Self::Block {
        for at in 0..BLOCK {
            tallies[at] += u64::from(bits[at].count_ones());
        }
        tallies
    }

    #[inline(always)]
    unsafe fn add(mut sums: Self::Block, tallies: Self::Block) -> Self::Block {
        for at in 0..BLOCK {
            sums[at] += tallies[at];
        }
        sums
    }

    #[inline(always)]
    unsafe fn slice(from: *const u64, groups: usize, to: *mut u64, stride: usize) {
        for group in 0..BLOCK {
            let mut planes = [u64::MAX; PLANES];
            if group < groups {
                // SAFETY: the caller guarantees that the pointer is valid for this many groups.
                planes = unsafe { from.add(group * WORD).cast::<[u64; WORD]>().read() };
                transpose(&mut planes);
            }
            for (plane, word) in planes.iter().enumerate() {
                // SAFETY: the caller guarantees that the pointer is valid for a block at every
                // stride.
                unsafe { to.add(plane * stride + group).write(*word) };
            }
        }
    }

    #[inline(always)]
    unsafe fn filter(words: *const u64, bits: u64, to: *mut u64) -> usize {
        let mut count = 0;
        for at in 0..WORD {
            // SAFETY: `count` is at most `at`, which is less than 64, and the caller guarantees
            // that both pointers are valid for 64 words.
            unsafe {
                let word = words.add(at).read();
                to.add(count).write(word);
                count += usize::from(word & bits == 0);
            }
        }
        count
    }

    #[inline(always)]
    unsafe fn pick(numbers: &[u16; 128], mask: u128, to: *mut u16) -> usize {
        // SAFETY: guaranteed by the caller.
        unsafe { pick_one_by_one(numbers, mask, to) }
    }

    #[inline(always)]
    unsafe fn extract(bits: u32, mut mask: u32) -> u32 {
        let (mut extracted, mut at) = (0, 0);
        while mask != 0 {
            extracted |= (bits >> mask.trailing_zeros() & 1) << at;
            mask &= mask - 1;
            at += 1;
        }
        extracted
    }
}

/// Transposes 64 x 64 bits: exchanges off-diagonal quarters recursively.
#[inline(always)]
fn transpose(rows: &mut [u64; WORD]) {
    let mut apart = WORD / 2;
    let mut low = u64::MAX >> apart;
    while apart > 0 {
        for start in (0..WORD).step_by(2 * apart) {
            for row in start..start + apart {
                let swapped = (rows[row] >> apart ^ rows[row + apart]) & low;
                rows[row + apart] ^= swapped;
                rows[row] ^= swapped << apart;
            }
        }
        apart /= 2;
        low ^= low << apart;
    }
}
