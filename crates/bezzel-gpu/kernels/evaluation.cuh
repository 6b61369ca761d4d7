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

// Two for every board and leaf that stand above the bound, one for others: what this lane's boards are worth.
template <bool ANY_ONCE>
__device__ __forceinline__ u32 run(const Memory& memory, u32 nodes, u32 once, u32 lane) {
  u32 mine = sizeof(u32) * lane;
  u32 worth = 0;
  const uint4* fours = (const uint4*)memory.leaves;
  uint4 next = *fours;
#pragma unroll 1
  for (u32 node = 0; node < nodes; node++) {
    uint2 record = memory.nodes[node];
    u32 alive = ~(word_at(in_plane(record.x, mine)) | word_at(in_plane(record.x >> 16, mine)));
    u32 left = 0, left_once = 0;
#pragma unroll 1
    for (u32 count = record.y & ~EQUAL; count > 0; count--) {
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
