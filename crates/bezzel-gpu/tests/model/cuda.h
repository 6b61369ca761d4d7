// What the kernels ask of CUDA, on a processor: a block of threads is a ring of fibers that hand over to each other at every
// barrier. Everything between is done by one fiber alone, so shared memory is plain memory and atomics are plain sums.
#pragma once

#include <setjmp.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#define __device__
#define __host__
#define __align__(bytes) alignas(bytes)
#define __global__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)

#define SHARED_MEMORY(Type, name) Type& name = *reinterpret_cast<Type*>(model::shared)

struct uint2 { unsigned x, y; };
struct uint4 { unsigned x, y, z, w; };
struct dim3 { unsigned x; };

namespace model {

// A thread of the block. Fibers jump between stacks, which a fortified C library would report as an
// attack; `options` disables this check.
struct Fiber {
  ucontext_t start;
  jmp_buf here;
  bool begun = false, over = false;
  std::unique_ptr<char[]> stack;
  // The value that it gives to the others of its warp, or of the block.
  uint64_t told = 0;
};

// Opens when all threads have come.
struct Barrier {
  unsigned expected = 0, come = 0;
  uint64_t held = 0;
};

// Neither these nor others are destroyed when a process ends: a thread may still count.
inline std::vector<Fiber>& fibers = *new std::vector<Fiber>;
// Stacks of blocks that have ended.
inline std::vector<std::unique_ptr<char[]>>& stacks = *new std::vector<std::unique_ptr<char[]>>;
inline std::vector<Barrier>& warps = *new std::vector<Barrier>;
inline Barrier block;
inline unsigned current;
inline jmp_buf caller;
inline void (*body)(void*);
inline void* argument;

// The shared memory of the block.
alignas(256) inline char shared[1 << 16];

constexpr size_t STACK = 1 << 18;
constexpr unsigned WARP = 32;

inline void fail(const char* what) {
  fprintf(stderr, "the model cannot go on: %s\n", what);
  abort();
}

inline void enter() {
  body(argument);
  fibers[current].over = true;
  // Others would wait for ever.
  if (warps[current / WARP].come != 0 || block.come != 0) fail("a thread has ended where others wait for it");
  _longjmp(caller, 1);
}

// Resumes a fiber until it waits or ends.
inline void resume(unsigned fiber) {
  current = fiber;
  if (_setjmp(caller) != 0) return;
  Fiber& next = fibers[fiber];
  if (next.begun) _longjmp(next.here, 1);
  next.begun = true;
  setcontext(&next.start);
}

inline void wait() {
  if (_setjmp(fibers[current].here) == 0) _longjmp(caller, 1);
}

inline void wait_at(Barrier& barrier) {
  uint64_t held = barrier.held;
  if (++barrier.come == barrier.expected) {
    barrier.come = 0;
    barrier.held++;
  }
  while (barrier.held == held) wait();
}

inline void wait_for_warp() { wait_at(warps[current / WARP]); }

// Every lane of the warp gives a number; `read` receives all of them.
template <class Read>
auto exchange(uint64_t number, Read read) {
  fibers[current].told = number;
  wait_for_warp();
  auto result = read(&fibers[current / WARP * WARP]);
  wait_for_warp();
  return result;
}

// Runs a kernel's block of threads.
template <class Kernel>
void run_block(unsigned threads, Kernel kernel) {
  if (threads % WARP != 0) fail("a block that is no whole number of warps");
  for (Fiber& fiber : fibers) stacks.push_back(std::move(fiber.stack));
  fibers = std::vector<Fiber>(threads);
  warps.assign(threads / WARP, Barrier{WARP});
  block = Barrier{threads};
  // The content left by the previous block must not be used.
  std::fill(std::begin(shared), std::end(shared), 0x5a);
  argument = &kernel;
  body = [](void* kernel) { (*static_cast<Kernel*>(kernel))(); };
  for (Fiber& fiber : fibers) {
    if (stacks.empty()) stacks.emplace_back(new char[STACK]);
    fiber.stack = std::move(stacks.back());
    stacks.pop_back();
    getcontext(&fiber.start);
    fiber.start.uc_stack.ss_sp = fiber.stack.get();
    fiber.start.uc_stack.ss_size = STACK;
    fiber.start.uc_link = nullptr;
    makecontext(&fiber.start, enter, 0);
  }
  for (bool any = true; any;) {
    any = false;
    for (unsigned fiber = 0; fiber < threads; fiber++) {
      if (fibers[fiber].over) continue;
      any = true;
      resume(fiber);
    }
  }
}

struct Coordinate {
  unsigned (*read)();
  operator unsigned() const { return read(); }
};

inline unsigned block_number;

}  // namespace model

