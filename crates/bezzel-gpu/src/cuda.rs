//! Cards with a CUDA driver. The driver is loaded at run time, so the program builds and runs on
//! machines without it.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use bezzel::Cancel;
use bezzel_count::for_gpu::Shape;
use cudarc::driver::sys::{
    self, CUdevice_attribute, CUevent_flags, CUfunction_attribute_enum, CUresult,
};
use cudarc::driver::{
    CudaContext, CudaEvent, CudaFunction, CudaStream, DeviceRepr, DriverError, LaunchConfig,
    PushKernelArg, ValidAsZeroBits, result,
};
use cudarc::nvrtc::Ptx;

use crate::Error;
use crate::card::{Card, CardResources, ItemBatch, KernelTimes, Work};
use crate::compiler;
use crate::item::{Item, ItemSum, Lengths};
use crate::layout::{Layout, STRIDE};
use crate::memory::Buffer;
use crate::tables::Tables;

// SAFETY: its fields are plain numbers with the layout of C.
unsafe impl DeviceRepr for Item {}
// SAFETY: as above.
unsafe impl DeviceRepr for Lengths {}
// SAFETY: as above; all zeros are empty lists.
unsafe impl ValidAsZeroBits for Lengths {}
// SAFETY: as above.
unsafe impl DeviceRepr for ItemSum {}
// SAFETY: as above; all zeros are a sum of nothing.
unsafe impl ValidAsZeroBits for ItemSum {}
// SAFETY: as above.
unsafe impl DeviceRepr for Tables {}
// SAFETY: as above.
unsafe impl DeviceRepr for Work {}
/// A shape as an argument of a kernel.
#[repr(transparent)]
struct Argument(Shape);
// SAFETY: as above.
unsafe impl DeviceRepr for Argument {}

/// The least compute capability that the kernels need.
const MIN_CAPABILITY: (i32, i32) = (7, 0);
const MIN_CUDA: i32 = 11_040;

/// The errors of the driver for code that it cannot load.
const IS_NO_CODE: [CUresult; 4] = [
    CUresult::CUDA_ERROR_INVALID_IMAGE,
    CUresult::CUDA_ERROR_INVALID_PTX,
    CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU,
    CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
];

/// The description of a card by the driver.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// Its index.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Its compute capability.
    pub capability: (i32, i32),
    /// The number of its multiprocessors.
    pub processors: u32,
    /// Its memory in bytes.
    pub memory: u64,
    /// The CUDA version of the driver, such as 13.0.
    pub driver: String,
}

/// Returns the cards of this machine.
///
/// # Errors
/// If there is no driver, or it finds no card.
pub fn cards() -> Result<Vec<Description>, Error> {
    // SAFETY: it only tries to load the library.
    if !unsafe { sys::is_culib_present() } {
        return Err(Error::NoDriver);
    }
    let said = |error: DriverError| Error::NoCard {
        reason: in_words(error),
    };
    let version = driver_version().map_err(said)?;
    let driver = format!("{}.{}", version / 1000, version % 1000 / 10);
    if version < MIN_CUDA {
        return Err(Error::OldDriver {
            found: driver,
            needed: "11.4",
        });
    }
    result::init().map_err(said)?;
    let count = result::device::get_count().map_err(said)?;
    let describe = |number: i32| -> Result<Description, DriverError> {
        let device = result::device::get(number)?;
        // SAFETY: the device was returned by the driver.
        let attribute = |attribute| unsafe { result::device::get_attribute(device, attribute) };
        Ok(Description {
            number: number as usize,
            name: result::device::get_name(device)?,
            capability: (
                attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
                attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
            ),
            processors: attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?
                as u32,
            // SAFETY: as above.
            memory: unsafe { result::device::total_mem(device) }? as u64,
            driver: driver.clone(),
        })
    };
    (0..count)
        .map(|number| describe(number).map_err(said))
        .collect()
}

