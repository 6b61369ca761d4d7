//! Memory of a card, allocated once and reused. It is allocated synchronously: the driver's memory
//! pools take about 50 ms to set up and release, a sixth of a short count.

use std::marker::PhantomData;
use std::sync::Arc;

use cudarc::driver::sys::CUdeviceptr;
use cudarc::driver::{CudaStream, DeviceRepr, DriverError, ValidAsZeroBits, result};

/// An array of plain numbers in the memory of a card. All operations are queued on its stream, in
/// order.
pub struct Buffer<T> {
    address: CUdeviceptr,
    length: usize,
    stream: Arc<CudaStream>,
    values: PhantomData<T>,
}

impl<T: DeviceRepr> Buffer<T> {
    /// Allocates memory for this many values, at least one. Its content is undefined.
    pub fn new(stream: &Arc<CudaStream>, length: usize) -> Result<Self, DriverError> {
        let length = length.max(1);
        stream.context().bind_to_thread()?;
        // SAFETY: `read` is only called on memory that kernels or copies have written.
        let address = unsafe { result::malloc_sync(length * size_of::<T>()) }?;
        Ok(Self {
            address,
            length,
            stream: stream.clone(),
            values: PhantomData,
        })
    }

    /// Allocates memory and copies these values to it.
    pub fn with(stream: &Arc<CudaStream>, values: &[T]) -> Result<Self, DriverError> {
        let mut buffer = Self::new(stream, values.len())?;
        buffer.write(values)?;
        Ok(buffer)
    }

    /// Returns its device address.
    pub fn address(&self) -> CUdeviceptr {
        self.address
    }

    /// Returns its capacity in values.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Returns its size in bytes.
    pub fn bytes(&self) -> usize {
        self.length * size_of::<T>()
    }

    /// Copies values to its beginning.
    pub fn write(&mut self, values: &[T]) -> Result<(), DriverError> {
        assert!(values.len() <= self.length);
        self.stream.context().bind_to_thread()?;
        // SAFETY: there is space for them, and they are not moved before the copy is complete.
        unsafe { result::memcpy_htod_async(self.address, values, self.stream.cu_stream()) }?;
        self.stream.synchronize()
    }

    /// Returns this many values from its beginning.
    pub fn read(&self, count: usize) -> Result<Vec<T>, DriverError>
    where
        T: Clone + Default,
    {
        assert!(count <= self.length);
        let mut values = vec![T::default(); count];
        self.stream.context().bind_to_thread()?;
        let stream = self.stream.cu_stream();
        // SAFETY: there are this many values; they are plain numbers, and are not moved before the
        // copy is complete.
        unsafe { result::memcpy_dtoh_async(&mut values, self.address, stream) }?;
        self.stream.synchronize()?;
        Ok(values)
    }

    /// Sets this many values at its beginning to zero.
    pub fn clear(&mut self, count: usize) -> Result<(), DriverError>
    where
        T: ValidAsZeroBits,
    {
        assert!(count <= self.length);
        self.stream.context().bind_to_thread()?;
        let bytes = count * size_of::<T>();
        // SAFETY: there are this many values, and zero is a valid value.
        unsafe { result::memset_d8_async(self.address, 0, bytes, self.stream.cu_stream()) }
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        // Memory of a failed card cannot be freed.
        if self.stream.context().bind_to_thread().is_ok() {
            // SAFETY: it was allocated by `new` and is freed only here. The driver waits for
            // kernels that use it.
            let _ = unsafe { result::free_sync(self.address) };
        }
    }
}
