//! Maze generators: rooms on a grid, with walls removed until all rooms are connected.
//!
//! A room is a cell with odd line and column. Between two neighbouring rooms there is one cell of
//! wall.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Direction, EXIT, Maze, START, WALL, WAY};
use crate::Error;

/// An algorithm that generates a perfect maze, which has exactly one path between any two rooms.
#[derive(Debug)]
pub struct Algorithm {
    /// The name that users select it by.
    pub name: &'static str,
    /// One line on how it works and what its mazes look like.
    pub about: &'static str,
    carve: fn(&mut Rooms, &mut ChaCha8Rng),
}

/// Every algorithm.
pub const ALGORITHMS: &[Algorithm] = &[
    Algorithm {
        name: "depth-first",
        about: "a random walk that backtracks at dead ends: long winding corridors",
        carve: depth_first,
    },
    Algorithm {
        name: "wilson",
        about: "random walks with their loops erased (Wilson 1996): every maze equally likely",
        carve: wilson,
    },
    Algorithm {
        name: "kruskal",
        about: "removes walls in random order if they separate two regions: many short dead ends",
        carve: kruskal,
    },
];

/// Returns the algorithm of that name.
pub fn algorithm(name: &str) -> Option<&'static Algorithm> {
    ALGORITHMS.iter().find(|algorithm| algorithm.name == name)
}

/// The parameters of a maze to generate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MazePlan {
    /// The number of rooms in a row.
    pub width: usize,
    /// The number of rows of rooms.
    pub height: usize,
    /// The share (0 to 1) of the walls left between rooms that is removed after generation, which
    /// creates loops.
    pub loops: f64,
    /// The number of exits: the first in the last room, others in random rooms along the border.
    pub exits: usize,
    /// The seed. The same seed gives the same maze.
    pub seed: u64,
}

impl Algorithm {
    /// Generates a maze.
    ///
    /// # Errors
    /// Those of [`MazePlan::check`].
    pub fn generate(&self, plan: &MazePlan) -> Result<Maze, Error> {
        plan.check()?;
        let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
        let mut rooms = Rooms::new(plan.width, plan.height);
        (self.carve)(&mut rooms, &mut rng);
        rooms.knock_out(plan.loops, &mut rng);
        rooms.open(plan.exits, &mut rng);
        Ok(Maze::from_cells(rooms.line, rooms.cells))
    }
}

impl MazePlan {
    /// The largest number of cells of a generated maze.
    const LIMIT: usize = 2_000_000_000;

    /// Validates the parameters.
    ///
    /// # Errors
    /// [`Error::TooManyRooms`], [`Error::TooFewRooms`], [`Error::LoopShare`], [`Error::ExitCount`].
    pub fn check(&self) -> Result<(), Error> {
        let &Self {
            width,
            height,
            loops,
            exits,
            ..
        } = self;
        let limit = Self::LIMIT;
        let side = |rooms: usize| rooms.checked_mul(2)?.checked_add(1);
        let cells = side(width).zip(side(height));
        let cells = cells.and_then(|(width, height)| width.checked_mul(height));
        if cells.is_none_or(|cells| cells > limit) {
            return Err(Error::TooManyRooms {
                width,
                height,
                limit,
            });
        }
        if width * height < 2 {
            return Err(Error::TooFewRooms);
        }
        if !(0.0..=1.0).contains(&loops) {
            return Err(Error::LoopShare { loops });
        }
        let limit = border(width, height).count() - 1;
        if !(1..=limit).contains(&exits) {
            return Err(Error::ExitCount {
                width,
                height,
                limit,
                exits,
            });
        }
        Ok(())
    }
}

/// Returns the rooms along the border, the first room first and the last room last.
fn border(width: usize, height: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..height).flat_map(move |y| {
        let inner = y > 0 && y + 1 < height && width > 1;
        let step = if inner { width - 1 } else { 1 };
        (0..width).step_by(step).map(move |x| (x, y))
    })
}

/// The cells during generation, all walls at first.
struct Rooms {
    width: usize,
    height: usize,
    /// The number of cells in a line.
    line: usize,
    cells: Vec<u8>,
}

impl Rooms {
    fn new(width: usize, height: usize) -> Self {
        let line = 2 * width + 1;
        Self {
            width,
            height,
            line,
            cells: vec![WALL; line * (2 * height + 1)],
        }
    }

