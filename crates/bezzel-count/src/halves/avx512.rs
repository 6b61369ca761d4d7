//! Kernels for AVX-512 with VBMI, VBMI2, GFNI and VPOPCNTDQ: one 512-bit vector is a block.

use std::arch::x86_64::*;

use super::instructions::{BLOCK, Instructions, WORD};

/// AVX-512.
pub struct Avx512;

// SAFETY: memory is accessed only as the trait allows; the caller of every method guarantees that
// the machine supports the instructions.
unsafe impl Instructions for Avx512 {
    type Block = __m512i;
    const RECORDS_PER_SUM: usize = usize::MAX;

    #[inline(always)]
    unsafe fn load(from: *const u64) -> __m512i {
        // SAFETY: the caller guarantees that the pointer is valid for a block.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(block: __m512i, to: *mut u64) {
        // SAFETY: the caller guarantees that the pointer is valid for a block.
        unsafe { _mm512_storeu_si512(to.cast(), block) }
    }

    #[inline(always)]
    unsafe fn zero() -> __m512i {
        // SAFETY: the caller guarantees that the machine supports the instructions.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn or(one: __m512i, other: __m512i) -> __m512i {
        // SAFETY: the caller guarantees that the machine supports the instructions.
        unsafe { _mm512_or_si512(one, other) }
    }

    #[inline(always)]
    unsafe fn without(one: __m512i, [a, b, c]: [__m512i; 3]) -> __m512i {
        // SAFETY: the caller guarantees that the machine supports the instructions.
        unsafe {
            let rest = _mm512_ternarylogic_epi64::<0x10>(one, a, b);
            _mm512_andnot_si512(c, rest)
        }
    }

    #[inline(always)]
    unsafe fn count(tallies: __m512i, bits: __m512i) -> __m512i {
        // SAFETY: the caller guarantees that the machine supports the instructions.
        unsafe { _mm512_add_epi64(tallies, _mm512_popcnt_epi64(bits)) }
    }

    #[inline(always)]
    unsafe fn add(sums: __m512i, tallies: __m512i) -> __m512i {
        // SAFETY: the caller guarantees that the machine supports the instructions.
        unsafe { _mm512_add_epi64(sums, tallies) }
    }

