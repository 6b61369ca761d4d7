// A fake of CUDA's driver and run-time compiler: the functions of libcuda.so and libnvrtc.so that the
// engine calls, with the kernels of the model. Tests put this library on the search path, so that
// everything between the command line and a kernel runs without a card. Environment variables
// describe the emulated machine:
//
//   CARDS     the cards, by compute capability: "9.0,8.6"; none if empty
//   DRIVER    the CUDA version of the driver: 13000
//   NVRTC     the version of the compiler: "13.0"
//   CODE      "none" if the driver cannot load the compiler's output
//   MEMORY    the free memory of each card, in KiB: "20,1048576"
//   TAKEN     the memory of each card, in KiB, that other programs allocate after it was queried
//   LOST      "2": the first card that has run two kernels fails
//
// The driver has the functions of CUDA 11.4 only. An access outside of a kernel's memory makes the
// call fail.
#include "kernels.h"

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <sstream>
#include <string>

namespace {

// What the driver answers; the numbers are CUDA's own.
enum Result { SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, INVALID_IMAGE = 200, ECC_UNCORRECTABLE = 214, NOT_FOUND = 500, ILLEGAL_ADDRESS = 700, LAUNCH_OUT_OF_RESOURCES = 701 };

constexpr unsigned PROCESSORS = 2;
// The code that the compiler makes, and the only one that the driver loads.
const std::string CODE = "\x7f" "ELF, a fake";

std::string told(const char* name, const char* otherwise) {
  const char* value = getenv(name);
  return value ? value : otherwise;
}

struct Card {
  int major = 0, minor = 0;
  u64 used = 0;
  bool shared = false;
  unsigned kernels = 0;
  bool lost = false;
};

std::vector<Card>& cards() {
  // Kernels may still run when the process ends: what they use is never destroyed.
  static std::vector<Card>& all = *[] {
    auto& cards = *new std::vector<Card>;
    std::istringstream list(told("CARDS", "9.0"));
    for (std::string one; std::getline(list, one, ',');) {
      Card card;
      sscanf(one.c_str(), "%d.%d", &card.major, &card.minor);
      cards.push_back(card);
    }
    return &cards;
  }();
  return all;
}

// Threads take turns: the model knows one block at a time.
std::mutex turn;
using Turn = std::lock_guard<std::mutex>;

// A context is the address of its card.
thread_local Card* current = nullptr;

// Copies that were asked for by this thread, and are under way.
thread_local std::vector<std::function<void()>> copies;

Result state() { return current && current->lost ? ECC_UNCORRECTABLE : SUCCESS; }

// The memory of a card, by address. The bytes behind it must not be accessed.
struct Piece {
  Card* card;
  size_t size;
};
std::map<char*, Piece>& memories = *new std::map<char*, Piece>;
constexpr size_t FENCE = 4096;
constexpr char UNTOUCHED = 0x5a;

bool is_untouched(const char* from, const char* to) {
  return std::all_of(from, to, [](char byte) { return byte == UNTOUCHED; });
}

// Returns the memory of a card; a gigabyte by default.
u64 capacity(const Card* card) {
  std::istringstream list(told("MEMORY", ""));
  std::string one;
  for (const Card* next = &cards()[0]; next <= card; next++) std::getline(list, one, ',');
  return (list ? std::stoull(one) : 1 << 20) << 10;
}

struct Event {
  std::chrono::steady_clock::time_point time;
};

enum Kernel : u64 { LIST = 1, PAD, JOIN };

// Runs every block of a kernel with so much shared memory. Whether all kept to it.
template <class Run>
bool run_blocks(unsigned blocks, unsigned threads, unsigned shared, Run run) {
  for (unsigned block = 0; block < blocks; block++) {
    model::block_number = block;
    model::run_block(threads, run);
    if (!is_untouched(model::shared + shared, std::end(model::shared))) return false;
  }
  return true;
}

template <class T>
T argument(void** arguments, unsigned place) { return *static_cast<T*>(arguments[place]); }

Result launch(Kernel kernel, unsigned blocks, unsigned threads, unsigned shared, void** arguments) {
  if (shared > sizeof(model::shared)) return LAUNCH_OUT_OF_RESOURCES;
  std::string lost = told("LOST", "");
  bool is_any = std::any_of(cards().begin(), cards().end(), [](const Card& card) { return card.lost; });
  current->lost = !lost.empty() && !is_any && current->kernels++ >= std::stoul(lost);
  if (current->lost) return ECC_UNCORRECTABLE;
  bool kept = false;
  if (kernel == LIST) {
    auto tables = argument<const Tables*>(arguments, 0);
    auto shape = argument<Shape>(arguments, 1);
    auto items = argument<const Item*>(arguments, 2);
    auto each = argument<u32>(arguments, 3);
    auto next = argument<u32*>(arguments, 4);
    auto lists = argument<u64*>(arguments, 5);
    auto room = argument<u32>(arguments, 6);
    auto lengths = argument<Lengths*>(arguments, 7);
    kept = run_blocks(blocks, threads, shared, [=] { list(tables, shape, items, each, next, lists, room, lengths); });
  } else if (kernel == PAD) {
    auto lists = argument<u64*>(arguments, 0);
    auto room = argument<u32>(arguments, 1);
    auto lengths = argument<const Lengths*>(arguments, 2);
    kept = run_blocks(blocks, threads, shared, [=] { pad(lists, room, lengths); });
  } else {
    auto work = argument<Work>(arguments, 0);
    kept = run_blocks(blocks, threads, shared, [=] { join(work); });
  }
  for (auto& [start, memory] : memories) kept = kept && is_untouched(start + memory.size, start + memory.size + FENCE);
  return kept ? SUCCESS : ILLEGAL_ADDRESS;
}

}  // namespace

