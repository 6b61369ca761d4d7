// Boards in bit slices: a bit for every board, a word for the 32 boards of a lane, a plane for the 1,024 boards of a warp.

// Boards that are cut at a time: 32 to a lane.
constexpr u32 CHUNK = LANES * 32;

// The most rows a program fills, and so the most columns.
constexpr u32 LONGEST = 8;

// Diagonals that lead to the right have planes from here on, those that lead to the left from there on. Planes before, between and
// behind stand for diagonals on which no queen above can stand.
constexpr u32 RIGHT = 16;
constexpr u32 LEFT = 48;
constexpr u32 PLANES = 96;

// Boards that may wait beyond a chunk: as many as are looked at before somebody asks.
constexpr u32 STRIDE = 256;

// The most nodes and leaves a program can have at a time.
constexpr u32 NODES = 128;
constexpr u32 LEAVES = 860;

// Two columns that are not the same, by their places.
constexpr u32 PAIRS = LONGEST * (LONGEST - 1);

__host__ __device__ constexpr u32 pair_of(u32 one, u32 other) { return (LONGEST - 1) * one + other - (other > one); }

// One bit for each board of a chunk. A lane reads and writes its own word alone.
using Plane = u32[LANES];

// The memory of a warp.
struct __align__(256) Memory {
  union {
    // Boards that wait to be cut.
    u64 waiting[CHUNK + STRIDE];
    // The boards with a queen on each diagonal.
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
  uint2 nodes[NODES];
  // And some more, that may be read and are not used.
  u32 leaves[LEAVES + 4];
};

// Where something lies in shared memory, which is small enough for 16 bits.
__device__ __forceinline__ u32 address_of(const void* something) { return (u32)__cvta_generic_to_shared(something); }

__device__ __forceinline__ u32 word_at(u32 address) { return *(const u32*)__cvta_shared_to_generic(address); }

// Turns a square of 32 x 32 bits by its diagonal: bit b of word w becomes bit w of word b.
__device__ __forceinline__ void transpose(u32 (&words)[32]) {
#pragma unroll
  for (u32 at = 0; at < 16; at++) {
    u32 one = words[at], other = words[at + 16];
    words[at] = __byte_perm(one, other, 0x5410);
    words[at + 16] = __byte_perm(one, other, 0x7632);
  }
#pragma unroll
  for (u32 at = 0; at < 32; at++) {
    if (at & 8) continue;
    u32 one = words[at], other = words[at + 8];
    words[at] = __byte_perm(one, other, 0x6240);
    words[at + 8] = __byte_perm(one, other, 0x7351);
  }
#pragma unroll
  for (u32 apart = 4; apart > 0; apart /= 2) {
    u32 kept = apart == 4 ? 0x0f0f0f0f : apart == 2 ? 0x33333333 : 0x55555555;
#pragma unroll
    for (u32 at = 0; at < 32; at++) {
      if (at & apart) continue;
      u32 one = words[at], other = words[at + apart];
      words[at] = (one & kept) | (other << apart & ~kept);
      words[at + apart] = (one >> apart & kept) | (other & ~kept);
    }
  }
}

// The rows that a program fills: the last so many, and their columns from left to right, a byte each.
struct Field {
  u32 rows;
  u32 columns[2];
};

// Cuts the boards that wait, and finds those that attack each square of a field. What waits beyond a chunk is handed back, eight
// boards a lane. Gives the boards of this lane that count once.
__device__ __forceinline__ u32 cut(Memory& memory, Shape shape, Field field, u32 lane, u64 (&beyond)[STRIDE / LANES]) {
  u32 low[32], high[32];
#pragma unroll
  for (u32 at = 0; at < STRIDE / LANES; at++) beyond[at] = memory.waiting[CHUNK + LANES * at + lane];
#pragma unroll
  for (u32 at = 0; at < 32; at++) {
    u64 board = memory.waiting[LANES * at + lane];
    low[at] = low_half(board);
    high[at] = high_half(board);
  }
  __syncwarp();
  transpose(low);
  transpose(high);
#pragma unroll
  for (u32 bit = 0; bit < 32; bit++) {
    memory.planes[RIGHT + bit][lane] = low[bit];
    if (bit < 31) memory.planes[LEFT + bit][lane] = high[bit];
  }
  // What squares near the edge look for beyond the board.
  for (u32 beside = 1; beside < shape.half; beside++) memory.planes[RIGHT - beside][lane] = 0;
  for (u32 beside = 31; beside < shape.n + shape.half; beside++) memory.planes[LEFT + beside][lane] = 0;
  u32 once = high[31];
  // Squares of the last six rows, from the last one up.
  u32 attacked[6][LONGEST];
#pragma unroll
  for (u32 place = 0; place < LONGEST; place++) {
    if (place >= field.rows) break;
    u32 column = field.columns[place / 4] >> 8 * (place % 4) & 0xff;
    const u32* right = &memory.planes[RIGHT + column - (shape.half - 1)][lane];
    const u32* left = &memory.planes[LEFT + column + (shape.half - 1)][lane];
#pragma unroll
    for (u32 up = 0; up < LONGEST; up++) {
      u32 boards = up < field.rows ? right[LANES * up] | *(left - LANES * up) : 0;
      if (up < 6) attacked[up][place] = boards; else memory.first[LONGEST - 1 - up][place][lane] = boards;
    }
  }
#pragma unroll
  for (u32 one = 0; one < LONGEST; one++) {
#pragma unroll
    for (u32 other = 0; other < LONGEST; other++) {
      if (one == other || one >= field.rows || other >= field.rows) continue;
      u32 pair = pair_of(one, other);
      memory.last[pair][0][lane] = attacked[3][one] | attacked[2][other];
      memory.last[pair][1][lane] = attacked[1][one] | attacked[0][other];
      memory.middle[pair][lane] = attacked[5][one] | attacked[4][other];
    }
  }
  memory.everybody[lane] = EVERYBODY;
  return once;
}
