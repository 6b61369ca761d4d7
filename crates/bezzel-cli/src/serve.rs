//! `bezzel serve`: the lab, a page in the browser.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};

use anyhow::{Result, anyhow};
use bezzel_serve::{Error, Lab};
use clap::Args;

use crate::Exit;
use crate::engines;
use crate::run::StoreLocation;
use crate::{interruption, output};

/// Open the lab: see backtracking in the browser
///
/// Prints the address of a page with queens, mazes, evolution and counts, and answers it until Ctrl-C. Nothing
/// leaves this machine, and nothing else is needed: the page is part of this program.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel serve --open
  bezzel serve --port 0
  bezzel serve --allow-embed https://school.example

With --ledger FILE or --ledger-file FILE the page shows the runs of `bezzel run`, too.")]
pub struct Serve {
    /// Listen on this port; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value = "1848", value_parser = port)]
    #[arg(allow_negative_numbers = true)]
    port: u16,
    /// Listen on this address of the machine, for others to see the page too; 0.0.0.0 is all of them
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = host)]
    host: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Let pages of this host show the lab in a frame, as a course page may; again for another host
    #[arg(long, value_name = "HOST")]
    allow_embed: Vec<String>,
    #[command(flatten)]
    runs: StoreLocation,
}

impl Serve {
    pub fn run(self) -> Result<Exit> {
        let stop = interruption::cancel_token();
        let lab = Lab::listen(self.host, self.port).map_err(explained)?;
        let lab = lab.embeddable_by(self.allow_embed)?;
        let lab = match self.runs.is_given() {
            true => lab.showing(self.runs.open()?.into()),
            false => lab,
        };
        let address = format!("http://{}/", lab.address());
        output::print(format!("{address}\n").as_bytes())?;
        output::note("the lab is open; Ctrl-C closes it");
        if lab.address().ip().is_unspecified() {
            output::note("others reach it by the name or the number of this machine");
        }
        // Listening everywhere is no place to go to.
        let reachable = match lab.address() {
            all if all.ip().is_unspecified() => format!("http://localhost:{}/", all.port()),
            _ => address,
        };
        if self.open && !open(&reachable) {
            output::note("cannot start a browser here; open the address above in one");
        }
        lab.run(&stop, engines::ready())?;
        Ok(interruption::exit("and the lab is closed"))
    }
}

fn explained(error: Error) -> anyhow::Error {
    match &error {
        Error::Listen { source, .. } if source.kind() == io::ErrorKind::AddrInUse => {
            let address = error.to_string();
            anyhow!("{address}: the port is taken; --port 0 picks a free one")
        }
        _ => error.into(),
    }
}

fn port(text: &str) -> Result<u16> {
    text.parse()
        .map_err(|_| anyhow!("{text:?} is no port from 0 to 65535"))
}

/// An address, or the name that every machine has for itself.
fn host(text: &str) -> Result<IpAddr> {
    match text {
        "localhost" => Ok(Ipv4Addr::LOCALHOST.into()),
        _ => text.parse().map_err(|_| {
            anyhow!("{text:?} is no address of a machine like 127.0.0.1, 0.0.0.0 or ::1")
        }),
    }
}

/// Hands an address to the desktop's own way of opening things. Whether there is one.
fn open(address: &str) -> bool {
    let openers: &[&str] = if cfg!(target_os = "macos") {
        &["open"]
    } else if cfg!(windows) {
        &["explorer"]
    } else {
        &["xdg-open", "sensible-browser", "wslview"]
    };
    openers.iter().any(|opener| {
        let mut command = Command::new(opener);
        command.arg(address);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().is_ok()
    })
}