impl Description {
    /// Returns an error if it cannot run the kernels.
    ///
    /// # Errors
    /// [`Error::OldCard`] if it is too old.
    pub fn check(&self) -> Result<(), Error> {
        if self.capability >= MIN_CAPABILITY {
            return Ok(());
        }
        let (major, minor) = self.capability;
        Err(Error::OldCard {
            card: self.name.clone(),
            found: format!("{major}.{minor}"),
            needed: "7.0",
        })
    }
}

fn driver_version() -> Result<i32, DriverError> {
    let mut version = 0;
    // SAFETY: the place can be written to.
    unsafe { sys::cuDriverGetVersion(&mut version) }.result()?;
    Ok(version)
}

/// Returns the driver's message for an error.
fn in_words(error: DriverError) -> String {
    match error.error_string() {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(_) => format!("{:?}", error.0),
    }
}

/// The number of threads in a block of the listing kernel, and of the joining kernel.
const LIST_THREADS: u32 = 128;
/// The shared memory of a block of the `list` kernel in bytes: a fixed part, and a part
/// (`LIST_STEP`) for each row that its threads may backtrack to.
const LIST_MEMORY: u32 = 15_360;
const LIST_STEP: u32 = 4_096;
const JOIN_THREADS: u32 = 128;
/// The shared memory of a joining block in bytes.
const JOIN_MEMORY: u32 = 32_256;

/// A kernel returns after about this time, finished or not, because other programs and the display
/// use the card too.
const TIME_LIMIT: Duration = Duration::from_millis(400);

/// The interval at which a running kernel is polled.
const POLL_INTERVAL: Duration = Duration::from_micros(50);

/// The memory for batches of items.
struct BatchMemory {
    items: Buffer<Item>,
    /// For each item, the number of starts (ways to fill the first rows) that the `list` kernel has
    /// taken.
    starts: Buffer<u32>,
    lists: Buffer<u64>,
    lengths: Buffer<Lengths>,
    /// The lists of blocks.
    own: Buffer<u64>,
    /// The number of the next branch: one counter for all thread blocks, kept from one `join`
    /// kernel to the next.
    next: Buffer<u32>,
    sums: Buffer<ItemSum>,
}

/// A card that is ready to count.
pub struct Cuda {
    description: Description,
    stream: Arc<CudaStream>,
    list: CudaFunction,
    pad: CudaFunction,
    join: CudaFunction,
    /// The number of thread blocks that run at the same time.
    blocks: u32,
    tables: Buffer<Tables>,
    memory: Option<BatchMemory>,
    kernels: KernelTimes,
    /// True if it has failed.
    pub is_lost: bool,
}

impl Cuda {
    /// Initialises a card.
    ///
    /// # Errors
    /// If the card or the machine lacks something.
    pub fn new(description: &Description) -> Result<Self, Error> {
        description.check()?;
        let start = |use_kept| {
            let code = compiler::code(description.capability, use_kept)?;
            Ok(Self::start(description, code))
        };
        let started = match start(true)? {
            // The cached code was compiled for another driver.
            Err(error) if IS_NO_CODE.contains(&error.0) => start(false)?,
            started => started,
        };
        started.map_err(|error| match compiler::version() {
            Ok(version) if IS_NO_CODE.contains(&error.0) => Error::Unloadable {
                card: description.name.clone(),
                driver: description.driver.clone(),
                compiler: compiler::written(version),
                reason: in_words(error),
            },
            _ => unready(description, error),
        })
    }

    /// Resets the run time of its kernels.
    pub fn forget_time(&mut self) {
        self.kernels = KernelTimes::default();
    }

    /// Returns the description of the card.
    pub fn description(&self) -> &Description {
        &self.description
    }

