//! Source text of the kernels: the files of `kernels/`, concatenated.

/// The files, in an order in which each uses only those before it.
const ROOMS: [(&str, &str); 9] = [
    ("numbers", include_str!("../kernels/numbers.cuh")),
    ("half", include_str!("../kernels/half.cuh")),
    ("list", include_str!("../kernels/list.cuh")),
    ("block", include_str!("../kernels/block.cuh")),
    ("filter", include_str!("../kernels/filter.cuh")),
    ("slices", include_str!("../kernels/slices.cuh")),
    ("program", include_str!("../kernels/program.cuh")),
    ("evaluation", include_str!("../kernels/evaluation.cuh")),
    ("join", include_str!("../kernels/join.cuh")),
];

/// Concatenates all files, with `#line` directives, so that compiler errors and profiles refer to
/// the original file and line.
pub fn source() -> String {
    let rooms = ROOMS.iter();
    rooms
        .map(|(name, room)| format!("#line 1 \"{name}.cuh\"\n{room}\n"))
        .collect()
}
