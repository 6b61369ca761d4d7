// The program run for a chunk of boards: for every leaf three planes joined and a population count. All lanes do the same, each with
// 32 boards of its own, and no branch depends on boards.

// The address of a lane's word in the plane whose address is the lower half of a record; in planes of pages that are its third and
// fourth byte. `mine` is the lane's place in a plane, in bytes: less than 128, which divides all addresses.
__device__ __forceinline__ u32 in_plane(u32 record, u32 mine) { return (record & 0xff80) | mine; }
__device__ __forceinline__ u32 in_page(u32 record, u32 mine) { return __byte_perm(record, mine, 0x5524); }
__device__ __forceinline__ u32 in_other_page(u32 record, u32 mine) { return __byte_perm(record, mine, 0x5534); }

// The boards that nobody attacks at a leaf.
__device__ __forceinline__ u32 left_at(u32 alive, u32 leaf, u32 mine) {
  u32 one = word_at(in_plane(leaf, mine));
  u32 two = word_at(in_page(leaf, mine));
  u32 three = word_at(in_other_page(leaf, mine) + sizeof(Plane));
  return alive & ~(one | two) & ~three;
}

// Two for every board and leaf that stand above the bound, one for others: what this lane's boards are worth at some nodes.
template <bool ANY_ONCE>
__device__ __forceinline__ u32 run(const Memory& memory, u32 start, u32 end, u32 once) {
  u32 mine = sizeof(u32) * my_lane();
  u32 worth = 0;
  const uint4* fours = (const uint4*)memory.leaves + first_four_of(memory.nodes[start]);
  uint4 next = *fours;
#pragma unroll 1
  for (u32 node = start; node < end; node++) {
    uint2 record = memory.nodes[node];
    u32 alive = ~(word_at(in_plane(record.x, mine)) | word_at(in_plane(record.x >> 16, mine)));
    u32 left = 0, left_once = 0;
#pragma unroll 1
    for (u32 count = fours_of(record); count > 0; count--) {
      uint4 leaves = next;
      fours++;
      next = *fours;
      u32 one = left_at(alive, leaves.x, mine), two = left_at(alive, leaves.y, mine);
      u32 three = left_at(alive, leaves.z, mine), four = left_at(alive, leaves.w, mine);
      left += __popc(one) + __popc(two);
      left += __popc(three) + __popc(four);
      if (ANY_ONCE) left_once += __popc(one & once) + __popc(two & once) + __popc(three & once) + __popc(four & once);
    }
    worth += record.y & EQUAL ? left : 2 * left - left_once;
  }
  return worth;
}

constexpr u32 PRIMES[2] = {7919, 8011};

// Runs the program, and adds up what the boards are worth. Nodes are shared out among warps so that each has about as many leaves.
__device__ __forceinline__ void run(Memory& memory) {
  u32 lane = my_lane(), warp = my_warp();
  u32 nodes = memory.program.nodes, fours = memory.program.fours;
  u32 start = 0, end = 0;
  for (u32 at = lane; at - lane < nodes; at += LANES) {
    u32 before = at < nodes ? first_four_of(memory.nodes[at]) * TEAM : ~0u;
    start += __popc(__ballot_sync(EVERYBODY, before < fours * warp));
    end += __popc(__ballot_sync(EVERYBODY, before < fours * (warp + 1)));
  }
  if (start == end) return;
  u32 once = memory.once[lane];
  u32 worth = __any_sync(EVERYBODY, once != 0) ? run<true>(memory, start, end, once) : run<false>(memory, start, end, 0);
  worth = sum_of(worth);
  if (lane != 0) return;
  Tally& tally = memory.tally[warp];
  tally.count += worth;
  tally.residues[0] = (tally.residues[0] + worth) % PRIMES[0];
  tally.residues[1] = (tally.residues[1] + worth) % PRIMES[1];
}
