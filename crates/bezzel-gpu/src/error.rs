//! Errors of graphics cards.

/// An error before a card counts is [`CannotStart`](bezzel::Error::CannotStart), an error
/// afterwards is [`Lost`](bezzel::Error::Lost).
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

/// The reasons why a card cannot count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no driver.
    #[error(
        "there is no CUDA driver on this machine (no libcuda.so.1, which comes with NVIDIA's driver)"
    )]
    NoDriver,
    /// The driver is older than required.
    #[error(
        "the CUDA driver supports only CUDA {found}; install a driver for CUDA {needed} or newer"
    )]
    OldDriver {
        /// Its version.
        found: String,
        /// The required version.
        needed: &'static str,
    },
    /// There is a driver, but it finds no card.
    #[error("the CUDA driver finds no card: {reason}")]
    NoCard {
        /// The driver's message.
        reason: String,
    },
    /// The card is too old.
    #[error("{card} has compute capability {found}; at least {needed} is needed")]
    OldCard {
        /// The card's name.
        card: String,
        /// Its compute capability.
        found: String,
        /// The required one.
        needed: &'static str,
    },
    /// There is no compiler for the kernels.
    #[error(
        "there is no NVRTC on this machine (no libnvrtc.so): it comes with the CUDA toolkit, or with Python's \
         package nvidia-cuda-nvrtc (-cu12 or -cu11 for drivers of CUDA 12 or 11), whose folder LD_LIBRARY_PATH must name"
    )]
    NoCompiler,
    /// The compiler is older than required.
    #[error("NVRTC has version {found} only; at least {needed} is needed")]
    OldCompiler {
        /// Its version.
        found: String,
        /// The required version.
        needed: &'static str,
    },
    /// The driver cannot load the compiler's output.
    #[error(
        "the driver of {card}, for CUDA {driver}, cannot load what NVRTC {compiler} compiles ({reason}): an NVRTC as old as \
         the driver, or a newer driver, is needed"
    )]
    Unloadable {
        /// The card's name.
        card: String,
        /// The CUDA version of the driver.
        driver: String,
        /// The version of the compiler.
        compiler: String,
        /// The driver's message.
        reason: String,
    },
    /// The kernels do not compile.
    #[error("NVRTC cannot compile the kernels for {architecture}: {reason}")]
    Uncompiled {
        /// The architecture of the card.
        architecture: String,
        /// The compiler's message.
        reason: String,
    },
    /// The card has too little memory.
    #[error("{card} has {free} MiB of free memory; {n} queens need {needed}")]
    LittleMemory {
        /// The card's name.
        card: String,
        /// The number of queens.
        n: u32,
        /// The free memory, in MiB.
        free: u64,
        /// The required memory, in MiB.
        needed: u64,
    },
    /// The card cannot be used at the moment.
    #[error("{card} cannot be used: {reason}")]
    Unready {
        /// The card's name.
        card: String,
        /// The driver's message.
        reason: String,
    },
    /// The card or its driver failed during a count.
    #[error("{card} failed: {reason}")]
    Failed {
        /// The card's name.
        card: String,
        /// The driver's message.
        reason: String,
    },
}
