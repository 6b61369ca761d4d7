// The kernels as they are, on a processor: `tests/model.rs` compiles this and calls it.
#include "cuda.h"

#include "../../kernels/numbers.cuh"
#include "../../kernels/half.cuh"
#include "../../kernels/list.cuh"
#include "../../kernels/slices.cuh"
#include "../../kernels/program.cuh"
#include "../../kernels/evaluation.cuh"
#include "../../kernels/join.cuh"

extern "C" void model_list(const Tables* tables, const Shape* shape, const Item* items, u32 count, u64* lists, u32 capacity, Lengths* lengths) {
  // Two blocks share an item.
  std::vector<u32> next_start(count);
  for (u32 block = 0; block < 2 * count; block++) {
    model::block_number = block;
    model::run_block(LISTERS * LANES, [&] { list(tables, *shape, items, 2, next_start.data(), lists, capacity, lengths); });
  }
  for (u32 block = 0; block < count; block++) {
    model::block_number = block;
    model::run_block(STRIDE, [=] { pad(lists, capacity, lengths); });
  }
}

extern "C" void model_join(const Work* work) {
  model::block_number = 0;
  model::run_block(TEAM * LANES, [=] { join(*work); });
}
