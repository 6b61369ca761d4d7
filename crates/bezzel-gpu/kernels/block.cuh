// The data of a thread block: its arguments, and the memory that its warps share.

// What was counted of an item, by all blocks together.
struct Sum {
  u64 count;
  // Sums of residues.
  u64 residues[2];
  u64 nodes;
  // Whether a list did not fit: nothing else is worth anything then.
  u64 overflowed;
};

// The arguments of a block (`Work` of src/card.rs).
struct Work {
  const Tables* tables;
  const Item* items;
  // The items' lists, and how long they are.
  const u64* lists;
  const Lengths* lengths;
  // Memory for the lists of all blocks.
  u64* own_lists;
  u32* next_branch;
  Sum* sums;
  // How long a block takes branches, in nanoseconds.
  u64 time_limit;
  Shape shape;
  u32 count;
  // The number of branches of an item, and the number of rows whose queens make them.
  u32 branches;
  u32 branch_rows;
  // The words a list may have, and a block's own lists together.
  u32 list_capacity;
  u32 own_capacity;
};

// The largest number of rows of a program, and of its columns. Lists are cut when this many rows
// are left.
constexpr u32 LONGEST = 8;

// Boards that are cut at a time: 32 to each lane of a warp. Each warp of a block gathers its share of them.
constexpr u32 CHUNK = LANES * 32;
constexpr u32 SHARE = CHUNK / WARPS;

// The first planes of diagonals that lead to the right, and of those that lead to the left. Planes
// before, between and behind them are for diagonals that no upper queen can be on.
constexpr u32 RIGHT = 16;
constexpr u32 LEFT = 48;
constexpr u32 PLANES = 96;
// The number of planes behind those that lead to the left: no square of the largest board needs
// more.
constexpr u32 BEHIND = 12;
static_assert(LEFT + 31 + BEHIND <= PLANES, "there are so many behind");
static_assert(RIGHT % WARPS == 0 && BEHIND % WARPS == 0, "each warp clears as many");

// The most nodes and leaves a program can have at a time; there must be room for all leaves of a node.
constexpr u32 NODES = 96;
constexpr u32 LEAVES = 1728;

// The most prefixes a program can have: three rows of eight.
constexpr u32 MOST_PREFIXES = 8 * 7 * 6;

// Two columns, by their places. They are never the same: for equal ones there is no pair, nor memory.
constexpr u32 PAIRS = LONGEST * (LONGEST - 1);

__device__ __forceinline__ u32 pair_of(u32 one, u32 other) { return (LONGEST - 1) * one + other - (other > one); }

// One bit for each board of a chunk, a word for each lane.
using Plane = u32[LANES];

// The halves of 64-bit words apart.
struct Halves {
  u32 low[SHARE + STRIDE];
  u32 high[SHARE + STRIDE];
};

// The last rows, which a program fills, and their columns from left to right, a byte each.
struct Field {
  u32 rows;
  u32 columns[2];
  // For every column, where the planes of the diagonals through its last square lie: one that leads to the right in the lower half of a
  // number, one that leads to the left in the upper.
  u32 diagonals[LONGEST];
  // Which rows a warp takes is shifted by so much: the number of the block.
  u32 shift;
};

// How much of a program is written.
struct Program {
  // What is taken, the fours of leaves in the lower half of a number and nodes in the upper; and what is used of it.
  u32 taken;
  u32 fours;
  u32 nodes;
  // The prefix at which each warp continues, if a program does not fit.
  u32 next[WARPS];
};

// A list of boards, in one or two pieces. Behind each piece there are fillers until a stride is full.
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
  // Where the block's own lists end.
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

// What a warp has counted of a branch.
struct Tally {
  u64 count;
  // The same modulo two primes, from accumulators of their own.
  u32 residues[2];
};

// What the block is to do.
enum Order { STOP, SKIP, KEEP, FINISH };

// The memory of a block. Whatever is the same for all threads lies here, and not in every register: one thread writes a value, mostly
// thread 0, and others read it behind the next barrier.
struct __align__(256) Memory {
  union {
    // Boards that wait to be cut, gathered by each warp.
    Halves waiting[WARPS];
    // The boards with a queen on each diagonal. They lie where the last pairs come to lie.
    Plane planes[PLANES];
    struct {
      // A program before it is written out: a prefix and a way for every leaf.
      u16 drafts[LEAVES];
      // The prefixes at which each warp continues.
      u8 chosen[WARPS][MOST_PREFIXES / WARPS];
    };
    struct {
      // The boards that attack one of two squares: in the last two rows but two, and in the last two.
      Plane last[PAIRS][2];
      // The same two rows before, and each square of the two rows before that.
      Plane middle[PAIRS];
      Plane first[2][LONGEST];
      // Every board.
      Plane all_boards;
    };
  };
  // The boards that count once.
  Plane once;
  // Reading ahead may go slightly beyond the end.
  u32 leaves[LEAVES];
  uint2 nodes[NODES];
  Order order;
  Node node;
  Bound bound;
  Step path[6];
  u32 depth;
  Field field;
  Program program;
  // The block's own lists, and how long the one has become that is kept.
  u64* own;
  u32 kept;
  // The branch's item, and what is counted of it.
  u32 item;
  bool overflowed;
  u64 nodes_entered;
  Tally tally[WARPS];
};

// The host gives a block this much; on cards that have less memory fewer blocks share it.
static_assert(sizeof(Memory) <= 32256, "seven blocks share the memory of a multiprocessor");
// Planes may be overwritten by the last pairs, and by nothing else.
static_assert(sizeof(Memory::planes) <= sizeof(Memory::last), "planes are read while the other pairs are written");

// Where something lies in shared memory, which is small enough for 16 bits.
__device__ __forceinline__ u32 address_of(const void* something) { return (u32)__cvta_generic_to_shared(something); }

__device__ __forceinline__ u32 word_at(u32 address) { return *(const u32*)__cvta_shared_to_generic(address); }

__device__ __forceinline__ void put_word(u32 address, u32 word) { *(u32*)__cvta_shared_to_generic(address) = word; }
