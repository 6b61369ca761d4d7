// The last rows of the walked half, written down once for all boards that reach them.
//
// Of at most eight rows a node fills the first two, and its leaves the other six, two at a time. Both are numbers made of addresses, so
// that one instruction makes the address of a lane's word of each of them. Shorter programs have no first rows, and planes without
// boards in their place.

// A node: the planes of its two squares; the number and the first of its groups of four leaves, and
// a mark if the half reaches its bound exactly.
constexpr u32 EQUAL = 1u << 31;

__device__ __forceinline__ uint2 node_of(const Memory& memory, u32 prefix, u32 first_four, u32 fours, u32 mark) {
  u32 one = address_of(memory.first[0][prefix & 7]), other = address_of(memory.first[1][prefix >> 4 & 7]);
  return {one | other << 16, fours | first_four << 8 | mark};
}

__device__ __forceinline__ u32 fours_of(uint2 node) { return node.y & 0xff; }

__device__ __forceinline__ u32 first_four_of(uint2 node) { return node.y >> 8 & 0xffff; }

// A leaf: the plane of its first two squares, and pages of 256 bytes in which those of the other pairs lie side by side.
__device__ __forceinline__ u32 leaf_of(const Memory& memory, u32 prefix, u32 share, u32 rows) {
  u32 places[TAIL];
#pragma unroll
  for (u32 row = 0; row < TAIL; row++) places[row] = prefix >> (12 + 4 * (share >> 4 * row & 7)) & 7;
  // Where there are five rows only, any other column will do.
  u32 before = rows > TAIL ? prefix >> 8 & 7 : places[0] == 0;
  u32 page = address_of(memory.last) / 256;
  return address_of(memory.middle[pair_of(before, places[0])]) | (page + pair_of(places[1], places[2])) << 16 |
         (page + pair_of(places[3], places[4])) << 24;
}

// One that no board reaches: a node's leaves are filled up to fours with it.
__device__ __forceinline__ u32 no_leaf(const Memory& memory) {
  u32 page = address_of(memory.last) / 256;
  return address_of(memory.all_boards) | page << 16 | page << 24;
}

constexpr u32 NO_WAY = 127;

// The prefixes of programs with this many rows: the start of their table, and their number.
__device__ __forceinline__ u32 prefixes_before(u32 rows) { return rows == 5 ? 0 : rows == 6 ? 1 : rows == 7 ? 7 : 49; }

__device__ __forceinline__ u32 prefixes_of(u32 rows) { return rows == 5 ? 1 : rows == 6 ? 6 : rows == 7 ? 42 : 336; }

// The number of consecutive prefixes with the same first two rows, which form a node.
constexpr u32 SIBLINGS = 6;

// Writes the numbers of ways down.
__device__ __forceinline__ void draft(Memory& memory, const Ways& ways, u32 prefix, u32 at) {
#pragma unroll
  for (u32 word = 0; word < 4; word++) {
    for (u32 bits = ways.word[word]; bits != 0; bits &= bits - 1) {
      memory.drafts[at++] = (u16)(prefix << 7 | (32 * word + place_of(bits)));
    }
  }
}

// The columns of a field at five places.
__device__ __forceinline__ Five five_at(const Field& field, u32 places) {
  return {__byte_perm(field.columns[0], field.columns[1], places & 0x7777), __byte_perm(field.columns[0], field.columns[1], places >> 16 & 7) & 0xff};
}

// Fills the rows of a prefix. Whether that can be.
__device__ __forceinline__ bool fill(const Memory& memory, Shape shape, u32 prefix, Rest& rest) {
  rest = memory.node.rest;
  const Field& field = memory.field;
  u32 absent = LONGEST - field.rows, row = shape.half - field.rows;
#pragma unroll
  for (u32 at = 0; at < LONGEST - TAIL; at++) {
    if (at < absent) continue;
    u32 queen = 1u << (__byte_perm(field.columns[0], field.columns[1], prefix >> 4 * at & 7) & 0xff);
    if ((queen & open(rest)) == 0) return false;
    rest = with(rest, queen, row + at - absent, shape);
  }
  return admits(memory.bound, rest.pattern, TAIL);
}

// The prefixes of each warp: whole nodes.
__device__ __forceinline__ u32 share_of(u32 prefixes) { return (prefixes + WARPS * SIBLINGS - 1) / (WARPS * SIBLINGS) * SIBLINGS; }

// Lists the prefixes of a warp that can be, from one on. How many they are.
__device__ __forceinline__ u32 choose(Memory& memory, Shape shape, const u32* table, u32 next, u32 end) {
  u8* chosen = memory.chosen[my_warp()];
  u32 lane = my_lane(), count = 0;
  for (u32 turn = next; turn < end; turn += LANES) {
    Rest rest;
    bool can_be = turn + lane < end && fill(memory, shape, __ldg(&table[turn + lane]), rest);
    u32 who = __ballot_sync(ALL_LANES, can_be);
    if (can_be) chosen[count + __popc(who & ((1u << lane) - 1))] = (u8)(turn + lane);
    count += __popc(who);
  }
  __syncwarp();
  return count;
}