    fn start(description: &Description, code: Vec<u8>) -> Result<Self, DriverError> {
        let context = CudaContext::new(description.number)?;
        // SAFETY: all operations use one stream, which runs them in order.
        unsafe { context.disable_event_tracking() };
        let stream = context.new_stream()?;
        let module = context.load_module(Ptx::from_binary(code))?;
        let list = module.load_function("list")?;
        let pad = module.load_function("pad")?;
        let join = module.load_function("join")?;
        let carveout =
            CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
        join.set_attribute(carveout, 100)?;
        let dynamic = CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        join.set_attribute(dynamic, JOIN_MEMORY as i32)?;
        let per_processor = join.occupancy_max_active_blocks_per_multiprocessor(
            JOIN_THREADS,
            JOIN_MEMORY as usize,
            None,
        )?;
        Ok(Self {
            description: description.clone(),
            tables: Buffer::with(&stream, &[Tables::new()])?,
            stream,
            list,
            pad,
            join,
            blocks: per_processor * description.processors,
            memory: None,
            kernels: KernelTimes::default(),
            is_lost: false,
        })
    }

    /// Allocates memory for a layout, unless there is enough. The old memory is freed first, since
    /// both might not fit.
    fn try_reserve(&mut self, layout: &Layout) -> Result<(), DriverError> {
        let lists = layout.list as usize * layout.items;
        let own = layout.own as usize * self.blocks as usize;
        let is_enough = |memory: &BatchMemory| {
            memory.items.len() >= layout.items
                && memory.lists.len() >= lists
                && memory.own.len() >= own
        };
        if self.memory.as_ref().is_some_and(is_enough) {
            return Ok(());
        }
        self.memory = None;
        let stream = &self.stream;
        self.memory = Some(BatchMemory {
            items: Buffer::new(stream, layout.items)?,
            starts: Buffer::new(stream, layout.items)?,
            lists: Buffer::new(stream, lists)?,
            lengths: Buffer::new(stream, layout.items)?,
            own: Buffer::new(stream, own)?,
            next: Buffer::new(stream, 1)?,
            sums: Buffer::new(stream, layout.items)?,
        });
        Ok(())
    }

    fn try_count(
        &mut self,
        batch: &ItemBatch<'_>,
        cancel: &Cancel,
    ) -> Result<Option<Vec<ItemSum>>, DriverError> {
        let &ItemBatch { shape, layout, .. } = batch;
        self.try_reserve(layout)?;
        let memory = self.memory.as_mut().expect("it was just taken");
        let stream = &self.stream;
        let count = batch.items.len() as u32;
        memory.items.write(batch.items)?;
        memory.starts.clear(batch.items.len())?;
        memory.lengths.clear(batch.items.len())?;
        memory.next.clear(1)?;
        memory.sums.clear(batch.items.len())?;
        // The first three rows are filled from the number of the start, and the last five from
        // tables. These eight rows, and the row before the last five, need no entry on the
        // backtracking stack.
        let list_memory = LIST_MEMORY + LIST_STEP * shape.half.saturating_sub(9);
        let shape = Argument(shape);
        let timed = Some(CUevent_flags::CU_EVENT_DEFAULT);
        let mut start = stream.record_event(timed)?;
        // If there are few items, several blocks share one to keep the card busy.
        let blocks_each = (8 * self.description.processors).div_ceil(count).min(64);
        let work = Work {
            tables: self.tables.address(),
            items: memory.items.address(),
            lists: memory.lists.address(),
            lengths: memory.lengths.address(),
            own_lists: memory.own.address(),
            next_branch: memory.next.address(),
            sums: memory.sums.address(),
            time_limit: TIME_LIMIT.as_nanos() as u64,
            shape: shape.0,
            count,
            branches: batch.branches(),
            branch_rows: layout.branch_rows,
            list_capacity: layout.list,
            own_capacity: layout.own,
        };
        let starts = memory.starts.address();
        let mut listing = stream.launch_builder(&self.list);
        listing.arg(&work.tables).arg(&shape).arg(&work.items);
        listing.arg(&blocks_each).arg(&starts);
        listing.arg(&work.lists).arg(&layout.list);
        listing.arg(&work.lengths);
        // SAFETY: the arguments are those of the kernel, and the arrays have the lengths it is
        // given.
        unsafe { listing.launch(grid(count * blocks_each, LIST_THREADS, list_memory)) }?;
        let mut padding = stream.launch_builder(&self.pad);
        padding.arg(&work.lists).arg(&layout.list);
        padding.arg(&work.lengths);
        // SAFETY: as above.
        unsafe { padding.launch(grid(count, STRIDE, 0)) }?;
        loop {
            // If cancelled while lists were made, do not join them.
            let end = stream.record_event(timed)?;
            while !end.try_is_complete()? {
                thread::sleep(POLL_INTERVAL);
            }
            self.kernels.add(time_between(&start, &end)?);
            start = end;
            if cancel.is_cancelled() {
                return Ok(None);
            }
            let taken = memory.next.read(1)?[0];
            if u64::from(taken) >= batch.all_branches() {
                return memory.sums.read(batch.items.len()).map(Some);
            }
            let mut joining = stream.launch_builder(&self.join);
            joining.arg(&work);
            // SAFETY: as above; the memory for blocks' own lists was allocated for `self.blocks`
            // blocks.
            unsafe { joining.launch(grid(self.blocks, JOIN_THREADS, JOIN_MEMORY)) }?;
        }
    }
}

