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
      words[at] = either(kept, one, other << apart);
      words[at + apart] = either(kept, one >> apart, other);
    }
  }
}

// Cuts the boards that wait. Each warp takes half of them, and of those the diagonals that lead to the right, or to the left.
__device__ __forceinline__ void cut(Memory& memory) {
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
#pragma unroll
  for (u32 at = 0; at < RIGHT / WARPS; at++) memory.planes[RIGHT / WARPS * my_warp() + at][lane] = 0;
#pragma unroll
  for (u32 at = 0; at < BEHIND / WARPS; at++) memory.planes[LEFT + 31 + BEHIND / WARPS * my_warp() + at][lane] = 0;
  __syncthreads();
}

// The boards on the diagonals through the squares of a column, in rows counted from the last one
// up, or from a given number of rows before it.
struct Column {
  u32 right;
  u32 left;

  __device__ __forceinline__ Column(const Field& field, u32 place, u32 up) {
    u32 diagonals = field.diagonals[place], mine = sizeof(u32) * my_lane();
    right = (diagonals & 0xffff) + (mine + sizeof(Plane) * up);
    left = (diagonals >> 16) + (mine - sizeof(Plane) * up);
  }

  __device__ __forceinline__ u32 attackers(u32 up) const { return word_at(right + sizeof(Plane) * up) | word_at(left - sizeof(Plane) * up); }
};

// Two squares in neighbouring rows, by the places of their columns: all that differ.
template <class Visit>
__device__ __forceinline__ void for_each_pair(Visit visit) {
#pragma unroll
  for (u32 one = 0; one < LONGEST; one++) {
#pragma unroll
    for (u32 other = 0; other < LONGEST; other++) {
      if (one != other) visit(one, other);
    }
  }
}

// Finds the boards that attack each square of the field's first two rows, and each two squares of two rows behind. Each warp takes two
// rows. There is less to do for the first two; which warp takes them differs from block to block, since a multiprocessor gives warps to its
// schedulers by their numbers.
__device__ __forceinline__ void attack(Memory& memory) {
  u32 lane = my_lane(), rows = memory.field.rows;
  // The lower of the two rows, counted from the last one up.
  u32 up = 2 * ((my_warp() + memory.field.shift) % WARPS);
  u32 uppers[LONGEST], lowers[LONGEST];
#pragma unroll
  for (u32 place = 0; place < LONGEST; place++) {
    Column column(memory.field, place, up);
    // Shorter programs have no queens in the first rows.
    uppers[place] = up + 1 < rows ? column.attackers(1) : 0;
    lowers[place] = up < rows ? column.attackers(0) : 0;
  }
  if (up == 6) {
#pragma unroll
    for (u32 place = 0; place < LONGEST; place++) {
      memory.first[0][place][lane] = uppers[place];
      memory.first[1][place][lane] = lowers[place];
    }
    memory.all_boards[lane] = ~0u;
  }
  if (up == 4) {
    u32 pairs = address_of(memory.middle) + sizeof(u32) * lane;
    for_each_pair([&](u32 one, u32 other) { put_word(pairs + sizeof(Plane) * pair_of(one, other), uppers[one] | lowers[other]); });
  }
  // Planes make room for pairs.
  __syncthreads();
  if (up < 4) {
    u32 pairs = address_of(memory.last[0][up == 0]) + sizeof(u32) * lane;
    for_each_pair([&](u32 one, u32 other) { put_word(pairs + 2 * sizeof(Plane) * pair_of(one, other), uppers[one] | lowers[other]); });
  }
  __syncthreads();
}