    fn count(&self) -> usize {
        self.width * self.height
    }

    /// Returns the cell of a room.
    #[inline]
    fn cell(&self, room: usize) -> usize {
        (2 * (room / self.width) + 1) * self.line + 2 * (room % self.width) + 1
    }

    #[inline]
    fn is_carved(&self, room: usize) -> bool {
        self.cells[self.cell(room)] == WAY
    }

    /// Returns the room next to `room`, if it is inside the maze.
    #[inline]
    fn next(&self, room: usize, direction: Direction) -> Option<usize> {
        match direction {
            Direction::North => room.checked_sub(self.width),
            Direction::South => Some(room + self.width).filter(|&next| next < self.count()),
            Direction::West => (!room.is_multiple_of(self.width)).then(|| room - 1),
            Direction::East => Some(room + 1).filter(|next| !next.is_multiple_of(self.width)),
        }
    }

    /// Opens a room, its neighbour and the wall between them.
    #[inline]
    fn join(&mut self, room: usize, direction: Direction) {
        let cell = self.cell(room);
        let step = match direction {
            Direction::North | Direction::South => self.line,
            Direction::West | Direction::East => 1,
        };
        let (wall, next) = match direction {
            Direction::North | Direction::West => (cell - step, cell - 2 * step),
            Direction::South | Direction::East => (cell + step, cell + 2 * step),
        };
        for cell in [cell, wall, next] {
            self.cells[cell] = WAY;
        }
    }

    fn random_step(&self, room: usize, rng: &mut impl Rng) -> (Direction, usize) {
        loop {
            let direction = Direction::ALL[rng.random_range(0..4)];
            if let Some(next) = self.next(room, direction) {
                return (direction, next);
            }
        }
    }

    /// Removes a share of the remaining walls between rooms.
    fn knock_out(&mut self, share: f64, rng: &mut impl Rng) {
        if share == 0.0 {
            return;
        }
        for room in 0..self.count() {
            let cell = self.cell(room);
            for (direction, wall) in [(Direction::East, 1), (Direction::South, self.line)] {
                if self.next(room, direction).is_some()
                    && self.cells[cell + wall] == WALL
                    && rng.random_bool(share)
                {
                    self.cells[cell + wall] = WAY;
                }
            }
        }
    }

    /// Places the start in the first room, an exit in the last, and the other exits along the
    /// border.
    fn open(&mut self, exits: usize, rng: &mut impl Rng) {
        let (first, last) = (self.cell(0), self.cell(self.count() - 1));
        self.cells[first] = START;
        self.cells[last] = EXIT;
        let mut others: Vec<usize> = border(self.width, self.height)
            .map(|(x, y)| self.cell(y * self.width + x))
            .filter(|&cell| self.cells[cell] == WAY)
            .collect();
        for _ in 1..exits {
            let cell = others.swap_remove(rng.random_range(0..others.len()));
            self.cells[cell] = EXIT;
        }
    }
}

/// Instead of a stack, every room stores the direction in which it was entered.
fn depth_first(rooms: &mut Rooms, rng: &mut ChaCha8Rng) {
    let mut came = vec![Direction::North; rooms.count()];
    let mut room = 0;
    loop {
        let mut ways = [(Direction::North, 0); 4];
        let mut count = 0;
        for direction in Direction::ALL {
            if let Some(next) = rooms
                .next(room, direction)
                .filter(|&next| !rooms.is_carved(next))
            {
                ways[count] = (direction, next);
                count += 1;
            }
        }
        if count > 0 {
            let pick = if count == 1 {
                0
            } else {
                rng.random_range(0..count)
            };
            let (direction, next) = ways[pick];
            rooms.join(room, direction);
            came[next] = direction;
            room = next;
        } else if room == 0 {
            return;
        } else {
            room = rooms
                .next(room, came[room].reverse())
                .expect("one came from inside");
        }
    }
}

/// From each unvisited room, walk at random to a visited one, storing only the last direction in
/// which each room was left. Following these directions from the first room gives the walk with its
/// loops erased.
fn wilson(rooms: &mut Rooms, rng: &mut ChaCha8Rng) {
    let mut went = vec![Direction::North; rooms.count()];
    let root = rooms.cell(rng.random_range(0..rooms.count()));
    rooms.cells[root] = WAY;
    for start in 0..rooms.count() {
        let mut room = start;
        while !rooms.is_carved(room) {
            let (direction, next) = rooms.random_step(room, rng);
            went[room] = direction;
            room = next;
        }
        let mut room = start;
        let mut arrived = rooms.is_carved(start);
        while !arrived {
            let next = rooms
                .next(room, went[room])
                .expect("the walk stayed inside");
            arrived = rooms.is_carved(next);
            rooms.join(room, went[room]);
            room = next;
        }
    }
}

