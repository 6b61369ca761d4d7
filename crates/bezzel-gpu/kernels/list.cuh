// The upper half: every way to fill it, one word each.

// The mark of a placement that counts once where others count twice.
constexpr u64 ONCE = 1ull << 63;

// A word that fills lists up: a board that attacks all squares, and so never counts.
constexpr u64 FILLER = ~ONCE;

// Lists are read in strides of this many words.
constexpr u32 STRIDE = 256;

__device__ __forceinline__ u32 strides_of(u32 length) { return (length + STRIDE - 1) / STRIDE; }

// A class, or a part of one whose first rows below are filled, as the host prepares it (src/item.rs).
struct Item {
  // The columns of the half that is listed.
  u32 upper;
  // The queen of the middle row, if it is between both halves; 0 on even boards.
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

// How long a list has become: placements that count twice lie from its beginning on, those that count once up to its end.
struct Lengths {
  u32 twice;
  u32 once;
};

// A partly filled upper half.
struct Upper {
  Rest rest;
  u64 word;
  u32 row;
  // Off the centre: a queen in the middle column makes a placement count once in this row, and is
  // not allowed in the rows before it.
  u32 middle_row;
};

// The board, the item and what they mean for a half.
struct Listing {
  Shape shape;
  Item item;

  // The middle column, where that matters.
  __device__ __forceinline__ u32 middle() const { return item.off_centre ? 1u << shape.half : 0; }

  __device__ __forceinline__ u32 squares(const Upper& upper) const {
    return open(upper.rest) & ~(upper.row < upper.middle_row ? middle() : 0);
  }

  __device__ __forceinline__ u64 word_of(u32 queen, u32 row, u32 middle_row) const {
    u64 word = diagonals(queen, row + 1 + shape.n % 2, shape);
    return queen == middle() && row == middle_row ? word | ONCE : word;
  }

  __device__ __forceinline__ Upper put(const Upper& upper, u32 queen) const {
    u64 word = upper.word | word_of(queen, upper.row, upper.middle_row);
    return {with(upper.rest, queen, upper.row, shape), word, upper.row + 1, upper.middle_row};
  }

  __device__ __forceinline__ bool is_alive(const Upper& upper) const {
    return (upper.word & item.barred) == 0 && admits(item.bound, upper.rest.pattern, shape.half - upper.row);
  }

  // So many rows are filled by number, the others row by row.
  __device__ __forceinline__ u32 first_rows() const { return min(3u, shape.half - TAIL); }

  // The ways to fill them, if no queen attacked another, for every queen in the middle row.
  __device__ __forceinline__ u32 starts_each() const {
    u32 starts = 1;
    for (u32 row = 0; row < first_rows(); row++) starts *= shape.half - row;
    return starts;
  }

  // Off the centre the queen of the middle row is left of the middle.
  __device__ __forceinline__ u32 middles() const { return item.off_centre ? __popc(item.upper & left_of(shape)) : 1; }

  // One of these ways. Whether it can be.
  __device__ __forceinline__ bool begin(u32 start, Upper& upper) const {
    u32 choices = starts_each();
    u32 queen = item.off_centre ? nth(item.upper, start / choices) : item.middle;
    u32 listed = item.off_centre ? queen : 0;
    u32 middle_row = item.off_centre ? shape.half - 1 - place_of(queen) : 0;
    upper = {{item.upper ^ listed, queen << 1, queen >> 1, 0}, diagonals(listed, 1, shape), 0, middle_row};
    if ((upper.word & item.barred) != 0) return false;
    start %= choices;
    while (upper.row < first_rows()) {
      choices /= shape.half - upper.row;
      u32 next = nth(upper.rest.free, start / choices);
      start %= choices;
      if ((next & squares(upper)) == 0) return false;
      upper = put(upper, next);
      if (!is_alive(upper)) return false;
    }
    return true;
  }
};

// The warps that list together, each with its own halves.
constexpr u32 LISTERS = 4;

// Idle lanes wait until there are more than this: starting takes the same time for all of them as
// for one.
constexpr u32 FEW = 8;

// The memory of such a block.
struct ListMemory {
  // Halves of which five rows are left, until there are enough for all lanes.
  u32 waiting[LISTERS][7][2 * LANES];
  // Their ways, with the lane each belongs to.
  static constexpr u32 DRAFTS = 1024;
  u16 drafts[LISTERS][DRAFTS];
  // What each thread goes back to, step by step: a half, and the squares that were not tried. The host gives as much as a board needs.
  static constexpr u32 DEEPEST = 5;
  u32 path[DEEPEST][8][LISTERS * LANES];
};

// What the host relies on.
static_assert(sizeof(ListMemory) == 15360 + 4096 * ListMemory::DEEPEST, "a step takes 4,096 bytes, and the rest 15,360");

// A warp that lists.
struct Lister {
  const Listing& listing;
  ListMemory& memory;
  const Tables* tables;
  u64* words;
  u32 capacity;
  Lengths* lengths;
  u32 waiting;

