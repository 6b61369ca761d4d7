//! The kernels on a processor, for tests: the same sources, compiled by the machine's own compiler with a header that plays CUDA
//! (`tests/model/`).

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use bezzel::Cancel;
use bezzel_count::Shape;
use libloading::{Library, Symbol};

use crate::Error;
use crate::card::{Card, Room, Work, tasks};
use crate::layout::Layout;
use crate::item::{Item, Lengths, Sum};
use crate::tables::Tables;

/// The kernels, compiled once.
fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let compiled = folder.path().join("model.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/model/model.cpp");
        let status = Command::new("c++")
            .args(["-std=c++17", "-O2", "-U_FORTIFY_SOURCE", "-Wall", "-Wno-unknown-pragmas", "-fno-strict-aliasing", "-shared", "-fPIC", "-o"])
            .arg(&compiled)
            .arg(source)
            .status()
            .expect("c++ compiles the model (`./test` installs it)");
        assert!(status.success(), "the model does not compile");
        // SAFETY: the library has just been compiled from our own source, and does nothing when it is loaded.
        unsafe { Library::new(&compiled) }.unwrap()
    })
}

/// A card with one warp.
pub struct Model {
    tables: Box<Tables>,
}

impl Model {
    pub fn new() -> Self {
        Self { tables: Box::new(Tables::new()) }
    }
}

type List = unsafe extern "C" fn(*const Tables, *const Shape, *const Item, u32, *mut u64, u32, *mut Lengths);
type Join = unsafe extern "C" fn(*const Work);

/// Fibers of the model share their bookkeeping.
static BUSY: std::sync::Mutex<()> = std::sync::Mutex::new(());

impl Card for Model {
    fn room(&self) -> Result<Room, Error> {
        Ok(Room { card: "the model".into(), memory: 1 << 30, teams: 1 })
    }

    fn kernel_time(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }

    fn count(&mut self, shape: Shape, items: &[Item], layout: &Layout, cancel: &Cancel) -> Result<Option<Vec<Sum>>, Error> {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        let _busy = BUSY.lock();
        let count = items.len() as u32;
        let mut lists = vec![0; layout.list as usize * items.len()];
        let mut own = vec![0_u64; layout.own as usize];
        let mut lengths = vec![Lengths::default(); items.len()];
        let mut sums = vec![Sum::default(); items.len()];
        let mut next = 0_u32;
        // SAFETY: the functions have these arguments in `tests/model/model.cpp`, and arrays are as long as they are told.
        unsafe {
            let list: Symbol<'_, List> = library().get(b"model_list").unwrap();
            list(&*self.tables, &shape, items.as_ptr(), count, lists.as_mut_ptr(), layout.list, lengths.as_mut_ptr());
            let join: Symbol<'_, Join> = library().get(b"model_join").unwrap();
            let work = Work {
                tables: (&raw const *self.tables) as u64,
                items: items.as_ptr() as u64,
                lists: lists.as_ptr() as u64,
                lengths: lengths.as_ptr() as u64,
                own_lists: own.as_mut_ptr() as u64,
                next_task: (&raw mut next) as u64,
                sums: sums.as_mut_ptr() as u64,
                patience: 0,
                shape,
                count,
                tasks: tasks(shape, &items[0], layout),
                task_rows: layout.task_rows,
                list_capacity: layout.list,
                own_capacity: layout.own,
            };
            join(&work);
        }
        Ok(Some(sums))
    }
}
