//! Permutations that spread consecutive numbers.

/// Returns a permutation of the numbers below `len` in which every range of consecutive elements is
/// spread evenly over all numbers.
pub fn scattered(len: usize) -> impl Iterator<Item = usize> {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    fn gcd(a: usize, b: usize) -> usize {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    let near = (len as f64 * GOLDEN) as usize;
    let stride = (near..).find(|&stride| gcd(stride, len) <= 1).unwrap_or(1);
    let mut at = 0;
    (0..len).map(move |_| {
        let here = at;
        at = (at + stride) % len;
        here
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once() {
        for len in [0, 1, 2, 3, 10, 511, 512] {
            let mut all: Vec<_> = scattered(len).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..len), "{len}");
        }
    }
}
