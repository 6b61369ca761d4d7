//! The command line, as its users meet it: `cmd/*.trycmd` holds commands and what they print.
//! `TRYCMD=overwrite cargo test` writes down what they print now.

#[test]
fn commands_print_what_is_written_down() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}
