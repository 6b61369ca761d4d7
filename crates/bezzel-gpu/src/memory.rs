//! Memory of a card. It is taken once and used again and again: plain memory, since what drivers have for memory that comes and goes takes
//! them some 50 ms to set up and to clear away, a sixth of a short count.

use std::marker::PhantomData;
use std::sync::Arc;

use cudarc::driver::sys::CUdeviceptr;
use cudarc::driver::{CudaStream, DeviceRepr, DriverError, ValidAsZeroBits, result};

/// Room for some values, all of them plain numbers, in the memory of a card. Whatever is done with it happens on its stream, in order.
pub struct Buffer<T> {
    address: CUdeviceptr,
    length: usize,
    stream: Arc<CudaStream>,
    values: PhantomData<T>,
}

impl<T: DeviceRepr> Buffer<T> {
    /// Takes memory for so many values, at least one. What is in it is not known.
    pub fn new(stream: &Arc<CudaStream>, length: usize) -> Result<Self, DriverError> {
        let length = length.max(1);
        stream.context().bind_to_thread()?;
        // SAFETY: kernels read what kernels or copies have written, and `read` is called of such memory alone.
        let address = unsafe { result::malloc_sync(length * size_of::<T>()) }?;
        Ok(Self {
            address,
            length,
            stream: stream.clone(),
            values: PhantomData,
        })
    }

    /// The same with these values.
    pub fn with(stream: &Arc<CudaStream>, values: &[T]) -> Result<Self, DriverError> {
        let mut buffer = Self::new(stream, values.len())?;
        buffer.write(values)?;
        Ok(buffer)
    }

    /// Where it lies, for kernels.
    pub fn address(&self) -> CUdeviceptr {
        self.address
    }

    /// How many values it has room for.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> usize {
        self.length * size_of::<T>()
    }

    /// Puts values at its beginning.
    pub fn write(&mut self, values: &[T]) -> Result<(), DriverError> {
        assert!(values.len() <= self.length);
        self.stream.context().bind_to_thread()?;
        // SAFETY: there is room for them, and they stay where they are until they are copied.
        unsafe { result::memcpy_htod_async(self.address, values, self.stream.cu_stream()) }?;
        self.stream.synchronize()
    }

    /// What so many values at its beginning are.
    pub fn read(&self, count: usize) -> Result<Vec<T>, DriverError>
    where
        T: Clone + Default,
    {
        assert!(count <= self.length);
        let mut values = vec![T::default(); count];
        self.stream.context().bind_to_thread()?;
        let stream = self.stream.cu_stream();
        // SAFETY: there are so many; they are plain numbers, and stay where they are until they are copied.
        unsafe { result::memcpy_dtoh_async(&mut values, self.address, stream) }?;
        self.stream.synchronize()?;
        Ok(values)
    }

    /// Makes so many values at its beginning zeros.
    pub fn clear(&mut self, count: usize) -> Result<(), DriverError>
    where
        T: ValidAsZeroBits,
    {
        assert!(count <= self.length);
        self.stream.context().bind_to_thread()?;
        let bytes = count * size_of::<T>();
        // SAFETY: there are so many, and zeros are values.
        unsafe { result::memset_d8_async(self.address, 0, bytes, self.stream.cu_stream()) }
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        // Of a card that is lost nothing can be given back.
        if self.stream.context().bind_to_thread().is_ok() {
            // SAFETY: it was taken by `new`, and nobody else gives it back. The driver waits for kernels that use it.
            let _ = unsafe { result::free_sync(self.address) };
        }
    }
}
