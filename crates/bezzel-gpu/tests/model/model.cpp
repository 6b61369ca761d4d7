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
  for (u32 block = 0; block < count; block++) {
    model::block_number = block;
    model::run_block(128, [=] { list(tables, *shape, items, lists, capacity, lengths); });
  }
}

extern "C" void model_join(const Tables* tables, const Shape* shape, const Item* items, u32 count, u32 task_rows, const u64* lists, u32 list_capacity,
                           const Lengths* lengths, u64* own_lists, u64 own_capacity, u32* next_task, Sum* sums) {
  model::block_number = 0;
  model::run_block(LANES, [=] {
    join(tables, *shape, items, count, task_rows, lists, list_capacity, lengths, own_lists, own_capacity, next_task, 0, sums);
  });
}
