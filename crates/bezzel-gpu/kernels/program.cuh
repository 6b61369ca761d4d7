// The last rows of the walked half, written down once for all boards that reach them.
//
// Of at most eight rows a node fills the first two, and its leaves the other six, two at a time. Both are numbers made of addresses, so
// that one instruction makes the address of a lane's word of each of them. Shorter programs have no first rows, and planes without
// boards in their place.

// A node: the planes of its two squares, and how many fours of leaves follow, with a mark if they make the half equal its bound.
constexpr u32 EQUAL = 1u << 31;

__device__ __forceinline__ uint2 node_of(const Memory& memory, u32 prefix, u32 fours, u32 mark) {
  u32 one = address_of(memory.first[0][prefix & 7]), other = address_of(memory.first[1][prefix >> 4 & 7]);
  return {one | other << 16, fours | mark};
}

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
  return address_of(memory.everybody) | page << 16 | page << 24;
}

constexpr u32 NO_WAY = 127;

// How much of a program is written.
struct Program {
  u32 nodes;
  u32 leaves;
  // The prefix to go on with: the rest does not fit.
  u32 next;
};

// The prefixes of programs with so many rows: where their table begins, and how many there are.
__device__ __forceinline__ u32 prefixes_before(u32 rows) { return rows == 5 ? 0 : rows == 6 ? 1 : rows == 7 ? 7 : 49; }

__device__ __forceinline__ u32 prefixes_of(u32 rows) { return rows == 5 ? 1 : rows == 6 ? 6 : rows == 7 ? 42 : 336; }

// Prefixes that share the first two rows come one after the other: so many make a node.
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

// The ways to fill the rows behind a prefix.
__device__ __forceinline__ Sorted ways_behind(const Tables* tables, Shape shape, Bound bound, Rest rest, Field field, u32 prefix) {
  Sorted none = {{{0, 0, 0, 0}}, {{0, 0, 0, 0}}};
  u32 absent = LONGEST - field.rows, row = shape.half - field.rows;
#pragma unroll
  for (u32 at = 0; at < LONGEST - TAIL; at++) {
    if (at < absent) continue;
    u32 column = __byte_perm(field.columns[0], field.columns[1], prefix >> 4 * at & 7) & 0xff;
    u32 queen = 1u << column;
    if ((queen & open(rest)) == 0) return none;
    rest = with(rest, queen, row + at - absent, shape);
  }
  if (!admits(bound, rest.pattern, TAIL)) return none;
  Five five = {__byte_perm(field.columns[0], field.columns[1], prefix >> 12 & 0x7777),
               __byte_perm(field.columns[0], field.columns[1], prefix >> 28 & 7) & 0xff};
  Ways ways = tail(tables, five, rest.up, rest.down, 32, 0);
  return sorted(tables, ways, five, rest.pattern, bound, shape);
}

// Writes a program, from a prefix on, as much of it as there is room for. Each lane tries a prefix at a time.
__device__ __forceinline__ Program write(Memory& memory, const Tables* tables, Shape shape, Bound bound, Rest rest, Field field, u32 next, u32 lane) {
  u32 prefixes = prefixes_of(field.rows);
  const u32* table = tables->prefixes + prefixes_before(field.rows);
  u32 first = lane / SIBLINGS * SIBLINGS, last = (first + SIBLINGS - 1) % LANES;
  u32 nodes = 0, fours = 0;
  while (next < prefixes) {
    u32 number = next + lane;
    bool takes_part = lane < LANES / SIBLINGS * SIBLINGS && number < prefixes;
    Sorted both = {{{0, 0, 0, 0}}, {{0, 0, 0, 0}}};
    u32 prefix = takes_part ? __ldg(&table[number]) : 0;
    if (takes_part) both = ways_behind(tables, shape, bound, rest, field, prefix);
    // Ways above the bound in the lower half of a number, ways on it in the upper.
    u32 mine = count_of(both.above) | count_of(both.equal) << 16;
    u32 before = scan(mine, lane).before;
    u32 node_start = __shfl_sync(EVERYBODY, before, first);
    u32 total = __shfl_sync(EVERYBODY, before + mine, last) - node_start;
    u32 above = total & 0xffff, equal = total >> 16;
    u32 above_fours = (above + 3) / 4, equal_fours = (equal + 3) / 4;
    bool leads = lane == first && takes_part;
    // Fours in the lower half, nodes in the upper.
    u32 room = leads ? (above_fours + equal_fours) | ((above != 0) + (equal != 0)) << 16 : 0;
    u32 room_before = __shfl_sync(EVERYBODY, scan(room, lane).before, first);
    room = __shfl_sync(EVERYBODY, room, first);
    u32 four = fours + (room_before & 0xffff), node = nodes + (room_before >> 16);
    // Nodes behind one that does not fit wait with it.
    bool fits = four + (room & 0xffff) <= LEAVES / 4 && node + (room >> 16) <= NODES;
    u32 written = __popc(__ballot_sync(EVERYBODY, fits && leads));
    if (fits && takes_part) {
      before -= node_start;
      draft(memory, both.above, number, 4 * four + (before & 0xffff));
      draft(memory, both.equal, number, 4 * (four + above_fours) + (before >> 16));
      if (leads) {
        for (u32 at = above; at < 4 * above_fours; at++) memory.drafts[4 * four + at] = NO_WAY;
        for (u32 at = equal; at < 4 * equal_fours; at++) memory.drafts[4 * (four + above_fours) + at] = NO_WAY;
        if (above != 0) memory.nodes[node++] = node_of(memory, prefix, above_fours, 0);
        if (equal != 0) memory.nodes[node] = node_of(memory, prefix, equal_fours, EQUAL);
      }
    }
    u32 used = fits && leads ? room : 0;
    used = scan(used, lane).all;
    fours += used & 0xffff;
    nodes += used >> 16;
    next += written * SIBLINGS;
    if (__any_sync(EVERYBODY, leads && !fits)) break;
  }
  __syncwarp();
  for (u32 at = lane; at < 4 * fours; at += LANES) {
    u32 draft = memory.drafts[at], way = draft & 127;
    memory.leaves[at] =
        way == NO_WAY ? no_leaf(memory) : leaf_of(memory, __ldg(&table[draft >> 7]), __ldg(&tables->shares[way]), field.rows);
  }
  __syncwarp();
  return {nodes, 4 * fours, min(next, prefixes)};
}
