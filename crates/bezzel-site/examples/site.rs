//! Writes the lab: `site --one-file FILE`, or `site FOLDER`, which `./site` calls.

use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use bezzel_recording::Language;
use bezzel_site::{MISSING, folder, one_file};

fn main() -> ExitCode {
    match write(&env::args().skip(1).collect::<Vec<_>>()) {
        Ok(told) => {
            println!("{told}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("site: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn write(arguments: &[String]) -> Result<String> {
    match arguments {
        [option, file] if option == "--one-file" => {
            let page = one_file("", Language::English).context(MISSING)?;
            put(Path::new(file), page.as_bytes())?;
            Ok(format!("{file}: {} bytes", page.len()))
        }
        [out] if !out.starts_with('-') => {
            let files = folder().context(MISSING)?;
            for (name, data) in &files {
                put(&Path::new(out).join(name), data)?;
            }
            let all: usize = files.iter().map(|(_, data)| data.len()).sum();
            Ok(format!("{out}: {} files, {all} bytes", files.len()))
        }
        _ => bail!("a folder is wanted, or --one-file and a file"),
    }
}

/// Writes a file whole, in a folder that is made if there is none.
fn put(path: &Path, data: &[u8]) -> Result<()> {
    let told = || format!("cannot write {}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(told)?;
    }
    let mut name = path.file_name().with_context(told)?.to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    fs::write(&part, data)
        .and_then(|()| fs::rename(&part, path))
        .with_context(told)
}
