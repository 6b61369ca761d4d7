//! Compiles the kernels for the installed card with NVRTC, CUDA's run-time compiler, and caches the
//! result.

use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::{env, fs, process};

use bezzel::job::Fingerprint;
use cudarc::nvrtc::{result, sys};

use crate::Error;
use crate::source::source;

/// The compute capability of a card, such as `(9, 0)`.
pub type Capability = (i32, i32);

/// The options of every compilation: the language version, and line numbers for profilers.
const OPTIONS: [&str; 2] = ["--std=c++17", "--generate-line-info"];

/// The oldest supported compiler, which can list the architectures it supports and generate machine
/// code.
const MIN_VERSION: Version = (11, 2);

/// The version of a compiler, or of CUDA.
pub type Version = (i32, i32);

/// Returns the kernels as code for a card: from the cache if `use_kept`, otherwise compiled.
pub fn code(capability: Capability, use_kept: bool) -> Result<Vec<u8>, Error> {
    let file = kept_in(capability);
    if use_kept && let Some(code) = file.as_deref().and_then(kept) {
        return Ok(code);
    }
    version()?;
    let code = compile(capability)?;
    if let Some(file) = file {
        keep(&file, &code);
    }
    Ok(code)
}

/// Returns an error if code for a card is not available.
pub fn check(capability: Capability) -> Result<(), Error> {
    if kept_in(capability).as_deref().and_then(kept).is_some() {
        return Ok(());
    }
    version()?;
    target(capability).map(drop)
}

/// Returns the version of the compiler. The compiler library is large and is loaded only when it is
/// needed.
pub fn version() -> Result<Version, Error> {
    let mut version = (0, 0);
    // SAFETY: `is_culib_present` only tries to load the library; `nvrtcVersion` writes to two valid
    // integers.
    let asked = unsafe {
        if !sys::is_culib_present() {
            return Err(Error::NoCompiler);
        }
        sys::nvrtcVersion(&mut version.0, &mut version.1).result()
    };
    match asked {
        Ok(()) if version >= MIN_VERSION => Ok(version),
        _ => Err(Error::OldCompiler {
            found: written(version),
            needed: "11.2",
        }),
    }
}

/// Returns a version in the form `11.2`.
pub fn written((major, minor): Version) -> String {
    format!("{major}.{minor}")
}

