// The walked half, row by row, with the list of placements above that its queens do not attack.

// What was counted of an item, by all warps together.
struct Sum {
  u64 count;
  // The same modulo two primes, from accumulators of their own; sums of what is left over.
  u64 residues[2];
  u64 nodes;
  // Whether a list did not fit: nothing else is worth anything then.
  u64 overflowed;
};

constexpr u32 PRIMES[2] = {7919, 8011};

// What a lane has counted so far.
struct Tally {
  u64 count;
  u32 residues[2];
  u64 nodes;

  __device__ __forceinline__ void add(u32 solutions) {
    count += solutions;
    residues[0] = (residues[0] + solutions) % PRIMES[0];
    residues[1] = (residues[1] + solutions) % PRIMES[1];
  }
};

// A list of boards, in one or two pieces.
struct List {
  const u64* words;
  u32 length;
  const u64* more;
  u32 more_length;
};

// Reads a list once, and hands the boards over that are on none of some diagonals.
struct Reader {
  List list;
  u64 barred;
  u32 at;

  __device__ __forceinline__ bool is_over() {
    if (at < list.length) return false;
    if (list.more_length == 0) return true;
    list = {list.more, list.more_length, nullptr, 0};
    at = 0;
    return false;
  }

  // Looks at the next 256 boards; writes those that stay from `to` on, and says how many.
  __device__ __forceinline__ u32 read(u64* to, u32 lane) {
    u64 boards[STRIDE / LANES];
#pragma unroll
    for (u32 turn = 0; turn < STRIDE / LANES; turn++) {
      u32 place = at + LANES * turn + lane;
      boards[turn] = place < list.length ? __ldcg(&list.words[place]) : NOBODY;
    }
    u32 count = 0, before = (1u << lane) - 1;
#pragma unroll
    for (u32 turn = 0; turn < STRIDE / LANES; turn++) {
      u64 board = boards[turn];
      u32 is_hit = (low_half(board) & low_half(barred)) | (high_half(board) & high_half(barred));
      bool stays = is_hit == 0 && board != NOBODY;
      u32 staying = __ballot_sync(EVERYBODY, stays);
      if (stays) to[count + __popc(staying & before)] = board;
      count += __popc(staying);
    }
    at += STRIDE;
    return count;
  }
};

// A warp at work.
struct Joiner {
  Memory& memory;
  const Tables* tables;
  Shape shape;
  // Lists of this warp, one behind the other.
  u64* lists;
  u32 capacity;
  u32 lane;
  Bound bound;
  Tally tally;
  bool overflowed;

  // Counts the boards of a list that reach the last rows.
  __device__ __forceinline__ void finish(Rest rest, u32 row, const List& list, u64 barred) {
    Field field = {shape.half - row, {0, 0}};
    u32 free = rest.free;
    for (u32 place = 0; place < field.rows; place++) {
      u32 column = place_of(free) << 8 * (place % 4);
      if (place < 4) field.columns[0] |= column; else field.columns[1] |= column;
      free &= free - 1;
    }
    u32 next = 0;
    do {
      Program program = write(memory, tables, shape, bound, rest, field, next, lane);
      next = program.next;
      if (program.nodes == 0) continue;
      tally.nodes += program.nodes + program.leaves;
      Reader reader = {list, barred, 0};
      u32 waiting = 0;
      for (;;) {
        while (waiting < CHUNK && !reader.is_over()) waiting += reader.read(&memory.waiting[waiting], lane);
        if (waiting == 0) break;
        for (u32 at = waiting + lane; at < CHUNK; at += LANES) memory.waiting[at] = NOBODY;
        __syncwarp();
        u64 beyond[STRIDE / LANES];
        u32 once = cut(memory, shape, field, lane, beyond);
        u32 solutions = __any_sync(EVERYBODY, once != 0) ? run<true>(memory, program.nodes, once, lane)
                                                         : run<false>(memory, program.nodes, 0, lane);
        tally.add(solutions);
        __syncwarp();
        waiting = waiting > CHUNK ? waiting - CHUNK : 0;
#pragma unroll
        for (u32 at = 0; at < STRIDE / LANES; at++) memory.waiting[LANES * at + lane] = beyond[at];
        __syncwarp();
      }
    } while (next < prefixes_of(field.rows));
  }

  // Copies the boards of a list that are on none of some diagonals to the end of this warp's lists, and says how many.
  __device__ __forceinline__ u32 keep(const List& list, u64 barred, u32 end) {
    Reader reader = {list, barred, 0};
    u64* kept = lists + end;
    u32 length = 0;
    while (!reader.is_over()) {
      if (end + length + STRIDE > capacity) {
        overflowed = true;
        break;
      }
      length += reader.read(kept + length, lane);
    }
    __syncwarp();
    return length;
  }