  __device__ __forceinline__ void save(u32 depth, const Upper& upper, u32 untried) {
    u32 (*at)[LISTERS * LANES] = memory.path[depth];
    u32 values[8] = {upper.rest.free, upper.rest.up, upper.rest.down, upper.rest.pattern, low_half(upper.word), high_half(upper.word), upper.row | upper.middle_row << 16, untried};
#pragma unroll
    for (u32 value = 0; value < 8; value++) at[value][threadIdx.x] = values[value];
  }

  __device__ __forceinline__ u32 load(u32 depth, Upper& upper) const {
    const u32 (*at)[LISTERS * LANES] = memory.path[depth];
    u32 values[8];
#pragma unroll
    for (u32 value = 0; value < 8; value++) values[value] = at[value][threadIdx.x];
    upper = {{values[0], values[1], values[2], values[3]}, joined(values[4], values[5]), values[6] & 0xffff, values[6] >> 16};
    return values[7];
  }

  // Takes halves of which five rows are left, from those lanes that have one.
  __device__ __forceinline__ void take(bool has_one, const Upper& upper) {
    u32 who = __ballot_sync(ALL_LANES, has_one);
    if (has_one) {
      u32 (*at)[2 * LANES] = memory.waiting[my_warp()];
      u32 place = waiting + __popc(who & ((1u << my_lane()) - 1));
      u32 values[7] = {upper.rest.free, upper.rest.up, upper.rest.down, upper.rest.pattern, low_half(upper.word), high_half(upper.word), upper.middle_row};
#pragma unroll
      for (u32 value = 0; value < 7; value++) at[value][place] = values[value];
    }
    waiting += __popc(who);
    __syncwarp();
    if (waiting >= LANES) finish(LANES);
  }

  // Lists the ways to fill the last five rows of the last `count` waiting halves.
  __device__ __forceinline__ void finish(u32 count) {
    waiting -= count;
    u32 lane = my_lane(), start = listing.shape.half - TAIL;
    const u32 (*at)[2 * LANES] = memory.waiting[my_warp()];
    u16* drafts = memory.drafts[my_warp()];
    Sorted both = {{{0, 0, 0, 0}}, {{0, 0, 0, 0}}};
    if (lane < count) {
      u32 place = waiting + lane;
      Five five = five_of(at[0][place]);
      u32 middle_row = at[6][place];
      u32 barred = middle_row > start ? (1u << (middle_row - start)) - 1 : 0;
      u32 middle = listing.item.off_centre ? listing.shape.half : LANES;
      Ways ways = tail(tables, five, at[1][place], at[2][place], middle, barred);
      both = sorted(tables, ways, five, at[3][place], listing.item.bound, listing.shape);
    }
    u32 mine = count_of(both.above) + count_of(both.equal);
    Scan places = scan(mine);
    for (u32 first = 0; first < places.all; first += ListMemory::DRAFTS) {
      draft(drafts, both.above, lane << 7, places.before - first);
      draft(drafts, both.equal, lane << 7 | EQUAL_WAY, places.before + count_of(both.above) - first);
      __syncwarp();
      u32 drafted = min(places.all - first, ListMemory::DRAFTS);
      for (u32 turn = 0; turn < drafted; turn += LANES) {
        bool is_there = turn + lane < drafted;
        u64 board = is_there ? board_of(drafts[turn + lane], start) : 0;
        write(board, is_there && (board & listing.item.barred) == 0);
      }
      __syncwarp();
    }
  }

  static constexpr u32 EQUAL_WAY = 1u << 12;

  // Notes ways down, from a place on, as far as they belong to this part of the draft.
  __device__ __forceinline__ static void draft(u16* drafts, const Ways& ways, u32 whose, u32 at) {
#pragma unroll
    for (u32 word = 0; word < 4; word++) {
      for (u32 bits = ways.word[word]; bits != 0; bits &= bits - 1, at++) {
        if (at < ListMemory::DRAFTS) drafts[at] = (u16)(whose | (32 * word + place_of(bits)));
      }
    }
  }

  __device__ __forceinline__ static Five five_of(u32 free) {
    Five five = {0, 0};
#pragma unroll
    for (u32 at = 0; at < TAIL; at++) {
      u32 column = place_of(free);
      if (at < 4) five.four |= column << 8 * at; else five.fifth = column;
      free &= free - 1;
    }
    return five;
  }

