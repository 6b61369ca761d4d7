//! `bezzel serve`: the lab, a page in the browser.

use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};

use anyhow::Result;
use bezzel_web::Lab;
use clap::Args;

use crate::Outcome;
use crate::{output, run};

/// Open the lab: see backtracking in the browser
///
/// Prints the address of a page with queens, mazes, evolution and counts, and answers it until Ctrl-C. Nothing
/// leaves this machine, and nothing else is needed: the page is part of this program.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel serve --open
  bezzel serve --port 0")]
pub struct Serve {
    /// Listen on this port; 0 picks a free one
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 1848,
        allow_negative_numbers = true
    )]
    port: u16,
    /// Listen on this address of the machine, for others to see the page too; 0.0.0.0 is all of them
    #[arg(long, value_name = "ADDRESS", default_value_t = Ipv4Addr::LOCALHOST.into())]
    host: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

impl Serve {
    pub fn carry_out(self) -> Result<Outcome> {
        let stop = run::interruption()?;
        let lab = Lab::listen(self.host, self.port)?;
        let address = format!("http://{}/", lab.address());
        output::print(format!("{address}\n").as_bytes())?;
        output::note("the lab is open; Ctrl-C closes it");
        if self.open && !open(&address) {
            output::note("cannot start a browser here; open the address above in one");
        }
        lab.run(&stop)?;
        Ok(Outcome::Found)
    }
}

/// Hands an address to the desktop's own way of opening things. Whether there is one.
fn open(address: &str) -> bool {
    let openers: &[&[&str]] = if cfg!(target_os = "macos") {
        &[&["open"]]
    } else if cfg!(windows) {
        &[&["explorer"]]
    } else {
        &[&["xdg-open"], &["sensible-browser"], &["wslview"]]
    };
    openers.iter().any(|opener| {
        let mut command = Command::new(opener[0]);
        command.args(&opener[1..]).arg(address);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().is_ok()
    })
}
