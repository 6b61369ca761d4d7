// Boards in bit slices: a bit for every board, 32 of them in a word, and a plane of words for a chunk of boards.

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
  for (u32 beside = 1 + my_warp(); beside < shape.half; beside += WARPS) memory.planes[RIGHT - beside][lane] = 0;
  for (u32 beside = 31 + my_warp(); beside < shape.n + shape.half; beside += WARPS) memory.planes[LEFT + beside][lane] = 0;
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
  constexpr u32 OWN = LONGEST / WARPS;
  u32 lane = my_lane(), own = OWN * my_warp(), rows = memory.field.rows;
  u32 ones[3][OWN], others[2][LONGEST];
#pragma unroll
  for (u32 at = 0; at < OWN; at++) {
    Column column(memory.field, own + at);
    // Shorter programs have no queens in the first rows.
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
  memory.all_boards[lane] = ~0u;
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