inline struct { model::Coordinate x{[] { return model::current; }}; } threadIdx;
inline struct { model::Coordinate x{[] { return model::block_number; }}; } blockIdx;
inline struct { model::Coordinate x{[] { return (unsigned)model::fibers.size(); }}; } blockDim;

inline void __syncwarp() { model::wait_for_warp(); }

inline void __syncthreads() { model::wait_at(model::block); }

// Whether any thread of the block says yes.
inline bool __syncthreads_or(bool vote) {
  model::fibers[model::current].told = vote;
  __syncthreads();
  bool any = false;
  for (model::Fiber& fiber : model::fibers) any |= fiber.told != 0;
  __syncthreads();
  return any;
}

inline unsigned __ballot_sync(unsigned, bool vote) {
  return model::exchange(vote, [](model::Fiber* warp) {
    unsigned votes = 0;
    for (unsigned lane = 0; lane < model::WARP; lane++) votes |= (unsigned)warp[lane].told << lane;
    return votes;
  });
}

inline bool __any_sync(unsigned mask, bool vote) { return __ballot_sync(mask, vote) != 0; }

template <class T>
T __shfl_sync(unsigned, T number, unsigned from) {
  return model::exchange(number, [from](model::Fiber* warp) { return (T)warp[from % model::WARP].told; });
}

template <class T>
T __shfl_xor_sync(unsigned, T number, unsigned apart) {
  unsigned lane = model::current % model::WARP;
  return model::exchange(number, [=](model::Fiber* warp) { return (T)warp[lane ^ apart].told; });
}

template <class T>
T __shfl_up_sync(unsigned, T number, unsigned apart) {
  unsigned lane = model::current % model::WARP;
  return model::exchange(number, [=](model::Fiber* warp) { return (T)warp[lane >= apart ? lane - apart : lane].told; });
}

template <class T>
T atomicAdd(T* sum, T number) {
  T before = *sum;
  *sum += number;
  return before;
}

template <class T>
T atomicMax(T* most, T number) {
  T before = *most;
  *most = std::max(*most, number);
  return before;
}

inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
inline int __ffs(int bits) { return __builtin_ffs(bits); }
inline int __clz(unsigned bits) { return bits == 0 ? 32 : __builtin_clz(bits); }

inline unsigned __brev(unsigned bits) {
  unsigned reversed = 0;
  for (unsigned bit = 0; bit < 32; bit++) reversed |= (bits >> bit & 1) << (31 - bit);
  return reversed;
}

// Four of the eight bytes of two numbers.
inline unsigned __byte_perm(unsigned low, unsigned high, unsigned selector) {
  uint64_t both = (uint64_t)high << 32 | low;
  unsigned result = 0;
  for (unsigned byte = 0; byte < 4; byte++) result |= (unsigned)(both >> 8 * (selector >> 4 * byte & 7) & 0xff) << 8 * byte;
  return result;
}

inline size_t __cvta_generic_to_shared(const void* pointer) { return (const char*)pointer - model::shared; }
inline void* __cvta_shared_to_generic(size_t address) { return model::shared + address; }

template <class T>
T __ldg(const T* from) { return *from; }
template <class T>
T __ldcg(const T* from) { return *from; }

using std::max;
using std::min;

inline unsigned either(unsigned mask, unsigned one, unsigned other) { return (one & mask) | (other & ~mask); }

// There is no memory that is nearer than another.
inline void prefetch(const void*) {}

// A clock that advances by a millisecond at every call, so that a time limit means a number of
// branches on any machine.
inline unsigned long long nanoseconds() {
  static unsigned long long now = 0;
  return now += 1000 * 1000;
}