extern "C" {

Result cuDriverGetVersion(int* version) {
  *version = std::stoi(told("DRIVER", "13000"));
  return SUCCESS;
}

Result cuInit(unsigned) {
  return cards().empty() ? NO_DEVICE : SUCCESS;
}

Result cuGetErrorString(Result result, const char** text) {
  *text = result == NO_DEVICE           ? "no CUDA-capable device is detected"
          : result == ECC_UNCORRECTABLE ? "uncorrectable ECC error encountered"
          : result == OUT_OF_MEMORY     ? "out of memory"
          : result == INVALID_IMAGE     ? "device kernel image is invalid"
          : result == ILLEGAL_ADDRESS   ? "an illegal memory access was encountered"
                                        : "some other error";
  return SUCCESS;
}

Result cuDeviceGetCount(int* count) {
  *count = (int)cards().size();
  return SUCCESS;
}

Result cuDeviceGet(int* device, int number) {
  *device = number;
  return SUCCESS;
}

Result cuDeviceGetName(char* name, int length, int) {
  snprintf(name, length, "Fake Card");
  return SUCCESS;
}

Result cuDeviceGetAttribute(int* value, int attribute, int device) {
  const Card& card = cards()[device];
  // The last is the number of multiprocessors.
  *value = attribute == 75 ? card.major : attribute == 76 ? card.minor : attribute == 16 ? (int)PROCESSORS : 0;
  return SUCCESS;
}

Result cuDeviceTotalMem_v2(size_t* bytes, int device) {
  *bytes = capacity(&cards()[device]);
  return SUCCESS;
}

Result cuDevicePrimaryCtxRetain(Card** context, int device) {
  *context = &cards()[device];
  return SUCCESS;
}

Result cuDevicePrimaryCtxRelease_v2(int) { return SUCCESS; }

Result cuCtxGetCurrent(Card** context) {
  *context = current;
  return SUCCESS;
}

Result cuCtxSetCurrent(Card* context) {
  current = context;
  return SUCCESS;
}

Result cuMemGetInfo_v2(size_t* free, size_t* all) {
  Turn mine(turn);
  *all = capacity(current);
  *free = *all - current->used;
  if (!current->shared) current->used += std::stoull(told("TAKEN", "0")) << 10;
  current->shared = true;
  return state();
}

Result cuMemAlloc_v2(char** address, size_t size) {
  Turn mine(turn);
  if (size > capacity(current) - current->used) return OUT_OF_MEMORY;
  *address = static_cast<char*>(aligned_alloc(256, (size + FENCE + 255) / 256 * 256));
  memset(*address + size, UNTOUCHED, FENCE);
  memories[*address] = {current, size};
  current->used += size;
  return state();
}

Result cuMemFree_v2(char* address) {
  Turn mine(turn);
  auto memory = memories.find(address);
  if (memory == memories.end()) return INVALID_VALUE;
  memory->second.card->used -= memory->second.size;
  memories.erase(memory);
  free(address);
  return SUCCESS;
}

Result cuMemsetD8Async(char* address, unsigned char value, size_t size, void*) {
  memset(address, value, size);
  return state();
}

Result cuMemcpyHtoDAsync_v2(char* to, const void* from, size_t size, void*) {
  memcpy(to, from, size);
  return state();
}

// The copy is executed later, so that a caller who does not wait gets no data.
Result cuMemcpyDtoHAsync_v2(void* to, const char* from, size_t size, void*) {
  copies.push_back([=] { memcpy(to, from, size); });
  return state();
}

Result cuStreamCreate(void** stream, unsigned) {
  *stream = &turn;
  return SUCCESS;
}

Result cuStreamDestroy_v2(void*) { return SUCCESS; }

Result cuStreamSynchronize(void*) {
  for (auto& copy : copies) copy();
  copies.clear();
  return state();
}

Result cuModuleLoadData(void** loaded, const char* code) {
  *loaded = &turn;
  return CODE == code && told("CODE", "") != "none" ? SUCCESS : INVALID_IMAGE;
}

Result cuModuleUnload(void*) { return SUCCESS; }

Result cuModuleGetFunction(u64* function, void*, const char* name) {
  std::string kernel = name;
  *function = kernel == "list" ? LIST : kernel == "pad" ? PAD : JOIN;
  return kernel == "list" || kernel == "pad" || kernel == "join" ? SUCCESS : NOT_FOUND;
}

Result cuFuncSetAttribute(u64, int, int) { return SUCCESS; }

Result cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, u64, int, size_t, unsigned) {
  *blocks = 1;
  return SUCCESS;
}

Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, u64, int, size_t) {
  *blocks = 1;
  return SUCCESS;
}

