//! Kernels for AVX2 with BMI2 and POPCNT: two 256-bit vectors make a block.

use std::arch::x86_64::*;

use super::instructions::{BLOCK, Instructions, PLANES, WORD, pick_one_by_one};

/// AVX2.
pub struct Avx2;

/// For a mask of four words, the indices that move the kept words to the front, in 32-bit halves.
static COMPRESS_INDICES: [[u32; 8]; 16] = {
    let mut table = [[0; 8]; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut from, mut to) = (0, 0);
        while from < 4 {
            if mask >> from & 1 == 1 {
                table[mask][to] = 2 * from;
                table[mask][to + 1] = 2 * from + 1;
                to += 2;
            }
            from += 1;
        }
        mask += 1;
    }
    table
};

// SAFETY: memory is accessed only as the trait allows; the caller of every method guarantees that
// the machine supports the instructions.
unsafe impl Instructions for Avx2 {
    type Block = [__m256i; 2];
    // A tally is a byte, and each record adds at most 2 * 8 to it: 15 * 16 = 240 fits.
    const RECORDS_PER_SUM: usize = 15;

    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self::Block {
        // SAFETY: the caller guarantees that the pointer is valid for a block.
        unsafe {
            [
                _mm256_loadu_si256(from.cast()),
                _mm256_loadu_si256(from.add(4).cast()),
            ]
        }
    }

    #[inline(always)]
    unsafe fn store(block: Self::Block, to: *mut u64) {
        // SAFETY: the caller guarantees that the pointer is valid for a block.
        unsafe {
            _mm256_storeu_si256(to.cast(), block[0]);
            _mm256_storeu_si256(to.add(4).cast(), block[1]);
        }
    }

    #[inline(always)]
    unsafe fn zero() -> Self::Block {
        // SAFETY: the caller guarantees that the machine supports the instructions.
        unsafe { [_mm256_setzero_si256(); 2] }
    }

    #[inline(always)]
    unsafe fn or(one: Self::Block, other: Self::Block) -> Self::Block {
        // SAFETY: the caller guarantees that the machine supports the instructions.
        unsafe {
            [
                _mm256_or_si256(one[0], other[0]),
                _mm256_or_si256(one[1], other[1]),
            ]
        }
    }

    #[inline(always)]
    unsafe fn without(mut one: Self::Block, [a, b, c]: [Self::Block; 3]) -> Self::Block {
        for at in 0..2 {
            // SAFETY: the caller guarantees that the machine supports the instructions.
            unsafe {
                let any = _mm256_or_si256(_mm256_or_si256(a[at], b[at]), c[at]);
                one[at] = _mm256_andnot_si256(any, one[at]);
            }
        }
        one
    }