impl Card for Cuda {
    fn room(&self) -> Result<CardResources, Error> {
        let free = self.stream.context().mem_get_info();
        let (free, _) = free.map_err(|error| unready(&self.description, error))?;
        // The memory that this worker has already allocated counts as free, since it is reused.
        let held = |memory: &BatchMemory| memory.lists.bytes() + memory.own.bytes();
        let held = self.memory.as_ref().map_or(0, held);
        Ok(CardResources {
            card: self.description.name.clone(),
            memory: (free + held) as u64,
            blocks: self.blocks,
        })
    }

    fn reserve(&mut self, layout: &Layout) -> Result<(), Error> {
        let reserved = self.try_reserve(layout);
        reserved.map_err(|error| unready(&self.description, error))
    }

    fn count(
        &mut self,
        batch: &ItemBatch<'_>,
        cancel: &Cancel,
    ) -> Result<Option<Vec<ItemSum>>, Error> {
        let counted = self.try_count(batch, cancel);
        counted.map_err(|error| failed(&self.description, error))
    }

    fn kernels(&self) -> KernelTimes {
        self.kernels
    }
}

/// Returns a launch configuration of blocks with this many threads.
fn grid(blocks: u32, threads: u32, memory: u32) -> LaunchConfig {
    LaunchConfig {
        grid_dim: (blocks, 1, 1),
        block_dim: (threads, 1, 1),
        shared_mem_bytes: memory,
    }
}

/// Returns the time between two events that have both occurred.
fn time_between(start: &CudaEvent, end: &CudaEvent) -> Result<Duration, DriverError> {
    // The newest function for this, which `cudarc` calls, requires CUDA 12.8; this one exists in
    // all drivers.
    type Elapsed = unsafe extern "C" fn(*mut f32, sys::CUevent, sys::CUevent) -> CUresult;
    let mut milliseconds = 0.0;
    // SAFETY: the function has had this signature since CUDA's first events; the place can be
    // written to.
    unsafe {
        let elapsed = sys::culib().get::<Elapsed>(b"cuEventElapsedTime\0");
        let elapsed = elapsed.map_err(|_| DriverError(CUresult::CUDA_ERROR_NOT_FOUND))?;
        elapsed(&mut milliseconds, start.cu_event(), end.cu_event()).result()?;
    }
    Ok(Duration::from_secs_f32(milliseconds.max(0.0) / 1e3))
}

fn unready(card: &Description, error: DriverError) -> Error {
    Error::Unready {
        card: card.name.clone(),
        reason: in_words(error),
    }
}

fn failed(card: &Description, error: DriverError) -> Error {
    Error::Failed {
        card: card.name.clone(),
        reason: in_words(error),
    }
}
