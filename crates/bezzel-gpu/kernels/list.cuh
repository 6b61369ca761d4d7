// The upper half: every way to fill it, one word each.

// The mark of a placement that counts once where others count twice.
constexpr u64 ONCE = 1ull << 63;

// A word for boards that are not there: all squares are attacked.
constexpr u64 NOBODY = ~ONCE;

// Lists are read by strides of so many words.
constexpr u32 STRIDE = 256;

__device__ __forceinline__ u32 strides_of(u32 length) { return (length + STRIDE - 1) / STRIDE; }

// A class, or a part of one whose first rows below are filled, as the host prepares it (src/item.rs).
struct Item {
  // The columns of the half that is listed.
  u32 upper;
  // The queen of the middle row, if it stands between both halves; nothing on even boards.
  u32 middle;
  // Whether the queens of the middle row and of the middle column belong to the list.
  u32 off_centre;
  // Rows of the other half that are filled, and what is left of it.
  u32 row;
  Rest lower;
  // The diagonals of the queens in those rows: placements on them are not listed.
  u64 barred;
  Bound bound;
};

// Where a list lies and how long it has become: placements that count twice from its beginning, those that count once from its end.
struct Lengths {
  u32 twice;
  u32 once;
};

// A partly filled upper half.
struct Upper {
  Rest rest;
  u64 word;
  u32 row;
};

// Writes lists; the threads of a block share one.
struct Lister {
  const Tables* tables;
  Shape shape;
  const Item* item;
  // A queen in the middle column makes a placement count once in this row, and must not stand in the rows before it.
  u32 middle_row;
  u64* words;
  u32 capacity;
  Lengths* lengths;

  __device__ __forceinline__ u32 middle_column() const { return item->off_centre ? shape.half : 32; }

  __device__ __forceinline__ u32 squares(const Upper& upper) const {
    u32 barred = item->off_centre && upper.row < middle_row ? 1u << shape.half : 0;
    return open(upper.rest) & ~barred;
  }

  __device__ __forceinline__ u64 word_of(u32 queen, u32 row) const {
    u64 word = diagonals(queen, row + 1 + shape.n % 2, shape);
    return item->off_centre && queen == 1u << shape.half && row == middle_row ? word | ONCE : word;
  }

  __device__ __forceinline__ Upper put(const Upper& upper, u32 queen) const {
    return {with(upper.rest, queen, upper.row, shape), upper.word | word_of(queen, upper.row), upper.row + 1};
  }

  __device__ __forceinline__ bool is_alive(const Upper& upper) const {
    return (upper.word & item->barred) == 0 && admits(item->bound, upper.rest.pattern, shape.half - upper.row);
  }

  __device__ __forceinline__ void write(u64 word) const {
    bool once = (word & ONCE) != 0;
    u32 at = atomicAdd(once ? &lengths->once : &lengths->twice, 1u);
    if (at < capacity) words[once ? capacity - 1 - at : at] = word;
  }

  // Lists the ways to fill the last five rows.
  __device__ __forceinline__ void finish(const Upper& upper) const {
    u32 free = upper.rest.free;
    Five five = {0, 0};
#pragma unroll
    for (u32 at = 0; at < TAIL; at++) {
      u32 column = place_of(free);
      if (at < 4) five.four |= column << 8 * at; else five.fifth = column;
      free &= free - 1;
    }
    u32 start = shape.half - TAIL;
    u32 barred = middle_row > start ? (1u << (middle_row - start)) - 1 : 0;
    Ways ways = tail(tables, five, upper.rest.up, upper.rest.down, middle_column(), barred);
    Sorted both = sorted(tables, ways, five, upper.rest.pattern, item->bound, shape);
#pragma unroll
    for (u32 word = 0; word < 4; word++) {
      for (u32 bits = both.above.word[word] | both.equal.word[word]; bits != 0; bits &= bits - 1) {
        u32 bit = lowest(bits);
        u32 share = __ldg(&tables->shares[32 * word + place_of(bit)]);
        u64 board = upper.word | ((both.equal.word[word] & bit) != 0 ? ONCE : 0);
#pragma unroll
        for (u32 row = 0; row < TAIL; row++) {
          u32 column = __byte_perm(five.four, five.fifth, share >> 4 * row & 7) & 0xff;
          board |= word_of(1u << column, start + row);
        }
        if ((board & item->barred) == 0) write(board);
      }
    }
  }

