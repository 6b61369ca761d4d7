// Numbers, and the exchange of values between the lanes of a warp. The files of this folder are
// compiled as one source, in the order given by `src/source.rs`; `tests/model/` compiles the same
// files for a processor.

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;

// Threads that go in step: a warp, which is one vector of 32 words to this program.
constexpr u32 LANES = 32;
constexpr u32 ALL_LANES = ~0u;

// The warps that count a branch together, so that some continue while others wait for memory.
constexpr u32 WARPS = 4;

// The thread blocks that share a multiprocessor with enough memory (compute capability 9.0).
constexpr u32 BLOCKS = 7;

__device__ __forceinline__ u32 my_lane() { return threadIdx.x % LANES; }

__device__ __forceinline__ u32 my_warp() { return threadIdx.x / LANES; }

__device__ __forceinline__ u32 lowest(u32 bits) { return bits & (0u - bits); }

__device__ __forceinline__ u32 place_of(u32 bit) { return __ffs(bit) - 1; }

__device__ __forceinline__ u32 nth(u32 bits, u32 n) {
  for (; n > 0; n--) bits &= bits - 1;
  return lowest(bits);
}

__device__ __forceinline__ u32 low_half(u64 word) { return (u32)word; }

__device__ __forceinline__ u32 high_half(u64 word) { return (u32)(word >> 32); }

__device__ __forceinline__ u64 joined(u32 low, u32 high) { return (u64)high << 32 | low; }

// The memory that a block is given when it starts.
#ifndef SHARED_MEMORY
#define SHARED_MEMORY(Type, name)              \
  extern __shared__ __align__(256) char raw[]; \
  Type& name = *(Type*)raw
#endif

// What only a card has; the model has its own.
#ifdef __CUDA_ARCH__
// Returns the bits of `one` where the mask has ones, otherwise those of `other`, with one
// instruction.
__device__ __forceinline__ u32 either(u32 mask, u32 one, u32 other) {
  u32 bits;
  asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(bits) : "r"(mask), "r"(one), "r"(other));
  return bits;
}

// Asks for a line of memory to be brought nearer.
__device__ __forceinline__ void prefetch(const void* line) { asm volatile("prefetch.global.L2 [%0];" ::"l"(line)); }

// The time, from any moment on.
__device__ __forceinline__ u64 nanoseconds() {
  u64 now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}
#endif

// The sum over the lanes before this one, and over all.
struct Scan {
  u32 before;
  u32 all;
};

__device__ __forceinline__ Scan scan(u32 number) {
  u32 lane = my_lane(), sum = number;
  for (u32 apart = 1; apart < LANES; apart *= 2) {
    u32 other = __shfl_up_sync(ALL_LANES, sum, apart);
    if (lane >= apart) sum += other;
  }
  return {sum - number, __shfl_sync(ALL_LANES, sum, LANES - 1)};
}

__device__ __forceinline__ u32 sum_of(u32 number) {
#if __CUDA_ARCH__ >= 800
  return __reduce_add_sync(ALL_LANES, number);
#else
  for (u32 apart = LANES / 2; apart > 0; apart /= 2) number += __shfl_xor_sync(ALL_LANES, number, apart);
  return number;
#endif
}
