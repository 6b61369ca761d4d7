// Boards in bit slices: a bit for every board, 32 of them in a word, and a plane of words for a chunk of boards.

// The most rows a program fills, and so the most columns. With so many rows left lists are cut.
constexpr u32 LONGEST = 8;

// Boards that are cut at a time: 32 to each lane of a warp. Each warp of a team gathers its share of them.
constexpr u32 CHUNK = LANES * 32;
constexpr u32 SHARE = CHUNK / TEAM;

// Diagonals that lead to the right have planes from here on, those that lead to the left from there on. Planes before, between and
// behind stand for diagonals on which no queen above can stand.
constexpr u32 RIGHT = 16;
constexpr u32 LEFT = 48;
constexpr u32 PLANES = 96;

// The most nodes and leaves a program can have at a time; there must be room for all leaves of a node.
constexpr u32 NODES = 96;
constexpr u32 LEAVES = 960;

// Two columns, by their places. They are never the same.
constexpr u32 PAIRS = LONGEST * LONGEST;

__device__ __forceinline__ u32 pair_of(u32 one, u32 other) { return LONGEST * one + other; }

// One bit for each board of a chunk, a word for each lane.
using Plane = u32[LANES];

// The halves of 64-bit words apart.
struct Halves {
  u32 low[SHARE + STRIDE];
  u32 high[SHARE + STRIDE];
};

// The rows that a program fills: the last so many, and their columns from left to right, a byte each.
struct Field {
  u32 rows;
  u32 columns[2];
  // For every column, where the planes of the diagonals through its last square lie: one that leads to the right in the lower half of a
  // number, one that leads to the left in the upper.
  u32 diagonals[LONGEST];
};

// How much of a program is written.
struct Program {
  // What is taken, the fours of leaves in the lower half of a number and nodes in the upper; and what is used of it.
  u32 taken;
  u32 fours;
  u32 nodes;
  // The prefix that each warp goes on with: the rest does not fit.
  u32 next[TEAM];
};

// A list of boards, in one or two pieces. Behind each piece there is nobody until a stride is full.
struct List {
  const u64* words;
  const u64* more;
  u32 length;
  u32 more_length;
};

// A node of the walked half that is still to be joined with a list.
struct Node {
  Rest rest;
  // The boards above, but for those on some diagonals.
  List list;
  u64 barred;
  u32 row;
  // Where the team's own lists end.
  u32 end;
};

// A node whose list is kept, and the queens of the next row that were not tried yet.
struct Step {
  Rest rest;
  u32 row;
  u32 untried;
  u32 start;
  u32 length;
};

// What a warp has counted of a task.
struct Tally {
  u64 count;
  // The same modulo two primes, from accumulators of their own.
  u32 residues[2];
};

// What the team is to do.
enum Order { STOP, SKIP, KEEP, FINISH };

// The memory of a team. Whatever is the same for all threads lies here, and not in every register: thread 0 writes it, between two
// meetings of the team.
struct __align__(256) Memory {
  union {
    // Boards that wait to be cut, gathered by each warp.
    Halves waiting[TEAM];
    // The boards with a queen on each diagonal. They lie where the last pairs come to lie.
    Plane planes[PLANES];
    // A program before it is written out: a prefix and a way for every leaf.
    u16 drafts[LEAVES];
    struct {
      // The boards that attack one of two squares: in the last two rows but two, and in the last two.
      Plane last[PAIRS][2];
      // The same two rows before, and each square of the two rows before that.
      Plane middle[PAIRS];
      Plane first[2][LONGEST];
      // Every board.
      Plane everybody;
    };
  };
  // The boards that count once.
  Plane once;
  // A little more than the leaves may be read.
  u32 leaves[LEAVES];
  uint2 nodes[NODES];
  Order order;
  Node node;
  Bound bound;
  Step path[6];
  u32 depth;
  Field field;
  Program program;
  // How long a list has become that is kept.
  u32 kept;
  // The task, and what is counted of it.
  u32 item;
  bool overflowed;
  u64 nodes_entered;
  Tally tally[TEAM];
};

// The host gives a team this much.
static_assert(sizeof(Memory) <= 32256, "seven teams share the memory of a multiprocessor");

// Where something lies in shared memory, which is small enough for 16 bits.
__device__ __forceinline__ u32 address_of(const void* something) { return (u32)__cvta_generic_to_shared(something); }

__device__ __forceinline__ u32 word_at(u32 address) { return *(const u32*)__cvta_shared_to_generic(address); }

