// The walked half, row by row, with the list of placements above that its queens do not attack.

// Joins the boards of the node's list with the program.
__device__ __forceinline__ void join_with(Memory& memory) {
  Reader reader(memory.node.list);
  u32 waiting = 0;
  for (;;) {
    waiting = gather(memory, reader, waiting);
    if (!__syncthreads_or(waiting != 0)) break;
    // What waits beyond this warp's share is kept aside.
    Halves& mine = memory.waiting[my_warp()];
    u32 low[STRIDE / LANES], high[STRIDE / LANES], lane = my_lane();
    waiting = max(waiting, SHARE) - SHARE;
#pragma unroll
    for (u32 turn = 0; turn < STRIDE / LANES; turn++) {
      if (LANES * turn >= waiting) break;
      low[turn] = mine.low[SHARE + LANES * turn + lane];
      high[turn] = mine.high[SHARE + LANES * turn + lane];
    }
    cut(memory);
    attack(memory);
    reader.prefetch_ahead(0);
    run(memory);
    __syncthreads();
#pragma unroll
    for (u32 turn = 0; turn < STRIDE / LANES; turn++) {
      if (LANES * turn >= waiting) break;
      mine.low[LANES * turn + lane] = low[turn];
      mine.high[LANES * turn + lane] = high[turn];
    }
    __syncwarp();
  }
}

// The rows and columns that are left to a node's program, a thread for each column.
__device__ __forceinline__ void describe(Memory& memory, Shape shape) {
  Field& field = memory.field;
  u32 place = threadIdx.x;
  if (place < LONGEST) {
    // Shorter programs have no column there, and any will do.
    u32 queen = nth(memory.node.rest.free, place), column = place_of(queen == 0 ? 1 : queen);
    ((u8*)field.columns)[place] = (u8)column;
    u32 right = address_of(memory.planes[RIGHT + column - (shape.half - 1)]), left = address_of(memory.planes[LEFT + column + (shape.half - 1)]);
    field.diagonals[place] = right | left << 16;
  }
  if (place < WARPS) memory.program.next[place] = 0;
  if (place == 0) {
    field.rows = shape.half - memory.node.row;
    field.shift = blockIdx.x;
    clear(memory.program);
  }
}

// Counts the boards of the node's list that reach the last rows.
__device__ __forceinline__ void finish(Memory& memory, const Work& work) {
  describe(memory, work.shape);
  for (;;) {
    __syncthreads();
    write(memory, work.tables, work.shape);
    if (memory.program.nodes != 0) join_with(memory);
    if (is_written(memory)) break;
    __syncthreads();
    if (threadIdx.x == 0) clear(memory.program);
  }
}

// Returns the order for a node: lists are kept until few enough rows are left for a program.
__device__ __forceinline__ Order order_for(u32 row, Shape shape) { return row + LONGEST >= shape.half ? FINISH : KEEP; }

// Takes a branch, and says what to do with it.
__device__ __forceinline__ Order begin(Memory& memory, const Work& work, bool is_late) {
  if (is_late) return STOP;
  u32 branch = atomicAdd(work.next_branch, 1u);
  u32 number = branch % work.branches, at = branch / work.branches;
  if (at >= work.count) return STOP;
  const Item& item = work.items[at];
  Lengths length = work.lengths[at];
  u32 twice = STRIDE * strides_of(length.twice), once = STRIDE * strides_of(length.once);
  if (twice + once > work.list_capacity) {
    work.sums[at].overflowed = 1;
    return SKIP;
  }
  Shape shape = work.shape;
  Rest rest = item.lower;
  u64 barred = 0;
  u32 row = item.row, choices = work.branches;
  for (u32 more = 0; more < work.branch_rows; more++) {
    choices /= shape.half - row;
    u32 queen = nth(rest.free, number / choices);
    number %= choices;
    if ((queen & open(rest)) == 0) return SKIP;
    rest = with(rest, queen, row, shape);
    barred |= crossing(queen, row, shape);
    row++;
    if (!admits(item.bound, rest.pattern, shape.half - row)) return SKIP;
  }
  const u64* words = work.lists + (u64)work.list_capacity * at;
  memory.node = {rest, {words, words + work.list_capacity - once, length.twice, length.once}, barred, row, 0};
  memory.bound = item.bound;
  memory.depth = 0;
  memory.item = at;
  memory.overflowed = false;
  memory.nodes_entered = 1;
  for (u32 warp = 0; warp < WARPS; warp++) memory.tally[warp] = {0, {0, 0}};
  return order_for(row, shape);
}

// Goes on to the next node of the branch, and says what to do with it.
__device__ __forceinline__ Order proceed(Memory& memory, const Work& work) {
  Shape shape = work.shape;
  Node& node = memory.node;
  if (memory.order == KEEP && !memory.overflowed) {
    u32 untried = memory.kept == 0 ? 0 : open(node.rest);
    memory.path[memory.depth++] = {node.rest, node.row, untried, node.end, memory.kept};
  }
  const u64* own = memory.own;
  while (memory.depth > 0 && !memory.overflowed) {
    Step& step = memory.path[memory.depth - 1];
    if (step.untried == 0) {
      memory.depth--;
      continue;
    }
    u32 queen = lowest(step.untried);
    step.untried ^= queen;
    Rest rest = with(step.rest, queen, step.row, shape);
    u32 row = step.row + 1;
    if (open(rest) == 0 || !admits(memory.bound, rest.pattern, shape.half - row)) continue;
    node = {rest, {own + step.start, nullptr, step.length, 0}, crossing(queen, step.row, shape), row, step.start + STRIDE * strides_of(step.length)};
    memory.nodes_entered++;
    return order_for(row, shape);
  }
  Sum* sum = &work.sums[memory.item];
  for (u32 warp = 0; warp < WARPS; warp++) {
    const Tally& tally = memory.tally[warp];
    atomicAdd(&sum->count, tally.count);
    atomicAdd(&sum->residues[0], (u64)tally.residues[0]);
    atomicAdd(&sum->residues[1], (u64)tally.residues[1]);
  }
  atomicAdd(&sum->nodes, memory.nodes_entered);
  if (memory.overflowed) sum->overflowed = 1;
  return SKIP;
}

// Counts items, branch by branch. A block takes branches until none is left, or the time limit is
// reached; then the same call continues with the rest. Thread 0 decides the next operation of the
// block.
extern "C" __global__ void __launch_bounds__(WARPS * LANES, BLOCKS) join(Work work) {
  SHARED_MEMORY(Memory, memory);
  u64 end = nanoseconds() + work.time_limit;
  if (threadIdx.x == 0) {
    memory.order = SKIP;
    memory.own = work.own_lists + (u64)work.own_capacity * blockIdx.x;
  }
  for (;;) {
    if (threadIdx.x == 0) memory.order = memory.order == SKIP ? begin(memory, work, nanoseconds() > end) : proceed(memory, work);
    __syncthreads();
    Order order = memory.order;
    if (order == STOP) break;
    if (order == KEEP) keep(memory, work);
    if (order == FINISH) finish(memory, work);
    __syncthreads();
  }
}
