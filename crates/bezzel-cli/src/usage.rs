//! Errors in arguments, explained in one line.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;

use crate::output;

/// Returns the arguments of this program, with `help --help` replaced by `help`.
pub fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    // `help` follows the names of commands, of which there are at most two.
    let help = arguments.iter().take(4).any(|word| word == "help");
    if help
        && arguments
            .last()
            .is_some_and(|last| last == "--help" || last == "-h")
    {
        arguments.pop();
    }
    arguments
}

/// Prints help if it was requested, otherwise the error in the arguments.
pub fn explain(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let text = error.render().to_string();
            match output::print(text.as_bytes()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
                Err(error) => {
                    output::note(&output::sentence(&error));
                    ExitCode::from(2)
                }
            }
        }
        _ => {
            output::note(&sentence(&error.render().to_string()));
            ExitCode::from(2)
        }
    }
}

/// Joins clap's paragraphs into a sentence: the error, the tips, and where to read more.
fn sentence(message: &str) -> String {
    let mut parts = Vec::new();
    let mut more = String::new();
    for paragraph in message.split("\n\n") {
        let words = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(usage) = words.strip_prefix("Usage: ") {
            let command = usage.split(['[', '<', '-']).next().unwrap_or("bezzel");
            more = format!("; see {} --help", command.trim());
        } else if words.starts_with("For more information") || words.starts_with("tip: to pass") {
            // Leave out clap's "For more information" (the hint built from the usage line is more
            // specific) and its tip "to pass …" (which rarely helps).
        } else if !words.is_empty() {
            parts.push(words.trim_start_matches("error: ").to_owned());
        }
    }
    parts.join("; ") + &more
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn one_line_with_the_remedy() {
        let message = "error: unexpected argument '--jsn' found\n\n  tip: a similar argument \
                       exists: '--json'\n\nUsage: bezzel queens count --json <N>\n\nFor more \
                       information, try '--help'.\n";
        assert_eq!(
            sentence(message),
            "unexpected argument '--jsn' found; tip: a similar argument exists: '--json'; \
             see bezzel queens count --help"
        );
    }
}
