// Reads lists: the boards that no queen so far attacks are copied to a chunk, or to a list owned by
// the block.

// The boards of a stride that belong to this lane, and for each whether it stays.
struct Loaded {
  u64 boards[STRIDE / LANES];
  bool stays[STRIDE / LANES];
};

// Reads a list. The warps of a block read strides in turn.
struct Reader {
  const u64* words;
  // The next stride, the end of this piece, and how many strides the other has.
  u32 next;
  u32 end;
  u32 more;

  __device__ __forceinline__ Reader(const List& list)
      : words(list.words), next(my_warp()), end(strides_of(list.length)), more(strides_of(list.more_length)) {}

  // Moves to the other piece at the end of this one. Returns true at the end of both.
  __device__ __forceinline__ bool is_over(const List& list) {
    if (next >= end && more != 0) {
      words = list.more;
      next -= end;
      end = more;
      more = 0;
    }
    return next >= end;
  }

  // Prefetches the lines that will be read this many strides ahead. Reading further ahead than this
  // warp's next stride was tried, and slower.
  __device__ __forceinline__ void prefetch_ahead(u32 strides) const {
    constexpr u32 LINE = 128 / sizeof(u64);
    if (next + strides < end && my_lane() < STRIDE / LINE) prefetch(words + STRIDE * (next + strides) + LINE * my_lane());
  }

  // Takes a stride; boards on the node's diagonals do not stay.
  __device__ __forceinline__ Loaded take(u64 barred) {
    Loaded loaded;
    const u64* from = words + STRIDE * next + my_lane();
#pragma unroll
    for (u32 turn = 0; turn < STRIDE / LANES; turn++) loaded.boards[turn] = __ldcg(from + LANES * turn);
#pragma unroll
    for (u32 turn = 0; turn < STRIDE / LANES; turn++) {
      u64 board = loaded.boards[turn];
      loaded.stays[turn] = ((low_half(board) & low_half(barred)) | (high_half(board) & high_half(barred))) == 0;
    }
    next += WARPS;
    return loaded;
  }
};

// Gathers this warp's share of a chunk, behind what it has already, and fills it up.
__device__ __forceinline__ u32 gather(Memory& memory, Reader& reader, u32 waiting) {
  u32 lane = my_lane(), before = (1u << lane) - 1;
  constexpr u32 MINE = sizeof(Halves) / sizeof(u32), HIGH = SHARE + STRIDE;
  // Both halves of all warps lie one after the other: this is where the next board goes.
  u32* words = memory.waiting[0].low;
  u32 next = MINE * my_warp() + waiting;
  while (next % MINE < SHARE && !reader.is_over(memory.node.list)) {
    reader.prefetch_ahead(WARPS);
    Loaded loaded = reader.take(memory.node.barred);
#pragma unroll
    for (u32 turn = 0; turn < STRIDE / LANES; turn++) {
      u32 staying = __ballot_sync(ALL_LANES, loaded.stays[turn]);
      u32 place = next + __popc(staying & before);
      if (loaded.stays[turn]) {
        words[place] = low_half(loaded.boards[turn]);
        words[place + HIGH] = high_half(loaded.boards[turn]);
      }
      next += __popc(staying);
    }
  }
  waiting = next % MINE;
#pragma unroll 1
  for (next += lane; next % MINE < SHARE; next += LANES) {
    words[next] = low_half(FILLER);
    words[next + HIGH] = high_half(FILLER);
  }
  return waiting;
}

// Copies the boards of the node's list that stay to the end of the block's lists.
__device__ __forceinline__ void keep(Memory& memory, const Work& work) {
  u32 lane = my_lane(), before = (1u << lane) - 1, end = memory.node.end;
  u64* own = memory.own;
  if (threadIdx.x == 0) memory.kept = 0;
  __syncthreads();
  Reader reader(memory.node.list);
  while (!reader.is_over(memory.node.list)) {
    reader.prefetch_ahead(WARPS);
    Loaded loaded = reader.take(memory.node.barred);
    u32 stays = 0;
#pragma unroll
    for (u32 turn = 0; turn < STRIDE / LANES; turn++) stays |= (u32)loaded.stays[turn] << turn;
    u32 count = sum_of(__popc(stays)), at = 0;
    if (lane == 0) at = atomicAdd(&memory.kept, count);
    at = end + __shfl_sync(ALL_LANES, at, 0);
    if (at + count > work.own_capacity) continue;
#pragma unroll
    for (u32 turn = 0; turn < STRIDE / LANES; turn++) {
      bool is_staying = (stays >> turn & 1) != 0;
      u32 staying = __ballot_sync(ALL_LANES, is_staying);
      if (is_staying) own[at + __popc(staying & before)] = loaded.boards[turn];
      at += __popc(staying);
    }
  }
  __syncthreads();
  u32 kept = memory.kept, full = end + STRIDE * strides_of(kept);
  if (full > work.own_capacity) {
    if (threadIdx.x == 0) memory.overflowed = true;
  } else {
    for (u32 at = end + kept + threadIdx.x; at < full; at += WARPS * LANES) own[at] = FILLER;
  }
  __syncthreads();
}