/// Returns the cache file of the code for a card; `None` if the user has no cache folder.
fn kept_in((major, minor): Capability) -> Option<PathBuf> {
    let mut hash = Fingerprint::default();
    for part in [&*source()].into_iter().chain(OPTIONS) {
        hash.add(part.as_bytes());
        hash.add(&[0]);
    }
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let folder = set("XDG_CACHE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(set("HOME")?).join(".cache")))?;
    let name = format!("kernels-{major}.{minor}-{hash}");
    Some(folder.join("bezzel").join(name))
}

/// Returns the fingerprint of code, which is stored before it in its file. The driver does not know
/// the length of code and does not check it.
fn seal(code: &[u8]) -> String {
    let mut hash = Fingerprint::default();
    hash.add(code);
    format!("{hash}\n")
}

/// Returns the code in a file, if its fingerprint is right.
fn kept(file: &Path) -> Option<Vec<u8>> {
    let mut code = fs::read(file).ok()?;
    let start = code.iter().position(|&byte| byte == b'\n')? + 1;
    let seal_there: Vec<u8> = code.drain(..start).collect();
    (seal_there == seal(&code).as_bytes()).then_some(code)
}

/// Stores code in the cache. The file is written atomically, since other processes may write it
/// too. If it cannot be written, the next process compiles again.
fn keep(file: &Path, code: &[u8]) {
    static TEMPORARY_FILES: AtomicU32 = AtomicU32::new(0);
    let Some(folder) = file.parent() else { return };
    let mut draft = file.as_os_str().to_owned();
    let number = TEMPORARY_FILES.fetch_add(1, Relaxed);
    draft.push(format!(".draft-{}-{number}", process::id()));
    let sealed = [seal(code).as_bytes(), code].concat();
    let kept = fs::create_dir_all(folder)
        .and_then(|()| fs::write(&draft, sealed))
        .and_then(|()| fs::rename(&draft, file));
    if kept.is_err() {
        let _ = fs::remove_file(&draft);
    }
}

/// The output format for a card: machine code if the compiler supports the card, otherwise PTX,
/// from which the driver generates machine code.
struct CodeFormat {
    architecture: String,
    is_machine_code: bool,
}

fn target((major, minor): Capability) -> Result<CodeFormat, Error> {
    let number = 10 * major + minor;
    let known = known();
    let is_machine_code = known.contains(&number);
    let older = known.iter().copied().filter(|known| *known < number).max();
    let architecture = match older {
        _ if is_machine_code => format!("sm_{number}"),
        Some(older) => format!("compute_{older}"),
        None => {
            let oldest = known.iter().min().copied().unwrap_or(0);
            let reason = format!(
                "it knows no card older than {}; an older NVRTC does",
                written((oldest / 10, oldest % 10))
            );
            return Err(Error::Uncompiled {
                architecture: format!("sm_{number}"),
                reason,
            });
        }
    };
    Ok(CodeFormat {
        architecture,
        is_machine_code,
    })
}

/// Compiles the kernels.
fn compile(capability: Capability) -> Result<Vec<u8>, Error> {
    let CodeFormat {
        architecture,
        is_machine_code,
    } = target(capability)?;
    let failed = |reason: String| Error::Uncompiled {
        architecture: architecture.clone(),
        reason,
    };
    let source = CString::new(source()).map_err(|error| failed(error.to_string()))?;
    let program = result::create_program(&source, Some(c"halves.cu"))
        .map_err(|error| failed(error.to_string()))?;
    let target = format!("--gpu-architecture={architecture}");
    let options: Vec<&str> = OPTIONS.into_iter().chain([&*target]).collect();
    // SAFETY: the program was created above, and is destroyed below, once.
    unsafe {
        let code = match result::compile_program(program, &options) {
            Ok(()) => code_of(program, is_machine_code).map_err(|error| failed(error.to_string())),
            Err(error) => Err(failed(first_error(program).unwrap_or(error.to_string()))),
        };
        let _ = result::destroy_program(program);
        code
    }
}

/// Returns the compute capabilities that the compiler supports, as numbers such as 90.
fn known() -> Vec<i32> {
    let mut count = 0;
    // SAFETY: `count` can be written to, and `known` has room for the number of architectures that
    // NVRTC reported.
    unsafe {
        if sys::nvrtcGetNumSupportedArchs(&mut count).result().is_err() {
            return Vec::new();
        }
        let mut known = vec![0; count as usize];
        match sys::nvrtcGetSupportedArchs(known.as_mut_ptr()).result() {
            Ok(()) => known,
            Err(_) => Vec::new(),
        }
    }
}

/// # Safety
/// The program must have been compiled.
unsafe fn code_of(
    program: sys::nvrtcProgram,
    is_machine_code: bool,
) -> Result<Vec<u8>, result::NvrtcError> {
    // SAFETY: the caller guarantees that the program was compiled; `code` has the size that NVRTC
    // reported.
    unsafe {
        if !is_machine_code {
            return Ok(bytes(&result::get_ptx(program)?));
        }
        let mut size = 0;
        sys::nvrtcGetCUBINSize(program, &mut size).result()?;
        let mut code = vec![0_u8; size];
        sys::nvrtcGetCUBIN(program, code.as_mut_ptr().cast()).result()?;
        Ok(code)
    }
}

fn bytes(characters: &[std::ffi::c_char]) -> Vec<u8> {
    characters.iter().map(|&byte| byte as u8).collect()
}

/// Returns the first line of the compiler's log that contains an error.
/// # Safety
/// The program must not have been destroyed.
unsafe fn first_error(program: sys::nvrtcProgram) -> Option<String> {
    // SAFETY: guaranteed by the caller.
    let log = bytes(&unsafe { result::get_program_log(program) }.ok()?);
    let log = CStr::from_bytes_until_nul(&log).ok()?.to_string_lossy();
    let line = log.lines().find(|line| line.contains("error"));
    line.or(log.lines().next())
        .map(|line| line.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kernels are compiled for several compute capabilities, which needs NVRTC but no card.
    #[test]
    fn kernels_compile_for_old_and_new_cards() {
        if let Err(missing) = version() {
            // Without a compiler nothing is cached, and the error names what is missing.
            assert_eq!(code((7, 0), false), Err(missing.clone()));
            assert!(missing.to_string().contains("NVRTC"));
            return;
        }
        let known = known();
        let (oldest, newest) = (known.iter().min().unwrap(), known.iter().max().unwrap());
        for number in [*oldest, 90, *newest] {
            let code = compile((number / 10, number % 10)).unwrap();
            assert_eq!(code[..4], *b"\x7fELF", "{number}");
        }
        // An architecture newer than the compiler.
        let code = compile((newest / 10 + 9, 0)).unwrap();
        assert!(code.starts_with(b"//"), "code that a driver can read");
        assert_eq!(code.last(), Some(&0), "and knows the end of");
        // An architecture that is no longer supported.
        let refusal = compile((3, 0)).unwrap_err().to_string();
        let start = "NVRTC cannot compile the kernels for sm_30: it knows no card older than ";
        assert!(refusal.starts_with(start), "{refusal}");
    }

    #[test]
    fn what_is_kept_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep").join("kernels-9.0-0");
        assert_eq!(kept(&file), None);
        let code = b"code\nof two lines\0";
        keep(&file, code);
        assert_eq!(kept(&file).as_deref(), Some(&code[..]));
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
        // A cache that cannot be written is not an error.
        keep(&file.join("below a file"), code);
        // A modified file is not used.
        let whole = fs::read(&file).unwrap();
        for length in 0..whole.len() {
            fs::write(&file, &whole[..length]).unwrap();
            assert_eq!(kept(&file), None, "{length}");
        }
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 4;
            fs::write(&file, &damaged).unwrap();
            assert_eq!(kept(&file), None, "{place}");
        }
    }
}
