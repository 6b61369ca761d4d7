//! Instruction sets, and their detection at run time.

use std::fmt;

/// An instruction set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum InstructionSet {
    /// Available on every machine: plain arrays, or the vectors of WebAssembly.
    Portable,
    /// AVX2 with BMI2.
    Avx2,
    /// AVX-512 with VBMI, VBMI2, GFNI and VPOPCNTDQ.
    Avx512,
}

impl InstructionSet {
    /// All instruction sets, from the slowest to the fastest.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// Returns the name that users select it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Returns the instruction sets of this machine, from the slowest to the fastest.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.into_iter().filter(|set| set.is_available())
    }

    /// Returns the names of the instruction sets of this machine, from the slowest to the fastest.
    pub(crate) fn names() -> Vec<&'static str> {
        Self::available().map(Self::name).collect()
    }

    /// Returns the instruction set of this name, if this machine supports it.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::available().find(|set| set.name() == name)
    }

    /// Returns true if this machine supports it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512vbmi2")
                    && is_x86_feature_detected!("avx512vpopcntdq")
                    && is_x86_feature_detected!("gfni")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// Returns the fastest instruction set of this machine.
    pub fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::Portable)
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