    #[inline(always)]
    unsafe fn slice(from: *const u64, groups: usize, to: *mut u64, stride: usize) {
        // SAFETY: the caller guarantees that `from` is valid for `groups` groups of 64 words, and
        // `to` for a block at each stride.
        unsafe {
            let mut parts = [[_mm512_set1_epi64(-1); BLOCK]; BLOCK];
            for (group, parts) in parts.iter_mut().enumerate().take(groups) {
                *parts = planes_of_64(from.add(group * WORD));
            }
            for part in 0..BLOCK {
                let mut rows = parts[part];
                for (row, group) in rows.iter_mut().zip(&parts) {
                    *row = group[part];
                }
                let words = exchanged_words(rows);
                for (at, block) in words.into_iter().enumerate() {
                    // The plane that `planes_of_64` returns at this position.
                    let plane = 16 * (at / 2) + 2 * part + at % 2;
                    _mm512_storeu_si512(to.add(plane * stride).cast(), block);
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn filter(words: *const u64, bits: u64, to: *mut u64) -> usize {
        let mut count = 0;
        for at in 0..BLOCK {
            // SAFETY: `count` is at most `8 * at`, which is at most 56, and the caller guarantees
            // that both pointers are valid for 64 words.
            unsafe {
                let eight = _mm512_loadu_si512(words.add(8 * at).cast());
                let kept = _mm512_testn_epi64_mask(eight, _mm512_set1_epi64(bits as i64));
                // Compressing within a register and storing all of it is far faster than
                // compressing into memory.
                let closed = _mm512_maskz_compress_epi64(kept, eight);
                _mm512_storeu_si512(to.add(count).cast(), closed);
                count += kept.count_ones() as usize;
            }
        }
        count
    }

    #[inline(always)]
    unsafe fn pick(numbers: &[u16; 128], mask: u128, to: *mut u16) -> usize {
        let mut count = 0;
        for part in 0..4 {
            let kept = (mask >> (32 * part)) as u32;
            // SAFETY: `count` is at most `32 * part`, which is at most 96; the array has 128
            // numbers, and the caller guarantees that `to` is valid for 128.
            unsafe {
                let some = _mm512_loadu_si512(numbers.as_ptr().add(32 * part).cast());
                let closed = _mm512_maskz_compress_epi16(kept, some);
                _mm512_storeu_si512(to.add(count).cast(), closed);
            }
            count += kept.count_ones() as usize;
        }
        count
    }

    #[inline(always)]
    unsafe fn extract(bits: u32, mask: u32) -> u32 {
        // SAFETY: the caller guarantees that the machine supports the instructions.
        unsafe { _pext_u32(bits, mask) }
    }
}

/// Returns the 64 planes of 64 words, one word each: word `2 * lane + w` of vector `v` is plane `16
/// * lane + 2 * v + w`.
///
/// # Safety
/// The machine must support the instructions, and the pointer be valid for 64 words.
#[inline(always)]
unsafe fn planes_of_64(from: *const u64) -> [__m512i; BLOCK] {
    // SAFETY: guaranteed by the caller; eight vectors are 64 words.
    unsafe {
        // Groups bytes of the same position, the last word first, as required by the bit matrix
        // product.
        let mut gather = [0_i8; 64];
        for (at, place) in gather.iter_mut().enumerate() {
            *place = ((7 - at % 8) * 8 + at / 8) as i8;
        }
        let gather = _mm512_loadu_si512(gather.as_ptr().cast());
        let unit = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
        let mut z = [_mm512_setzero_si512(); BLOCK];
        for (at, z) in z.iter_mut().enumerate() {
            let words = _mm512_loadu_si512(from.add(8 * at).cast());
            let bytes = _mm512_permutexvar_epi8(gather, words);
            *z = _mm512_gf2p8affine_epi64_epi8::<0>(unit, bytes);
        }
        // Groups bytes of the same plane.
        let a = [
            _mm512_unpacklo_epi8(z[0], z[1]),
            _mm512_unpacklo_epi8(z[2], z[3]),
            _mm512_unpacklo_epi8(z[4], z[5]),
            _mm512_unpacklo_epi8(z[6], z[7]),
        ];
        let b = [
            _mm512_unpackhi_epi8(z[0], z[1]),
            _mm512_unpackhi_epi8(z[2], z[3]),
            _mm512_unpackhi_epi8(z[4], z[5]),
            _mm512_unpackhi_epi8(z[6], z[7]),
        ];
        let pairs = [a[0], a[1], b[0], b[1], a[2], a[3], b[2], b[3]];
        let low = [
            _mm512_unpacklo_epi16(pairs[0], pairs[1]),
            _mm512_unpacklo_epi16(pairs[2], pairs[3]),
            _mm512_unpacklo_epi16(pairs[4], pairs[5]),
            _mm512_unpacklo_epi16(pairs[6], pairs[7]),
        ];
        let high = [
            _mm512_unpackhi_epi16(pairs[0], pairs[1]),
            _mm512_unpackhi_epi16(pairs[2], pairs[3]),
            _mm512_unpackhi_epi16(pairs[4], pairs[5]),
            _mm512_unpackhi_epi16(pairs[6], pairs[7]),
        ];
        [
            _mm512_unpacklo_epi32(low[0], low[2]),
            _mm512_unpackhi_epi32(low[0], low[2]),
            _mm512_unpacklo_epi32(high[0], high[2]),
            _mm512_unpackhi_epi32(high[0], high[2]),
            _mm512_unpacklo_epi32(low[1], low[3]),
            _mm512_unpackhi_epi32(low[1], low[3]),
            _mm512_unpacklo_epi32(high[1], high[3]),
            _mm512_unpackhi_epi32(high[1], high[3]),
        ]
    }
}

/// Transposes 8 x 8 words.
///
/// # Safety
/// The machine must support the instructions.
#[inline(always)]
unsafe fn exchanged_words(rows: [__m512i; BLOCK]) -> [__m512i; BLOCK] {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let mut words = rows;
        let pairs = [
            [
                _mm512_unpacklo_epi64(rows[0], rows[1]),
                _mm512_unpacklo_epi64(rows[2], rows[3]),
                _mm512_unpacklo_epi64(rows[4], rows[5]),
                _mm512_unpacklo_epi64(rows[6], rows[7]),
            ],
            [
                _mm512_unpackhi_epi64(rows[0], rows[1]),
                _mm512_unpackhi_epi64(rows[2], rows[3]),
                _mm512_unpackhi_epi64(rows[4], rows[5]),
                _mm512_unpackhi_epi64(rows[6], rows[7]),
            ],
        ];
        for (odd, [a, b, c, d]) in pairs.into_iter().enumerate() {
            // Lanes 0 and 2 of the first two rows and of the last two, then lanes 1 and 3.
            let even_up = _mm512_shuffle_i64x2::<0b10_00_10_00>(a, b);
            let even_down = _mm512_shuffle_i64x2::<0b10_00_10_00>(c, d);
            let odd_up = _mm512_shuffle_i64x2::<0b11_01_11_01>(a, b);
            let odd_down = _mm512_shuffle_i64x2::<0b11_01_11_01>(c, d);
            words[odd] = _mm512_shuffle_i64x2::<0b10_00_10_00>(even_up, even_down);
            words[4 + odd] = _mm512_shuffle_i64x2::<0b11_01_11_01>(even_up, even_down);
            words[2 + odd] = _mm512_shuffle_i64x2::<0b10_00_10_00>(odd_up, odd_down);
            words[6 + odd] = _mm512_shuffle_i64x2::<0b11_01_11_01>(odd_up, odd_down);
        }
        words
    }
}
