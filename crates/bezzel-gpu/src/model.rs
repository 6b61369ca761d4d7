//! The kernels on a processor, for tests: the same sources, compiled by the machine's C++ compiler
//! with a header that emulates CUDA (`tests/model/`). Tests can call the kernels and each of their
//! parts.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use bezzel::Cancel;
use bezzel_count::for_gpu::{Bound, Rest, Shape};
use libloading::{Library, Symbol};

use crate::Error;
use crate::card::{Card, CardResources, ItemBatch, KernelTimes, Work};
use crate::item::{Item, ItemSum, Lengths};
use crate::layout::{Layout, STRIDE};
use crate::tables::Tables;

/// The compiled kernels. Calls are serialised, since threads of the model share state.
static LIBRARY: OnceLock<Option<Mutex<Library>>> = OnceLock::new();

fn library() -> MutexGuard<'static, Library> {
    let library = LIBRARY.get_or_init(|| compiled().map(Mutex::new));
    let library = library.as_ref().expect("the model compiles");
    library.lock().unwrap_or_else(PoisonError::into_inner)
}

fn compiled() -> Option<Library> {
    let folder = tempfile::tempdir().unwrap();
    let compiled = folder.path().join("model.so");
    let folder_of_model = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/model");
    let status = Command::new("c++")
        .arg(format!("@{}", folder_of_model.join("options").display()))
        .arg("-o")
        .arg(&compiled)
        .arg(folder_of_model.join("model.cpp"))
        .status();
    let status = status.expect("there is a compiler for C++ (`./test` installs it)");
    // SAFETY: the library was compiled from our own source, and has no initialisers.
    status
        .success()
        .then(|| unsafe { Library::new(&compiled) }.unwrap())
}

/// Calls a function of the model. The arguments must be those of `tests/model/model.cpp`, and
/// arrays must have the lengths that are passed.
macro_rules! call {
    ($name:literal ($($argument:expr => $type:ty),* $(,)?) $(-> $result:ty)?) => {{
        let library = library();
        // SAFETY: guaranteed by the user of the macro.
        unsafe {
            let function: Symbol<'_, unsafe extern "C" fn($($type),*) $(-> $result)?> =
                library.get($name).unwrap();
            function($($argument),*)
        }
    }};
}

/// A card with one thread block.
pub struct Model {
    tables: Box<Tables>,
}

/// The results of prefix sums (`before`) and totals (`all`, `again`) for each lane of a warp.
pub struct Sums {
    pub before: [u32; 32],
    pub all: [u32; 32],
    pub again: [u32; 32],
}

impl Model {
    pub fn new() -> Self {
        Self {
            tables: Box::new(Tables::new()),
        }
    }

    pub fn scan(&self, numbers: &[u32; 32]) -> Sums {
        let mut sums = Sums {
            before: [0; 32],
            all: [0; 32],
            again: [0; 32],
        };
        call!(b"model_scan"(
            numbers.as_ptr() => *const u32, sums.before.as_mut_ptr() => *mut u32,
            sums.all.as_mut_ptr() => *mut u32, sums.again.as_mut_ptr() => *mut u32,
        ));
        sums
    }

    /// Returns the permutations of five columns that are possible, as bits.
    pub fn tail(&self, columns: [u32; 5], up: u32, down: u32, barred: (u32, u32)) -> u128 {
        let mut ways = [0_u32; 4];
        call!(b"model_tail"(
            &raw const *self.tables => *const Tables, columns.as_ptr() => *const u32, up => u32, down => u32,
            barred.0 => u32, barred.1 => u32, ways.as_mut_ptr() => *mut u32,
        ));
        let ways = ways.iter().rev();
        ways.fold(0, |ways, &word| ways << 32 | u128::from(word))
    }

    pub fn transpose(&self, mut words: [u32; 16]) -> [u32; 16] {
        call!(b"model_transpose"(words.as_mut_ptr() => *mut u32));
        words
    }

    /// Returns the lists of each item: first the placements that count twice, then those that count
    /// once.
    pub fn list(&self, shape: Shape, items: &[Item], capacity: u32) -> Vec<(Vec<u64>, Vec<u64>)> {
        let (words, lengths) = self.listed(shape, items, capacity);
        let lists = words.chunks(capacity as usize).zip(lengths);
        let list = |(words, length): (&[u64], Lengths)| {
            let once = words.len() - length.once as usize;
            (
                words[..length.twice as usize].to_vec(),
                words[once..].to_vec(),
            )
        };
        lists.map(list).collect()
    }

