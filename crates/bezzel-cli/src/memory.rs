//! How much memory there is.

use anyhow::{Result, bail};

/// Refuses what would take more than half of the memory that is free.
pub fn check(bytes: u64, what: impl FnOnce() -> String) -> Result<()> {
    if bytes > half_of_free() {
        bail!("{} do not fit into half of the memory that is free", what());
    }
    Ok(())
}

/// Half of the memory that is free now, in bytes; a guess where the system does not tell.
pub fn half_of_free() -> u64 {
    const GUESS: u64 = 2 << 30;
    let told = std::fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| {
            let line = text
                .lines()
                .find_map(|line| line.strip_prefix("MemAvailable:"))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        });
    told.map_or(GUESS, |kilobytes| kilobytes * 1024 / 2)
}
