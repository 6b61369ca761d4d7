//! Available memory: of the machine, of a container, or below `ulimit -v`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

/// Returns an error if `bytes` is more than half of the free memory.
pub fn check(bytes: u64, what: impl FnOnce() -> String) -> Result<()> {
    if bytes > half_of_free() {
        bail!("{} need more than half of the free memory", what());
    }
    Ok(())
}

/// Returns half of the free memory in bytes, or an estimate if the system does not report it.
pub fn half_of_free() -> u64 {
    const DEFAULT_FREE: u64 = 4 << 30;
    let system = System {
        root: PathBuf::from("/"),
    };
    system.free().unwrap_or(DEFAULT_FREE) / 2
}

/// The files in which Linux reports memory.
struct System {
    root: PathBuf,
}

impl System {
    /// Returns the least of all reported figures of free memory.
    fn free(&self) -> Option<u64> {
        let reported = [self.of_machine(), self.of_container(), self.of_process()];
        reported.into_iter().flatten().min()
    }

    fn text(&self, path: impl AsRef<Path>) -> Option<String> {
        fs::read_to_string(self.root.join(path)).ok()
    }

    fn of_machine(&self) -> Option<u64> {
        kilobytes(&self.text("proc/meminfo")?, "MemAvailable:")
    }

    /// Returns the address space that is still available under the limit of `ulimit -v`.
    fn of_process(&self) -> Option<u64> {
        let limits = self.text("proc/self/limits")?;
        let limit: u64 = first_number(line(&limits, "Max address space")?)?;
        let used = kilobytes(&self.text("proc/self/status")?, "VmSize:")?;
        Some(limit.saturating_sub(used))
    }

    /// Returns the memory that is still available under the limits of this process's control group
    /// (version 2) and of the groups above it.
    fn of_container(&self) -> Option<u64> {
        let groups = self.text("proc/self/cgroup")?;
        let path = line(&groups, "0::/")?;
        let left = Path::new(path).ancestors().filter_map(|group| {
            let folder = Path::new("sys/fs/cgroup").join(group);
            // "max" means no limit.
            let limit = first_number(&self.text(folder.join("memory.max"))?)?;
            let used = first_number(&self.text(folder.join("memory.current"))?)?;
            // Memory used by the page cache can be reclaimed.
            let stat = self.text(folder.join("memory.stat"));
            let cached = stat.and_then(|text| first_number(line(&text, "inactive_file ")?));
            Some(limit.saturating_sub(used.saturating_sub(cached.unwrap_or(0))))
        });
        left.min()
    }
}

/// Returns the text after `start` on its line.
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

    /// Returns the free memory of a system with these files only.
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
