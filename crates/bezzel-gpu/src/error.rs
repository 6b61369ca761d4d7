//! What can be wrong with cards.

/// Whatever happens before a card counts keeps it from starting; afterwards it is lost.
impl From<Error> for bezzel::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Failed { card, reason } => Self::Lost {
                worker: card,
                reason,
            },
            missing => Self::CannotStart {
                worker: "gpu",
                reason: missing.to_string(),
            },
        }
    }
}

/// Everything that keeps a card from counting, in sentences for who wants to count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no driver.
    #[error(
        "there is no CUDA driver on this machine (no libcuda.so.1, which comes with NVIDIA's driver)"
    )]
    NoDriver,
    /// The driver is older than what is asked of it.
    #[error("the CUDA driver speaks version {found} only; at least {needed} is needed")]
    OldDriver {
        /// The version it speaks.
        found: String,
        /// The version it takes.
        needed: &'static str,
    },
    /// There is a driver, but it finds no card.
    #[error("the CUDA driver finds no card: {reason}")]
    NoCard {
        /// What it says.
        reason: String,
    },
    /// A card that is too old.
    #[error("{card} has compute capability {found}; at least {needed} is needed")]
    OldCard {
        /// The card's name.
        card: String,
        /// What it has.
        found: String,
        /// What it takes.
        needed: &'static str,
    },
    /// There is nothing to compile kernels with.
    #[error(
        "there is no NVRTC on this machine (no libnvrtc.so): it comes with the CUDA toolkit, or with Python's \
         package nvidia-cuda-nvrtc (-cu12 or -cu11 for drivers of CUDA 12 or 11), whose folder LD_LIBRARY_PATH must name"
    )]
    NoCompiler,
    /// The compiler is older than what is asked of it.
    #[error("NVRTC has version {found} only; at least {needed} is needed")]
    OldCompiler {
        /// The version it has.
        found: String,
        /// The version it takes.
        needed: &'static str,
    },
    /// The driver does not know what to do with what the compiler has made.
    #[error(
        "the driver of {card}, for CUDA {driver}, cannot load what NVRTC {compiler} compiles ({reason}): an NVRTC as old as \
         the driver, or a newer driver, is needed"
    )]
    Unloadable {
        /// The card's name.
        card: String,
        /// The version of CUDA that the driver speaks.
        driver: String,
        /// The version of the compiler.
        compiler: String,
        /// What the driver says.
        reason: String,
    },
    /// The kernels do not compile.
    #[error("NVRTC cannot compile the kernels for {architecture}: {reason}")]
    Uncompiled {
        /// For which cards.
        architecture: String,
        /// What it says.
        reason: String,
    },
    /// The card has too little memory.
    #[error("{card} has {free} MiB of free memory; {n} queens need {needed}")]
    LittleMemory {
        /// The card's name.
        card: String,
        /// The number of queens.
        n: u32,
        /// What is free, in MiB.
        free: u64,
        /// What it takes, in MiB.
        needed: u64,
    },
    /// The card cannot be used now.
    #[error("{card} cannot be used: {reason}")]
    Unready {
        /// The card's name.
        card: String,
        /// What the driver says.
        reason: String,
    },
    /// The card or its driver failed while it counted.
    #[error("{card} failed: {reason}")]
    Failed {
        /// The card's name.
        card: String,
        /// What the driver says.
        reason: String,
    },
}
