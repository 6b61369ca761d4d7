// Runs the program for a chunk of boards: three planes and a population count for every leaf. All
// lanes do the same, each with its own 32 boards, and no branch depends on the boards.

// The address of a lane's word in the plane whose address is the lower half of a record; in planes of pages that are its third and
// fourth byte. `mine` is the lane's place in a plane, in bytes: less than 128, which divides all addresses.
__device__ __forceinline__ u32 in_plane(u32 record, u32 mine) { return (record & 0xff80) | mine; }
__device__ __forceinline__ u32 in_page(u32 record, u32 mine) { return __byte_perm(record, mine, 0x5524); }
__device__ __forceinline__ u32 in_other_page(u32 record, u32 mine) { return __byte_perm(record, mine, 0x5534); }

// The boards that attack no queen of a leaf.
__device__ __forceinline__ u32 left_at(u32 alive, u32 leaf, u32 mine) {
  u32 one = word_at(in_plane(leaf, mine));
  u32 two = word_at(in_page(leaf, mine));
  u32 three = word_at(in_other_page(leaf, mine) + sizeof(Plane));
  return alive & ~(one | two) & ~three;
}

// Returns two for every board and leaf above the bound, and one for those that reach it exactly:
// the count of this lane's boards at some groups of four leaves, the first of which belongs to a
// node.
template <bool ANY_ONCE>
__device__ __forceinline__ u32 run(const Memory& memory, u32 node, u32 four, u32 end, u32 once) {
  u32 mine = sizeof(u32) * my_lane();
  u32 worth = 0;
  const uint4* fours = (const uint4*)memory.leaves;
  uint4 next = fours[four];
#pragma unroll 1
  while (four < end) {
    uint2 record = memory.nodes[node++];
    u32 alive = ~(word_at(in_plane(record.x, mine)) | word_at(in_plane(record.x >> 16, mine)));
    u32 left = 0, left_once = 0;
    u32 node_end = min(end, first_four_of(record) + fours_of(record));
#pragma unroll 1
    do {
      uint4 leaves = next;
      next = fours[++four];
      u32 one = left_at(alive, leaves.x, mine), two = left_at(alive, leaves.y, mine);
      u32 three = left_at(alive, leaves.z, mine), last = left_at(alive, leaves.w, mine);
      left += __popc(one) + __popc(two);
      left += __popc(three) + __popc(last);
      if (ANY_ONCE) left_once += __popc(one & once) + __popc(two & once) + __popc(three & once) + __popc(last & once);
    } while (four < node_end);
    worth += record.y & EQUAL ? left : 2 * left - left_once;
  }
  return worth;
}

// Residues are those of `bezzel::job::PRIMES`.
constexpr u32 PRIME = 7919, OTHER_PRIME = 8011;

// Runs the program, and adds up what the boards are worth. Each warp takes as many fours of leaves.
__device__ __forceinline__ void run(Memory& memory) {
  u32 lane = my_lane(), warp = my_warp();
  u32 nodes = memory.program.nodes, fours = memory.program.fours;
  u32 start = fours * warp / WARPS, end = fours * (warp + 1) / WARPS;
  if (start == end) return;
  // The last node that starts at or before this leaf.
  u32 node = 0;
  for (u32 at = lane; at - lane < nodes; at += LANES) {
    bool is_earlier = at < nodes && first_four_of(memory.nodes[at]) <= start;
    node += __popc(__ballot_sync(ALL_LANES, is_earlier));
  }
  u32 once = memory.once[lane];
  u32 worth = __any_sync(ALL_LANES, once != 0) ? run<true>(memory, node - 1, start, end, once) : run<false>(memory, node - 1, start, end, 0);
  worth = sum_of(worth);
  if (lane != 0) return;
  Tally& tally = memory.tally[warp];
  tally.count += worth;
  tally.residues[0] = (tally.residues[0] + worth) % PRIME;
  tally.residues[1] = (tally.residues[1] + worth) % OTHER_PRIME;
}
