//! Snapshot tests of the command line: `cmd/*.trycmd` contain commands and their output.
//! `TRYCMD=overwrite cargo test` updates them.

#[test]
fn commands_print_what_is_written_down() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}
