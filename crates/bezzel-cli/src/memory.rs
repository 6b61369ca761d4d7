//! How much memory there is: the machine's, a container's, or what `ulimit -v` leaves.

use std::fs;
use std::path::{Path, PathBuf};

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
    const GUESS: u64 = 4 << 30;
    let system = System {
        root: PathBuf::from("/"),
    };
    system.free().unwrap_or(GUESS) / 2
}

/// What a Linux system tells of itself in files.
struct System {
    root: PathBuf,
}

impl System {
    /// The least of all that is said to be free.
    fn free(&self) -> Option<u64> {
        let told = [self.of_machine(), self.of_container(), self.of_process()];
        told.into_iter().flatten().min()
    }

    fn text(&self, path: impl AsRef<Path>) -> Option<String> {
        fs::read_to_string(self.root.join(path)).ok()
    }

    fn of_machine(&self) -> Option<u64> {
        kilobytes(&self.text("proc/meminfo")?, "MemAvailable:")
    }

    /// What `ulimit -v` leaves of the addresses.
    fn of_process(&self) -> Option<u64> {
        let limits = self.text("proc/self/limits")?;
        let limit: u64 = first_number(line(&limits, "Max address space")?)?;
        let used = kilobytes(&self.text("proc/self/status")?, "VmSize:")?;
        Some(limit.saturating_sub(used))
    }

    /// What the control group of this process (version 2) leaves, and each above it.
    fn of_container(&self) -> Option<u64> {
        let groups = self.text("proc/self/cgroup")?;
        let path = line(&groups, "0::/")?;
        let left = Path::new(path).ancestors().filter_map(|group| {
            let folder = Path::new("sys/fs/cgroup").join(group);
            // No limit is a word.
            let limit = first_number(&self.text(folder.join("memory.max"))?)?;
            let used = first_number(&self.text(folder.join("memory.current"))?)?;
            // Of what is used, files that were read can be forgotten at any time.
            let stat = self.text(folder.join("memory.stat"));
            let cached = stat.and_then(|text| first_number(line(&text, "inactive_file ")?));
            Some(limit.saturating_sub(used.saturating_sub(cached.unwrap_or(0))))
        });
        left.min()
    }
}

/// What follows `start` on its line.
fn line<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix(start))
}

fn first_number(text: &str) -> Option<u64> {
    text.split_whitespace().next()?.parse().ok()
}

fn kilobytes(text: &str, start: &str) -> Option<u64> {
    Some(first_number(line(text, start)?)?.saturating_mul(1024))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    /// What a system free of all limits but these files would say.
    fn free(files: &[(&str, &str)]) -> Option<u64> {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let root = root.path().to_owned();
        System { root }.free()
    }

    const MACHINE: (&str, &str) = (
        "proc/meminfo",
        "MemTotal: 9999999 kB\nMemAvailable:    8388608 kB\n",
    );

    #[test]
    fn a_machine_without_limits() {
        assert_eq!(free(&[]), None);
        assert_eq!(free(&[MACHINE]), Some(8 << 30));
    }

    #[test]
    fn containers() {
        let files = [
            MACHINE,
            ("proc/self/cgroup", "0::/box/inner\n"),
            ("sys/fs/cgroup/box/memory.max", "1073741824\n"),
            ("sys/fs/cgroup/box/memory.current", "536870912\n"),
            (
                "sys/fs/cgroup/box/memory.stat",
                "anon 1\ninactive_file 104857600\n",
            ),
            ("sys/fs/cgroup/box/inner/memory.max", "max\n"),
            ("sys/fs/cgroup/box/inner/memory.current", "1\n"),
        ];
        assert_eq!(free(&files), Some((1024 - 512 + 100) * MIB));
    }
}