  // Returns the placement of a draft.
  __device__ __forceinline__ u64 board_of(u32 draft, u32 start) const {
    const u32 (*at)[2 * LANES] = memory.waiting[my_warp()];
    u32 place = waiting + (draft >> 7 & 31);
    Five five = five_of(at[0][place]);
    u32 share = __ldg(&tables->shares[draft & 127]);
    u64 board = joined(at[4][place], at[5][place]);
    if (draft & EQUAL_WAY) board |= ONCE;
#pragma unroll
    for (u32 row = 0; row < TAIL; row++) {
      u32 column = __byte_perm(five.four, five.fifth, share >> 4 * row & 7) & 0xff;
      board |= listing.word_of(1u << column, start + row, at[6][place]);
    }
    return board;
  }

  // Writes the boards of the lanes that have one.
  __device__ __forceinline__ void write(u64 board, bool has_one) {
    u32 before = (1u << my_lane()) - 1;
    bool is_once = (board & ONCE) != 0;
    u32 twice = __ballot_sync(ALL_LANES, has_one && !is_once), once = __ballot_sync(ALL_LANES, has_one && is_once);
    u32 at = 0;
    if (my_lane() == 0 && twice != 0) at = atomicAdd(&lengths->twice, (u32)__popc(twice));
    if (my_lane() == 1 && once != 0) at = atomicAdd(&lengths->once, (u32)__popc(once));
    at = __shfl_sync(ALL_LANES, at, is_once ? 1 : 0) + __popc((is_once ? once : twice) & before);
    if (has_one && at < capacity) words[is_once ? capacity - 1 - at : at] = board;
  }
};

// Lists the upper half of every item; several blocks may share an item. Each lane fills halves row
// by row and takes the next start when it is done. The last five rows are filled by all lanes
// together.
extern "C" __global__ void __launch_bounds__(LISTERS * LANES)
list(const Tables* tables, Shape shape, const Item* items, u32 blocks_each, u32* next_start, u64* lists, u32 capacity, Lengths* lengths) {
  SHARED_MEMORY(ListMemory, memory);
  u32 at = blockIdx.x / blocks_each;
  Listing listing = {shape, items[at]};
  Lister lister = {listing, memory, tables, lists + (u64)capacity * at, capacity, &lengths[at], 0};
  u32 starts = listing.starts_each() * listing.middles(), last = shape.half - TAIL;
  u32 depth = 0, untried = 0;
  bool is_over = false;
  Upper upper = {};
  while (__any_sync(ALL_LANES, !is_over)) {
    bool has_one = false;
    Upper one = {};
    // Idle lanes take new starts, several at a time.
    bool is_idle = !is_over && depth == 0 && untried == 0;
    u32 idle = __ballot_sync(ALL_LANES, is_idle), busy = __ballot_sync(ALL_LANES, !is_over && !is_idle);
    if ((u32)__popc(idle) < FEW && busy != 0) idle = 0;
    u32 start = 0;
    if (my_lane() == 0 && idle != 0) start = atomicAdd(&next_start[at], (u32)__popc(idle));
    start = __shfl_sync(ALL_LANES, start, 0) + __popc(idle & ((1u << my_lane()) - 1));
    if (is_idle && idle != 0) {
      is_over = start >= starts;
      if (!is_over && listing.begin(start, upper)) {
        has_one = upper.row == last;
        if (has_one) one = upper; else untried = listing.squares(upper);
      }
    } else if (!is_over && !is_idle) {
      if (untried == 0) untried = lister.load(--depth, upper);
      u32 queen = lowest(untried);
      untried ^= queen;
      Upper next = listing.put(upper, queen);
      if (listing.is_alive(next)) {
        has_one = next.row == last;
        if (has_one) {
          one = next;
        } else {
          if (untried != 0) lister.save(depth++, upper, untried);
          upper = next;
          untried = listing.squares(next);
        }
      }
    }
    lister.take(has_one, one);
  }
  if (lister.waiting != 0) lister.finish(lister.waiting);
}

// Fills both pieces of every list up, so that they can be read by strides.
extern "C" __global__ void __launch_bounds__(STRIDE) pad(u64* lists, u32 capacity, const Lengths* lengths) {
  Lengths length = lengths[blockIdx.x];
  u32 twice = STRIDE * strides_of(length.twice), once = STRIDE * strides_of(length.once);
  if (twice + once > capacity) return;
  u64* words = lists + (u64)capacity * blockIdx.x;
  u32 behind = length.twice + threadIdx.x, before = length.once + threadIdx.x;
  if (behind < twice) words[behind] = FILLER;
  if (before < once) words[capacity - 1 - before] = FILLER;
}