// Takes the prefixes of a warp, and writes down what fits of the program: a lane for a prefix, and a node for those that share the first
// two rows.
__device__ __forceinline__ void write_mine(Memory& memory, const Tables* tables, Shape shape, const u32* table, u32 prefixes) {
  u32 lane = my_lane(), share = share_of(prefixes), before_mine = share * my_warp();
  u32 end = min(prefixes, before_mine + share), next = share;
  end = max(end, before_mine) - before_mine;
  u32 count = choose(memory, shape, table + before_mine, memory.program.next[my_warp()], end);
  for (u32 turn = 0; turn < count; turn += LANES) {
    bool takes_part = turn + lane < count;
    u32 mine_at = memory.chosen[my_warp()][min(turn + lane, count - 1)], number = before_mine + mine_at;
    u32 prefix = __ldg(&table[number]);
    Sorted both = {{{0, 0, 0, 0}}, {{0, 0, 0, 0}}};
    if (takes_part) {
      Rest rest;
      fill(memory, shape, prefix, rest);
      Five five = five_at(memory.field, prefix >> 12);
      both = sorted(tables, tail(tables, five, rest.up, rest.down, 32, 0), five, rest.pattern, memory.bound, shape);
    }
    // The first prefix of a node represents it.
    u32 node_of_mine = mine_at / SIBLINGS, node_before = __shfl_up_sync(ALL_LANES, node_of_mine, 1);
    u32 leaders = __ballot_sync(ALL_LANES, takes_part && (lane == 0 || node_of_mine != node_before));
    u32 up_to_me = ~0u >> (31 - lane), behind_me = leaders & ~up_to_me;
    u32 first = 31 - __clz(leaders & up_to_me), last = behind_me == 0 ? 31 : place_of(behind_me) - 1;
    // Ways above the bound in the lower half of a number, ways on it in the upper.
    u32 mine = count_of(both.above) | count_of(both.equal) << 16;
    u32 before = scan(mine).before;
    u32 node_start = __shfl_sync(ALL_LANES, before, first);
    u32 total = __shfl_sync(ALL_LANES, before + mine, last) - node_start;
    before -= node_start;
    u32 above = total & 0xffff, equal = total >> 16;
    u32 above_fours = (above + 3) / 4, equal_fours = (equal + 3) / 4;
    bool leads = lane == first && takes_part;
    // Fours in the lower half, nodes in the upper.
    u32 room = leads ? (above_fours + equal_fours) | ((above != 0) + (equal != 0)) << 16 : 0;
    Scan rooms = scan(room);
    u32 start = 0;
    if (lane == 0) start = atomicAdd(&memory.program.taken, rooms.all);
    start = __shfl_sync(ALL_LANES, start, 0) + __shfl_sync(ALL_LANES, rooms.before, first);
    room = __shfl_sync(ALL_LANES, room, first);
    u32 four = start & 0xffff, node = start >> 16;
    u32 end_four = four + (room & 0xffff), end_node = node + (room >> 16);
    // Nodes behind one that does not fit wait with it.
    bool fits = end_four <= LEAVES / 4 && end_node <= NODES;
    if (fits && takes_part) {
      draft(memory, both.above, number, 4 * four + (before & 0xffff));
      draft(memory, both.equal, number, 4 * (four + above_fours) + (before >> 16));
      if (leads) {
        for (u32 at = above; at < 4 * above_fours; at++) memory.drafts[4 * four + at] = NO_WAY;
        for (u32 at = equal; at < 4 * equal_fours; at++) memory.drafts[4 * (four + above_fours) + at] = NO_WAY;
        if (above != 0) memory.nodes[node++] = node_of(memory, prefix, four, above_fours, 0);
        if (equal != 0) memory.nodes[node] = node_of(memory, prefix, four + above_fours, equal_fours, EQUAL);
        atomicMax(&memory.program.fours, end_four);
        atomicMax(&memory.program.nodes, end_node);
      }
    }
    u32 waits = __ballot_sync(ALL_LANES, takes_part && !fits);
    if (waits != 0) {
      next = __shfl_sync(ALL_LANES, mine_at, place_of(waits));
      break;
    }
  }
  if (lane == 0) memory.program.next[my_warp()] = next;
}

// Forgets what was written, but not how far that went.
__device__ __forceinline__ void clear(Program& program) { program.taken = program.fours = program.nodes = 0; }

// Writes the program of the block's node as far as it fits, continuing after the last part. The
// program was cleared, and all threads have waited for that. Each lane of the block tries one
// prefix at a time.
__device__ __forceinline__ void write(Memory& memory, const Tables* tables, Shape shape) {
  u32 rows = memory.field.rows;
  const u32* table = tables->prefixes + prefixes_before(rows);
  write_mine(memory, tables, shape, table, prefixes_of(rows));
  __syncthreads();
  u32 leaves = 4 * memory.program.fours;
  for (u32 at = threadIdx.x; at < leaves; at += WARPS * LANES) {
    u32 draft = memory.drafts[at], way = draft & 127;
    memory.leaves[at] = way == NO_WAY ? no_leaf(memory) : leaf_of(memory, __ldg(&table[draft >> 7]), __ldg(&tables->shares[way]), rows);
  }
  if (threadIdx.x == 0) memory.nodes_entered += memory.program.nodes + leaves;
  __syncthreads();
}

// Whether every warp has written all of its prefixes.
__device__ __forceinline__ bool is_written(const Memory& memory) {
  u32 share = share_of(prefixes_of(memory.field.rows));
  bool all = true;
  for (u32 warp = 0; warp < WARPS; warp++) all = all && memory.program.next[warp] >= share;
  return all;
}
