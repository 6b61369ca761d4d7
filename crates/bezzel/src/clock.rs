//! The clock behind limits on time. A bare WebAssembly module has no clock and panics if asked for
//! the time: there, time stands still and limits on time have no effect.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use stopped::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod stopped {
    use std::ops::{Add, Sub};
    use std::time::Duration;

    /// A clock that stands still.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) struct Instant;

    impl Instant {
        pub fn now() -> Self {
            Self
        }

        pub fn elapsed(&self) -> Duration {
            Duration::ZERO
        }

        pub fn checked_add(&self, _: Duration) -> Option<Self> {
            None
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, _: Duration) -> Self {
            self
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, _: Self) -> Duration {
            Duration::ZERO
        }
    }
}