// Turns two squares of 16 x 16 bits, side by side, each by its diagonal: bits b and 16 + b of word w become bits w and 16 + w of word
// b.
__device__ __forceinline__ void transpose(u32 (&words)[16]) {
#pragma unroll
  for (u32 at = 0; at < 8; at++) {
    u32 one = words[at], other = words[at + 8];
    words[at] = __byte_perm(one, other, 0x6240);
    words[at + 8] = __byte_perm(one, other, 0x7351);
  }
#pragma unroll
  for (u32 apart = 4; apart > 0; apart /= 2) {
    u32 kept = apart == 4 ? 0x0f0f0f0f : apart == 2 ? 0x33333333 : 0x55555555;
#pragma unroll
    for (u32 at = 0; at < 16; at++) {
      if (at & apart) continue;
      u32 one = words[at], other = words[at + apart];
      words[at] = (one & kept) | (other << apart & ~kept);
      words[at + apart] = (one >> apart & kept) | (other & ~kept);
    }
  }
}

// Cuts the boards that wait. Each warp takes half of them, and of those the diagonals that lead to the right, or to the left.
__device__ __forceinline__ void cut(Memory& memory, Shape shape) {
  u32 lane = my_lane(), side = my_warp() % 2, part = my_warp() / 2;
  u32 words[16];
#pragma unroll
  for (u32 quarter = 0; quarter < 2; quarter++) {
    const Halves& share = memory.waiting[2 * part + quarter];
    const u32* boards = (side == 0 ? share.low : share.high) + lane;
#pragma unroll
    for (u32 at = 0; at < 8; at++) words[8 * quarter + at] = boards[LANES * at];
  }
  __syncthreads();
  transpose(words);
  u16* planes = (u16*)memory.planes[side == 0 ? RIGHT : LEFT] + 2 * lane + part;
#pragma unroll
  for (u32 bit = 0; bit < 16; bit++) {
    planes[2 * LANES * bit] = (u16)words[bit];
    u16* other = &planes[2 * LANES * (bit + 16)];
    // The last bit is no diagonal.
    if (bit == 15 && side == 1) other = (u16*)memory.once + 2 * lane + part;
    *other = (u16)(words[bit] >> 16);
  }
  // What squares near the edge look for beyond the board. No board has as many columns as a word has bits.
  for (u32 beside = 1 + my_warp(); beside < shape.half; beside += TEAM) memory.planes[RIGHT - beside][lane] = 0;
  for (u32 beside = 31 + my_warp(); beside < shape.n + shape.half; beside += TEAM) memory.planes[LEFT + beside][lane] = 0;
  __syncthreads();
}

// The boards on the diagonals through a square of a column, in rows counted from the last one up.
struct Column {
  u32 right;
  u32 left;

  __device__ __forceinline__ Column(const Field& field, u32 place) {
    u32 diagonals = field.diagonals[place], mine = sizeof(u32) * my_lane();
    right = (diagonals & 0xffff) + mine;
    left = (diagonals >> 16) + mine;
  }

  __device__ __forceinline__ u32 attackers(u32 up) const { return word_at(right + sizeof(Plane) * up) | word_at(left - sizeof(Plane) * up); }
};

// Finds the boards that attack each square of the field, or each two. Each warp takes the pairs that begin with its own two columns.
__device__ __forceinline__ void attack(Memory& memory) {
  constexpr u32 OWN = LONGEST / TEAM;
  u32 lane = my_lane(), own = OWN * my_warp(), rows = memory.field.rows;
  u32 ones[3][OWN], others[2][LONGEST];
#pragma unroll
  for (u32 at = 0; at < OWN; at++) {
    Column column(memory.field, own + at);
    // Shorter programs have nobody in the first rows.
    memory.first[0][own + at][lane] = rows > 7 ? column.attackers(7) : 0;
    memory.first[1][own + at][lane] = rows > 6 ? column.attackers(6) : 0;
    ones[2][at] = rows > 5 ? column.attackers(5) : 0;
    ones[1][at] = column.attackers(3);
    ones[0][at] = column.attackers(1);
  }
#pragma unroll
  for (u32 other = 0; other < LONGEST; other++) {
    Column column(memory.field, other);
    u32 boards = column.attackers(4);
#pragma unroll
    for (u32 at = 0; at < OWN; at++) memory.middle[pair_of(own + at, other)][lane] = ones[2][at] | boards;
    others[1][other] = column.attackers(2);
    others[0][other] = column.attackers(0);
  }
  memory.everybody[lane] = EVERYBODY;
  // Planes make room for pairs.
  __syncthreads();
#pragma unroll
  for (u32 other = 0; other < LONGEST; other++) {
#pragma unroll
    for (u32 at = 0; at < OWN; at++) {
      Plane* pair = memory.last[pair_of(own + at, other)];
      pair[0][lane] = ones[1][at] | others[1][other];
      pair[1][lane] = ones[0][at] | others[0][other];
    }
  }
  __syncthreads();
}
