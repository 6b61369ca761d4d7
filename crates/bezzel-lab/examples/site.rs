//! Writes the lab as a folder or as one file: `site MODULE FOLDER`, or `site MODULE --one-file
//! FILE`. `./site` builds the module (`bezzel-wasm`) and runs this program.

use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use bezzel_lab::{Language, one_file, site};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match write(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(written) => {
            println!("{written}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("site: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn write(arguments: &[&str]) -> Result<String> {
    let read = |module| fs::read(module).with_context(|| format!("cannot read {module}"));
    match *arguments {
        [module, "--one-file", file] => {
            let page = one_file(&read(module)?, "", Language::English);
            put(Path::new(file), page.as_bytes())?;
            Ok(format!("{file}: {} bytes", page.len()))
        }
        [module, out] if !out.starts_with('-') => {
            let files = site(&read(module)?);
            for (name, data) in &files {
                put(&Path::new(out).join(name), data)?;
            }
            let all: usize = files.iter().map(|(_, data)| data.len()).sum();
            Ok(format!("{out}: {} files, {all} bytes", files.len()))
        }
        _ => bail!("usage: site MODULE FOLDER, or site MODULE --one-file FILE"),
    }
}

/// Writes a file atomically, and creates its folder if necessary.
fn put(path: &Path, data: &[u8]) -> Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let folder = path.parent().with_context(failed)?;
    fs::create_dir_all(folder).with_context(failed)?;
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    fs::write(&part, data)
        .and_then(|()| fs::rename(&part, path))
        .with_context(failed)
}
