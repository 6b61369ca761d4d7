//! The manual page, with every command.

use std::io::{self, Write};

use clap::Command;
use clap_mangen::Man;

use crate::Exit;

/// Returns the manual page in the format of `man`.
pub fn page(mut command: Command) -> io::Result<Vec<u8>> {
    command.build();
    let mut page = Vec::new();
    let man = Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    describe(&command, "bezzel", &mut page)?;
    man.render_extra_section(&mut page)?;
    writeln!(page, ".SH \"EXIT STATUS\"")?;
    for (status, meaning) in Exit::MEANINGS {
        writeln!(page, ".TP\n.B {status}\n{meaning}")?;
    }
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// Appends the descriptions of the subcommands of `command`.
fn describe(command: &Command, name: &str, page: &mut Vec<u8>) -> io::Result<()> {
    for below in command
        .get_subcommands()
        .filter(|below| below.get_name() != "help")
    {
        let name = format!("{name} {}", below.get_name());
        if below.has_subcommands() {
            describe(below, &name, page)?;
            continue;
        }
        let about = below
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        writeln!(page, ".SH \"{}\"\n{about}.", name.to_uppercase())?;
        let mut section = Vec::new();
        let man = Man::new(below.clone());
        man.render_options_section(&mut section)?;
        man.render_extra_section(&mut section)?;
        let section = String::from_utf8_lossy(&section);
        page.extend(section.replace(".SH ", ".SS ").bytes());
    }
    Ok(())
}