fn kruskal(rooms: &mut Rooms, rng: &mut ChaCha8Rng) {
    use rand::seq::SliceRandom;
    let count = rooms.count() as u32;
    // A wall is encoded as twice the room to its west or north, plus one if it is horizontal.
    let inner = |&wall: &u64| {
        let direction = if wall % 2 == 0 {
            Direction::East
        } else {
            Direction::South
        };
        rooms.next((wall / 2) as usize, direction).is_some()
    };
    let mut walls: Vec<u32> = (0..2 * u64::from(count))
        .filter(inner)
        .map(|wall| wall as u32)
        .collect();
    walls.shuffle(rng);
    let mut regions: Vec<u32> = (0..count).collect();
    for wall in walls {
        let room = (wall / 2) as usize;
        let direction = if wall % 2 == 0 {
            Direction::East
        } else {
            Direction::South
        };
        let next = rooms.next(room, direction).expect("an inner wall");
        let (one, other) = (region(&mut regions, room), region(&mut regions, next));
        if one != other {
            regions[one] = other as u32;
            rooms.join(room, direction);
        }
    }
}

/// Returns the representative of the region of `room` (union-find with path halving).
fn region(regions: &mut [u32], mut room: usize) -> usize {
    while regions[room] as usize != room {
        let above = regions[room] as usize;
        regions[room] = regions[above];
        room = above;
    }
    room
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Order, shortest};

    fn plan(width: usize, height: usize) -> MazePlan {
        MazePlan {
            width,
            height,
            loops: 0.0,
            exits: 1,
            seed: 1848,
        }
    }

    #[test]
    fn perfect_mazes_have_one_wall_less_than_rooms_taken_down() {
        for algorithm in ALGORITHMS {
            for (width, height) in [(1, 2), (2, 1), (1, 7), (5, 5), (12, 7)] {
                let maze = algorithm.generate(&plan(width, height)).unwrap();
                assert_eq!(
                    (maze.width(), maze.height()),
                    (2 * width + 1, 2 * height + 1)
                );
                let open = maze.cells().iter().filter(|&&cell| cell != WALL).count();
                assert_eq!(open, 2 * width * height - 1, "{}", algorithm.name);
                assert!(shortest(&maze, Order::POST).is_some(), "{}", algorithm.name);
                assert_eq!(maze, algorithm.generate(&plan(width, height)).unwrap());
            }
        }
    }

    #[test]
    fn loops_and_exits() {
        let all = MazePlan {
            loops: 1.0,
            exits: 5,
            ..plan(6, 4)
        };
        let maze = ALGORITHMS[0].generate(&all).unwrap();
        let open = maze.cells().iter().filter(|&&cell| cell != WALL).count();
        assert_eq!(open, 6 * 4 + 5 * 4 + 6 * 3);
        assert_eq!(maze.exits(), 5);
        assert_eq!(maze.cells()[(2 * 4 - 1) * 13 + 11], EXIT);
    }

    #[test]
    fn impossible_plans_are_refused() {
        let refused = |plan: MazePlan| ALGORITHMS[0].generate(&plan).unwrap_err().to_string();
        assert!(refused(plan(0, 5)).contains("two rooms"));
        assert!(refused(plan(1, 1)).contains("two rooms"));
        assert!(refused(plan(usize::MAX, 2)).contains("more than"));
        assert!(
            refused(MazePlan {
                loops: 1.5,
                ..plan(3, 3)
            })
            .contains("from 0 to 1")
        );
        assert!(
            refused(MazePlan {
                loops: f64::NAN,
                ..plan(3, 3)
            })
            .contains("from 0 to 1")
        );
        assert!(
            refused(MazePlan {
                exits: 0,
                ..plan(3, 3)
            })
            .contains("1 to 7 exits")
        );
        assert!(
            refused(MazePlan {
                exits: 8,
                ..plan(3, 3)
            })
            .contains("1 to 7 exits")
        );
    }
}