    #[inline(always)]
    unsafe fn count(mut tallies: Self::Block, bits: Self::Block) -> Self::Block {
        // SAFETY: the caller guarantees that the machine supports the instructions.
        unsafe {
            // The number of bits of every number below 16, for both halves of a vector.
            let counts = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3,
                2, 3, 3, 4,
            );
            let low = _mm256_set1_epi8(0x0f);
            for at in 0..2 {
                let first = _mm256_and_si256(bits[at], low);
                let second = _mm256_and_si256(_mm256_srli_epi16::<4>(bits[at]), low);
                let first = _mm256_shuffle_epi8(counts, first);
                let second = _mm256_shuffle_epi8(counts, second);
                tallies[at] = _mm256_add_epi8(tallies[at], _mm256_add_epi8(first, second));
            }
            tallies
        }
    }

    #[inline(always)]
    unsafe fn add(mut sums: Self::Block, tallies: Self::Block) -> Self::Block {
        for at in 0..2 {
            // SAFETY: the caller guarantees that the machine supports the instructions.
            unsafe {
                let words = _mm256_sad_epu8(tallies[at], _mm256_setzero_si256());
                sums[at] = _mm256_add_epi64(sums[at], words);
            }
        }
        sums
    }

    #[inline(always)]
    unsafe fn slice(from: *const u64, groups: usize, to: *mut u64, stride: usize) {
        for group in 0..BLOCK {
            let mut planes = [u64::MAX; PLANES];
            if group < groups {
                // SAFETY: the caller guarantees that `from` is valid for `groups` groups of 64
                // words.
                unsafe { transpose(from.add(group * WORD), &mut planes) };
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
        for at in (0..WORD).step_by(4) {
            // SAFETY: `count` is at most `at`, which is at most 60, and the caller guarantees that
            // both pointers are valid for 64 words.
            unsafe {
                let four = _mm256_loadu_si256(words.add(at).cast());
                let met = _mm256_and_si256(four, _mm256_set1_epi64x(bits as i64));
                let free = _mm256_cmpeq_epi64(met, _mm256_setzero_si256());
                let kept = _mm256_movemask_pd(_mm256_castsi256_pd(free)) as usize;
                let moves = _mm256_loadu_si256(COMPRESS_INDICES[kept].as_ptr().cast());
                let closed = _mm256_permutevar8x32_epi32(four, moves);
                _mm256_storeu_si256(to.add(count).cast(), closed);
                count += kept.count_ones() as usize;
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
    unsafe fn extract(bits: u32, mask: u32) -> u32 {
        // SAFETY: the caller guarantees that the machine supports the instructions.
        unsafe { _pext_u32(bits, mask) }
    }
}

/// Transposes 64 x 64 bits, four rows per vector: exchanges off-diagonal quarters recursively.
///
/// # Safety
/// The machine must support AVX2, and the pointer be valid for 64 words.
#[inline(always)]
unsafe fn transpose(from: *const u64, planes: &mut [u64; PLANES]) {
    // SAFETY: guaranteed by the caller; sixteen vectors are 64 words.
    unsafe {
        let mut rows = [_mm256_setzero_si256(); 16];
        for (at, row) in rows.iter_mut().enumerate() {
            *row = _mm256_loadu_si256(from.add(4 * at).cast());
        }
        apart::<8, 32>(&mut rows, 0x0000_0000_ffff_ffff);
        apart::<4, 16>(&mut rows, 0x0000_ffff_0000_ffff);
        apart::<2, 8>(&mut rows, 0x00ff_00ff_00ff_00ff);
        apart::<1, 4>(&mut rows, 0x0f0f_0f0f_0f0f_0f0f);
        // Rows at distance two and one are in the same vector.
        let (two, one) = (0x3333_3333_3333_3333, 0x5555_5555_5555_5555);
        for (at, &row) in rows.iter().enumerate() {
            let row = exchanged(
                row,
                _mm256_permute4x64_epi64::<0b01_00_11_10>(row),
                _mm256_setr_epi64x(2, 2, 64, 64),
                _mm256_setr_epi64x(64, 64, 2, 2),
                _mm256_setr_epi64x(two, two, !two, !two),
            );
            let row = exchanged(
                row,
                _mm256_permute4x64_epi64::<0b10_11_00_01>(row),
                _mm256_setr_epi64x(1, 64, 1, 64),
                _mm256_setr_epi64x(64, 1, 64, 1),
                _mm256_setr_epi64x(one, !one, one, !one),
            );
            _mm256_storeu_si256(planes.as_mut_ptr().add(4 * at).cast(), row);
        }
    }
}

/// Exchanges the upper right and the lower left quarters of squares whose upper and lower rows are
/// `VECTORS` vectors apart.
///
/// # Safety
/// The machine must support AVX2.
#[inline(always)]
unsafe fn apart<const VECTORS: usize, const BITS: i32>(rows: &mut [__m256i; 16], low: i64) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let low = _mm256_set1_epi64x(low);
        for at in 0..16 {
            if at & VECTORS != 0 {
                continue;
            }
            let (one, other) = (rows[at], rows[at + VECTORS]);
            let shifted = _mm256_xor_si256(_mm256_srli_epi64::<BITS>(one), other);
            let swapped = _mm256_and_si256(shifted, low);
            rows[at + VECTORS] = _mm256_xor_si256(other, swapped);
            rows[at] = _mm256_xor_si256(one, _mm256_slli_epi64::<BITS>(swapped));
        }
    }
}

/// Returns a vector that keeps some bits and takes the others from its partner, shifted up in some
/// lanes and down in the others.
///
/// # Safety
/// The machine must support AVX2.
#[inline(always)]
unsafe fn exchanged(
    row: __m256i,
    partner: __m256i,
    up: __m256i,
    down: __m256i,
    kept: __m256i,
) -> __m256i {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let shifted = _mm256_or_si256(
            _mm256_sllv_epi64(partner, up),
            _mm256_srlv_epi64(partner, down),
        );
        _mm256_or_si256(
            _mm256_and_si256(row, kept),
            _mm256_andnot_si256(kept, shifted),
        )
    }
}
