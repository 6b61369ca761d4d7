//! The kernels on a processor, for tests: the same sources, compiled by the machine's own compiler with a header that plays CUDA
//! (`tests/model/`).

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use bezzel::Cancel;
use bezzel_count::Shape;
use libloading::{Library, Symbol};

use crate::Error;
use crate::card::{Card, Layout, Room};
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
type Join = unsafe extern "C" fn(*const Tables, *const Shape, *const Item, u32, u32, *const u64, u32, *const Lengths, *mut u64, u64, *mut u32, *mut Sum);

/// Fibers of the model share their bookkeeping.
static BUSY: std::sync::Mutex<()> = std::sync::Mutex::new(());

impl Card for Model {
    fn room(&self) -> Result<Room, Error> {
        Ok(Room { card: "the model".into(), memory: 1 << 30, warps: 1 })
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
        let mut own = vec![0; layout.own as usize];
        let mut lengths = vec![Lengths::default(); items.len()];
        let mut sums = vec![Sum::default(); items.len()];
        let mut next = 0;
        // SAFETY: the functions have these arguments in `tests/model/model.cpp`, and arrays are as long as they are told.
        unsafe {
            let list: Symbol<'_, List> = library().get(b"model_list").unwrap();
            list(&*self.tables, &shape, items.as_ptr(), count, lists.as_mut_ptr(), layout.list, lengths.as_mut_ptr());
            let join: Symbol<'_, Join> = library().get(b"model_join").unwrap();
            join(&*self.tables, &shape, items.as_ptr(), count, layout.task_rows, lists.as_ptr(), layout.list, lengths.as_ptr(), own.as_mut_ptr(), layout.own.into(), &mut next, sums.as_mut_ptr());
        }
        Ok(Some(sums))
    }
}