  // Fills the rows before the last five in all ways, with a stack of its own.
  __device__ void walk(const Upper& upper) const {
    constexpr u32 DEEPEST = 16;
    Upper path[DEEPEST];
    u32 untried[DEEPEST];
    u32 depth = 0;
    path[0] = upper;
    untried[0] = squares(upper);
    for (;;) {
      if (path[depth].row == shape.half - TAIL) {
        finish(path[depth]);
        untried[depth] = 0;
      }
      while (untried[depth] == 0) {
        if (depth == 0) return;
        depth--;
      }
      u32 queen = lowest(untried[depth]);
      untried[depth] ^= queen;
      Upper next = put(path[depth], queen);
      if (!is_alive(next)) continue;
      depth++;
      path[depth] = next;
      untried[depth] = squares(next);
    }
  }
};

__device__ __forceinline__ u32 nth(u32 bits, u32 n) {
  for (; n > 0; n--) bits &= bits - 1;
  return lowest(bits);
}

// Lists the upper half of every item, a block of threads for each. The threads take turns at the ways to fill the first rows.
extern "C" __global__ void __launch_bounds__(128) list(const Tables* tables, Shape shape, const Item* items, u64* lists, u32 capacity,
                                                       Lengths* lengths) {
  constexpr u32 FIRST_ROWS = 3;
  __shared__ Lengths counted;
  if (threadIdx.x == 0) counted = {0, 0};
  __syncthreads();
  const Item* item = &items[blockIdx.x];
  Lister lister = {tables, shape, item, 0, lists + (u64)capacity * blockIdx.x, capacity, &counted};
  u32 first_rows = min(FIRST_ROWS, shape.half - TAIL);
  u32 starts = 1;
  for (u32 row = 0; row < first_rows; row++) starts *= shape.half - row;
  // Off the centre the queen of the middle row stands somewhere left of the middle.
  u32 middles = item->off_centre ? __popc(item->upper & left_of(shape)) : 1;
  for (u32 start = threadIdx.x; start < middles * starts; start += blockDim.x) {
    u32 middle = item->off_centre ? nth(item->upper, start / starts) : item->middle;
    u32 is_listed = item->off_centre ? middle : 0;
    Upper upper = {{item->upper ^ is_listed, middle << 1, middle >> 1, 0}, diagonals(is_listed, 1, shape), 0};
    lister.middle_row = item->off_centre ? shape.half - 1 - place_of(middle) : 0;
    u32 rest = start % starts, choices = starts;
    bool alive = (upper.word & item->barred) == 0;
    for (u32 row = 0; row < first_rows && alive; row++) {
      choices /= shape.half - row;
      u32 queen = nth(upper.rest.free, rest / choices);
      rest %= choices;
      alive = (queen & lister.squares(upper)) != 0;
      upper = lister.put(upper, queen);
      alive = alive && lister.is_alive(upper);
    }
    if (alive) lister.walk(upper);
  }
  __syncthreads();
  if (threadIdx.x == 0) lengths[blockIdx.x] = counted;
  // Both pieces are filled up with nobody, so that they can be read in strides.
  u32 twice = STRIDE * strides_of(counted.twice), once = STRIDE * strides_of(counted.once);
  if (twice + once > capacity) return;
  for (u32 at = counted.twice + threadIdx.x; at < twice; at += blockDim.x) lister.words[at] = NOBODY;
  for (u32 at = counted.once + threadIdx.x; at < once; at += blockDim.x) lister.words[capacity - 1 - at] = NOBODY;
}