    fn listed(&self, shape: Shape, items: &[Item], capacity: u32) -> (Vec<u64>, Vec<Lengths>) {
        let mut words = vec![0_u64; capacity as usize * items.len()];
        let mut lengths = vec![Lengths::default(); items.len()];
        call!(b"model_list"(
            &raw const *self.tables => *const Tables, &raw const shape => *const Shape, items.as_ptr() => *const Item,
            items.len() as u32 => u32, words.as_mut_ptr() => *mut u64, capacity => u32,
            lengths.as_mut_ptr() => *mut Lengths,
        ));
        (words, lengths)
    }

    /// Returns the boards of a list that occupy none of some diagonals, or `None` if they do not
    /// fit.
    pub fn keep(&self, boards: &[u64], barred: u64, room: u32) -> Option<Vec<u64>> {
        let list = padded(boards);
        let mut own = vec![0_u64; room as usize];
        let work = Work {
            own_lists: own.as_mut_ptr() as u64,
            own_capacity: room,
            ..self.work(Shape::new(12))
        };
        let kept = call!(b"model_keep"(
            &raw const work => *const Work, list.as_ptr() => *const u64, boards.len() as u32 => u32, barred => u64,
        ) -> u32);
        (kept != u32::MAX).then(|| own[..kept as usize].to_vec())
    }

    /// Returns the count of solutions that combine a board on none of the `barred` diagonals with a
    /// way to fill the remaining rows of the walked half.
    pub fn finish(
        &self,
        shape: Shape,
        rest: &Rest,
        row: u32,
        bound: &Bound,
        boards: &[u64],
        barred: u64,
    ) -> u64 {
        let list = padded(boards);
        let work = self.work(shape);
        call!(b"model_finish"(
            &raw const work => *const Work, &raw const *rest => *const Rest, row => u32, &raw const *bound => *const Bound,
            list.as_ptr() => *const u64, boards.len() as u32 => u32, barred => u64,
        ) -> u64)
    }

    fn work(&self, shape: Shape) -> Work {
        Work {
            tables: (&raw const *self.tables) as u64,
            items: 0,
            lists: 0,
            lengths: 0,
            own_lists: 0,
            next_branch: 0,
            sums: 0,
            time_limit: 0,
            shape,
            count: 0,
            branches: 0,
            branch_rows: 0,
            list_capacity: 0,
            own_capacity: 0,
        }
    }
}

/// Returns a list as kernels read it: padded to a stride.
fn padded(boards: &[u64]) -> Vec<u64> {
    let mut list = boards.to_vec();
    list.resize(boards.len().next_multiple_of(STRIDE as usize), !(1 << 63));
    list
}

impl Card for Model {
    fn room(&self) -> Result<CardResources, Error> {
        Ok(CardResources {
            card: "the model".into(),
            memory: 1 << 30,
            blocks: 1,
        })
    }

    fn reserve(&mut self, _layout: &Layout) -> Result<(), Error> {
        Ok(())
    }

    fn count(
        &mut self,
        batch: &ItemBatch<'_>,
        cancel: &Cancel,
    ) -> Result<Option<Vec<ItemSum>>, Error> {
        let &ItemBatch {
            shape,
            items,
            layout,
        } = batch;
        if cancel.is_cancelled() {
            return Ok(None);
        }
        let (lists, lengths) = self.listed(shape, items, layout.list);
        let mut own = vec![0_u64; layout.own as usize];
        let mut sums = vec![ItemSum::default(); items.len()];
        let next = AtomicU32::new(0);
        let work = Work {
            items: items.as_ptr() as u64,
            lists: lists.as_ptr() as u64,
            lengths: lengths.as_ptr() as u64,
            own_lists: own.as_mut_ptr() as u64,
            next_branch: next.as_ptr() as u64,
            sums: sums.as_mut_ptr() as u64,
            count: items.len() as u32,
            // The model's clock advances by a millisecond per branch, so that a kernel ends after
            // about twenty branches.
            time_limit: 20_000_000,
            branches: batch.branches(),
            branch_rows: layout.branch_rows,
            list_capacity: layout.list,
            own_capacity: layout.own,
            ..self.work(shape)
        };
        while u64::from(next.load(Relaxed)) < batch.all_branches() {
            call!(b"model_join"(&raw const work => *const Work));
        }
        Ok(Some(sums))
    }

    fn kernels(&self) -> KernelTimes {
        KernelTimes::default()
    }
}
