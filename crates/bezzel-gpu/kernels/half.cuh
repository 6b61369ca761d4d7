// A half of the board, filled row by row from the middle outwards: what `bezzel-count` has in halves/shape.rs, walk.rs, tails.rs.

// A board of side n, cut into two halves of `half` rows. If n is odd the middle row lies between
// them.
struct Shape {
  u32 n;
  u32 half;
};

__device__ __forceinline__ u32 columns_of(Shape shape) { return (1u << shape.n) - 1; }

__device__ __forceinline__ u32 left_of(Shape shape) { return (1u << shape.half) - 1; }

// What is left of a half for the rows that are not filled yet.
struct Rest {
  u32 free;
  // What queens of the same half attack in the next row along diagonals.
  u32 up;
  u32 down;
  // The rows whose queens are left of the middle; the row next to the middle is the highest bit.
  u32 pattern;
};

__device__ __forceinline__ u32 open(Rest rest) { return rest.free & ~(rest.up | rest.down); }

__device__ __forceinline__ Rest with(Rest rest, u32 queen, u32 row, Shape shape) {
  u32 is_left = (queen & left_of(shape)) != 0;
  return {rest.free ^ queen, (rest.up | queen) << 1, (rest.down | queen) >> 1,
          rest.pattern | is_left << (shape.half - 1 - row)};
}

// The bound that a half's pattern and its complement must reach. The edges are both without the
// last five rows; without a bound every pattern is between them.
struct Bound {
  u32 least;
  u32 most;
  u32 edges[2];
};

// Whether a pattern can stay inside, whatever its last rows are.
__device__ __forceinline__ bool admits(Bound bound, u32 pattern, u32 rows_left) {
  return (pattern | ((1u << rows_left) - 1)) >= bound.least && pattern <= bound.most;
}

// Where a queen's diagonals cross the middle, as seen from the first row of the other half: low bits are the columns entered by those
// that lead to the right, high bits by those that lead to the left.
__device__ __forceinline__ u64 diagonals(u32 queen, u32 distance, Shape shape) {
  return joined(queen << distance & columns_of(shape), queen >> distance);
}

// The diagonals of a queen of the walked half, in the same bits. No upper queen is on the first one
// that leads to the right, or on the last one that leads to the left.
__device__ __forceinline__ u64 crossing(u32 queen, u32 row, Shape shape) {
  return joined(queen >> row & ~1u, queen << row & columns_of(shape) >> 1);
}

// The last five rows are not walked: tables list the possible ones among the 120 permutations of
// five columns, one bit each.
constexpr u32 TAIL = 5;

struct Ways {
  u32 word[4];
};

__device__ __forceinline__ u32 count_of(const Ways& ways) {
  return __popc(ways.word[0]) + __popc(ways.word[1]) + __popc(ways.word[2]) + __popc(ways.word[3]);
}

// What the host has prepared (src/tables.rs).
struct Tables {
  // The ways for queens on five columns not to attack each other, by the four gaps between the columns, from 1 to 5 or more.
  uint4 peaceful[5 * 5 * 5 * 5];
  // The ways that give each of the columns a row which is not among some.
  uint4 spared[TAIL][1 << TAIL];
  // The index of the column of each row in a permutation, four bits each.
  u32 shares[128];
  // The ways to fill the rows before the last five, for programs of 5 to 8 rows: four bits for the place of each such row's column,
  // then for each of the five places left. Places of rows that shorter programs do not have are 0.
  u32 prefixes[1 + 6 + 42 + 336];
};

// Five columns, counted from the left, a byte each.
struct Five {
  u32 four;
  u32 fifth;
};

__device__ __forceinline__ u32 column_of(Five five, u32 at) { return at < 4 ? five.four >> 8 * at & 0xff : five.fifth; }

// Returns the permutations in which queens on five columns attack neither each other nor are
// attacked, in the next five rows. `barred` are rows in which the column `barred_column` must not
// be used.
__device__ __forceinline__ Ways tail(const Tables* tables, Five five, u32 up, u32 down, u32 barred_column, u32 barred) {
  u32 code = 0;
#pragma unroll
  for (u32 at = 0; at < TAIL - 1; at++) {
    u32 gap = column_of(five, at + 1) - column_of(five, at);
    code = 5 * code + min(gap, 5u) - 1;
  }
  uint4 ways = __ldg(&tables->peaceful[code]);
  // Rows are bits now: a diagonal that rises is met by later rows in columns to the right of it.
  u32 rising = __brev(up);
#pragma unroll
  for (u32 at = 0; at < TAIL; at++) {
    u32 column = column_of(five, at);
    u32 attacked = (down >> column | rising >> (31 - column)) & 31;
    if (column == barred_column) attacked |= barred & 31;
    uint4 spared = __ldg(&tables->spared[at][attacked]);
    ways.x &= spared.x;
    ways.y &= spared.y;
    ways.z &= spared.z;
    ways.w &= spared.w;
  }
  return {{ways.x, ways.y, ways.z, ways.w}};
}

// Returns the pattern of the last five rows in a permutation; `left` are those of the five columns
// left of the middle.
__device__ __forceinline__ u32 pattern_of(u32 share, u32 left) {
  u32 pattern = 0;
#pragma unroll
  for (u32 row = 0; row < TAIL; row++) pattern = pattern << 1 | (left >> (share >> 4 * row & 7) & 1);
  return pattern;
}

// Permutations by whether the half exceeds the bound or reaches it exactly.
struct Sorted {
  Ways above;
  Ways equal;
};

// Sorts ways out. The rows before have a pattern inside the bound; only at its edges do the last rows matter.
__device__ __forceinline__ Sorted sorted(const Tables* tables, Ways ways, Five five, u32 pattern, Bound bound, Shape shape) {
  Sorted result = {ways, {{0, 0, 0, 0}}};
  u32 start = pattern >> TAIL;
  if (start != bound.edges[0] && start != bound.edges[1]) return result;
  u32 left = 0;
#pragma unroll
  for (u32 at = 0; at < TAIL; at++) left |= (left_of(shape) >> column_of(five, at) & 1) << at;
#pragma unroll
  for (u32 word = 0; word < 4; word++) {
    for (u32 bits = ways.word[word]; bits != 0; bits &= bits - 1) {
      u32 bit = lowest(bits);
      u32 share = __ldg(&tables->shares[32 * word + place_of(bit)]);
      u32 whole = pattern | pattern_of(share, left);
      bool is_inside = whole >= bound.least && whole <= bound.most;
      bool is_equal = whole == bound.least || whole == bound.most;
      if (!is_inside || is_equal) result.above.word[word] ^= bit;
      if (is_inside && is_equal) result.equal.word[word] |= bit;
    }
  }
  return result;
}