Result cuLaunchKernel(u64 kernel, unsigned blocks, unsigned, unsigned, unsigned threads, unsigned, unsigned, unsigned shared, void*, void** arguments, void**) {
  Turn mine(turn);
  if (Result result = state()) return result;
  return launch((Kernel)kernel, blocks, threads, shared, arguments);
}

Result cuEventCreate(Event** event, unsigned) {
  *event = new Event;
  return SUCCESS;
}

Result cuEventDestroy_v2(Event* event) {
  delete event;
  return SUCCESS;
}

Result cuEventRecord(Event* event, void*) {
  event->time = std::chrono::steady_clock::now();
  return state();
}

Result cuEventQuery(Event*) { return state(); }

Result cuEventElapsedTime(float* milliseconds, Event* start, Event* end) {
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
  return state();
}

// The compiler.

int nvrtcVersion(int* major, int* minor) { return sscanf(told("NVRTC", "13.0").c_str(), "%d.%d", major, minor) == 2 ? 0 : 1; }

int nvrtcGetNumSupportedArchs(int* count) {
  *count = 2;
  return 0;
}

int nvrtcGetSupportedArchs(int* architectures) {
  // Older cards were given up with CUDA 13.
  int major = 0, minor = 0;
  nvrtcVersion(&major, &minor);
  architectures[0] = major < 13 ? 70 : 75;
  architectures[1] = 90;
  return 0;
}

int nvrtcCreateProgram(void** program, const char*, const char*, int, const char* const*, const char* const*) {
  *program = &turn;
  return 0;
}

int nvrtcCompileProgram(void*, int, const char* const*) { return 0; }

int nvrtcGetCUBINSize(void*, size_t* size) {
  *size = CODE.size() + 1;
  return 0;
}

int nvrtcGetCUBIN(void*, char* code) {
  memcpy(code, CODE.c_str(), CODE.size() + 1);
  return 0;
}

int nvrtcGetPTXSize(void* program, size_t* size) { return nvrtcGetCUBINSize(program, size); }

int nvrtcGetPTX(void* program, char* code) { return nvrtcGetCUBIN(program, code); }

int nvrtcDestroyProgram(void**) { return 0; }

}  // extern "C"
