//! `bezzel serve`: the lab, a page in the browser.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};

use anyhow::{Result, anyhow};
use bezzel_serve::{Error, LabServer};
use clap::Args;

use crate::Exit;
use crate::engines;
use crate::run::StoreLocation;
use crate::{interruption, output};

/// Serve the lab: watch backtracking in the browser
///
/// Serves a page with queens, mazes, evolution and counts until Ctrl-C, and prints its address. The
/// page is part of this program; it loads nothing from the network and sends nothing to it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel serve --open
  bezzel serve --port 0
  bezzel serve --allow-embed https://school.example

With --ledger FILE or --ledger-file FILE the page shows the runs of `bezzel run`, too.")]
pub struct ServeArgs {
    /// Listen on this port; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value = "1848", value_parser = port)]
    #[arg(allow_negative_numbers = true)]
    port: u16,
    /// Listen on this address of this machine; with 0.0.0.0 (all its addresses) other machines can
    /// open the page
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = host)]
    host: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Allow pages of this host to show the lab in a frame; may be repeated
    #[arg(long, value_name = "HOST")]
    allow_embed: Vec<String>,
    #[command(flatten)]
    runs: StoreLocation,
}

impl ServeArgs {
    pub fn run(self) -> Result<Exit> {
        let stop = interruption::cancel_token();
        let lab = LabServer::listen(self.host, self.port).map_err(explained)?;
        let lab = lab.embeddable_by(self.allow_embed)?;
        let lab = match self.runs.is_given() {
            true => lab.showing(self.runs.open()?.into()),
            false => lab,
        };
        let address = format!("http://{}/", lab.address());
        output::print(format!("{address}\n").as_bytes())?;
        output::note("the lab is running; Ctrl-C stops it");
        if lab.address().ip().is_unspecified() {
            output::note("other machines reach it by the name or the IP address of this machine");
        }
        // An unspecified address cannot be opened; use the loopback address.
        let reachable = match lab.address() {
            all if all.ip().is_unspecified() => format!("http://localhost:{}/", all.port()),
            _ => address,
        };
        if self.open && !open(&reachable) {
            output::note("cannot start a browser; open the address above in one");
        }
        lab.run(&stop, engines::ready())?;
        Ok(interruption::exit("and the lab has stopped"))
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
        .map_err(|_| anyhow!("{text:?} is not a port from 0 to 65535"))
}

/// Parses an address or `localhost`.
fn host(text: &str) -> Result<IpAddr> {
    match text {
        "localhost" => Ok(Ipv4Addr::LOCALHOST.into()),
        _ => text
            .parse()
            .map_err(|_| anyhow!("{text:?} is not an address like 127.0.0.1, 0.0.0.0 or ::1")),
    }
}

/// Opens an address with the desktop's opener. Returns false if there is none.
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
