// The kernels on a processor, whole and piece by piece: `src/model.rs` compiles this and calls it.
#include "kernels.h"

// Kernels.

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
  model::run_block(WARPS * LANES, [=] { join(*work); });
}

// What they are made of.

extern "C" void model_scan(const u32* numbers, u32* before, u32* all, u32* sums) {
  model::run_block(LANES, [=] {
    u32 lane = my_lane();
    Scan found = scan(numbers[lane]);
    before[lane] = found.before;
    all[lane] = found.all;
    sums[lane] = sum_of(numbers[lane]);
  });
}

extern "C" void model_tail(const Tables* tables, const u32* columns, u32 up, u32 down, u32 barred_column, u32 barred, u32* ways) {
  Five five = {columns[0] | columns[1] << 8 | columns[2] << 16 | columns[3] << 24, columns[4]};
  Ways found = tail(tables, five, up, down, barred_column, barred);
  std::copy(found.word, found.word + 4, ways);
}

extern "C" void model_transpose(u32 (*words)[16]) { transpose(*words); }

// A block with a current node and its own memory.
template <class Do>
void with_node(const Rest& rest, u32 row, const Bound& bound, const u64* boards, u32 length, u64 barred, Do act) {
  model::block_number = 0;
  model::run_block(WARPS * LANES, [&] {
    SHARED_MEMORY(Memory, memory);
    if (threadIdx.x == 0) {
      memory.node = {rest, {boards, nullptr, length, 0}, barred, row, 0};
      memory.bound = bound;
      memory.overflowed = false;
      for (Tally& tally : memory.tally) tally = {0, {0, 0}};
    }
    __syncthreads();
    act(memory);
  });
}

extern "C" u32 model_keep(const Work* work, const u64* boards, u32 length, u64 barred) {
  u32 kept = 0;
  with_node({}, 0, {}, boards, length, barred, [&](Memory& memory) {
    if (threadIdx.x == 0) memory.own = work->own_lists;
    __syncthreads();
    keep(memory, *work);
    kept = memory.overflowed ? ~0u : memory.kept;
  });
  return kept;
}

extern "C" u64 model_finish(const Work* work, const Rest* rest, u32 row, const Bound* bound, const u64* boards, u32 length, u64 barred) {
  u64 count = 0;
  with_node(*rest, row, *bound, boards, length, barred, [&](Memory& memory) {
    finish(memory, *work);
    if (threadIdx.x != 0) return;
    for (const Tally& tally : memory.tally) count += tally.count;
  });
  return count;
}
