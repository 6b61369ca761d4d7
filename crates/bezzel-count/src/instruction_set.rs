//! The instructions a search is made of.

use std::fmt;

/// A set of instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum InstructionSet {
    /// What every machine that runs the program has: plain arrays, or the vectors of WebAssembly.
    Portable,
    /// AVX2 with BMI2.
    Avx2,
    /// AVX-512 with all that processors have had since VBMI2: VBMI, GFNI, VPOPCNTDQ.
    Avx512,
}

impl InstructionSet {
    /// All of them, from the slowest to the fastest.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// What users call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Those that this machine has, from the slowest to the fastest.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.into_iter().filter(|set| set.is_available())
    }

    /// The names of those that this machine has, from the slowest to the fastest.
    pub(crate) fn names() -> Vec<&'static str> {
        Self::available().map(Self::name).collect()
    }

    /// The set of a name, if this machine has it.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::available().find(|set| set.name() == name)
    }

    /// Whether this machine has it.
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

    /// The fastest this machine has.
    pub fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::Portable)
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