  // Counts what a part of the walked half, with rows filled down to `row`, leaves of a list.
  __device__ __forceinline__ void walk(Rest rest, u32 row, List list, u64 barred) {
    struct Step {
      Rest rest;
      u32 row;
      u32 untried;
      // Its list.
      u32 start;
      u32 length;
    };
    Step path[8];
    u32 depth = 0, end = 0;
    u32 last = shape.half > LONGEST ? shape.half - LONGEST : 0;
    for (;;) {
      if (row >= last) {
        finish(rest, row, list, barred);
      } else {
        u32 length = keep(list, barred, end);
        path[depth++] = {rest, row, length == 0 ? 0 : open(rest), end, length};
      }
      do {
        while (depth > 0 && path[depth - 1].untried == 0) depth--;
        if (depth == 0 || overflowed) return;
        Step& step = path[depth - 1];
        u32 queen = lowest(step.untried);
        step.untried ^= queen;
        rest = with(step.rest, queen, step.row, shape);
        row = step.row + 1;
        barred = crossing(queen, step.row, shape);
        list = {lists + step.start, step.length, nullptr, 0};
        end = step.start + step.length;
      } while (open(rest) == 0 || !admits(bound, rest.pattern, shape.half - row));
      tally.nodes++;
    }
  }
};

__device__ __forceinline__ u64 nanoseconds() {
#ifdef __CUDA_ARCH__
  u64 now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
#else
  return 0;
#endif
}

// Counts items, each cut into tasks by the queens of the next rows. A warp takes tasks until none is left, or time is over: then the
// same call goes on with those nobody has taken.
extern "C" __global__ void __launch_bounds__(LANES) join(const Tables* tables, Shape shape, const Item* items, u32 count, u32 task_rows, const u64* lists,
                                                u32 list_capacity, const Lengths* lengths, u64* own_lists, u64 own_capacity,
                                                u32* next_task, u64 patience, Sum* sums) {
  __shared__ Memory memory;
  u32 lane = threadIdx.x;
  u64 end = nanoseconds() + patience;
  for (;;) {
    u32 task = 0;
    if (lane == 0) task = nanoseconds() > end ? ~0u : atomicAdd(next_task, 1u);
    task = __shfl_sync(EVERYBODY, task, 0);
    // An item has as many tasks as its next rows could be filled in ways, if no queen attacked another.
    u32 row = items[0].row, tasks = 1;
    for (u32 more = 0; more < task_rows; more++) tasks *= shape.half - row - more;
    if (task / tasks >= count) break;
    const Item& item = items[task / tasks];
    Lengths length = lengths[task / tasks];
    Sum* sum = &sums[task / tasks];
    u32 number = task % tasks;
    if (length.twice + length.once > list_capacity) {
      if (lane == 0 && number == 0) sum->overflowed = 1;
      continue;
    }
    Rest rest = item.lower;
    u64 barred = 0;
    u32 choices = tasks;
    bool alive = true;
    for (u32 more = 0; more < task_rows && alive; more++) {
      choices /= shape.half - row;
      u32 queen = nth(rest.free, number / choices);
      number %= choices;
      alive = (queen & open(rest)) != 0;
      rest = with(rest, queen, row, shape);
      barred |= crossing(queen, row, shape);
      row++;
      alive = alive && admits(item.bound, rest.pattern, shape.half - row);
    }
    if (!alive) continue;
    const u64* words = lists + (u64)list_capacity * (task / tasks);
    List list = {words, length.twice, words + list_capacity - length.once, length.once};
    Joiner joiner = {memory,  tables, shape, own_lists + own_capacity * blockIdx.x, (u32)own_capacity, lane, item.bound, {0, {0, 0}, 1}, false};
    joiner.walk(rest, row, list, barred);
    Tally& tally = joiner.tally;
    u64 solutions = sum_of(tally.count);
    u64 residues[2] = {sum_of(tally.residues[0]) % PRIMES[0], sum_of(tally.residues[1]) % PRIMES[1]};
    if (lane == 0) {
      atomicAdd(&sum->count, solutions);
      atomicAdd(&sum->residues[0], residues[0]);
      atomicAdd(&sum->residues[1], residues[1]);
      atomicAdd(&sum->nodes, tally.nodes);
      if (joiner.overflowed) sum->overflowed = 1;
    }
  }
}
