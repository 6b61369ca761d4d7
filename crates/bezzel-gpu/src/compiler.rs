//! Kernels compiled for the card at hand by NVRTC, CUDA's run-time compiler, and kept for the next time.

use std::ffi::{CStr, CString};
use std::path::PathBuf;
use std::{env, fs, process};

use bezzel::job::Fingerprint;
use cudarc::nvrtc::{result, sys};

use crate::Error;
use crate::source::source;

/// What every compilation is told. The version of the kernels' language, and where a profiler finds lines.
const OPTIONS: [&str; 2] = ["--std=c++17", "--generate-line-info"];

/// Whether kernels for a card can be had, compiled before or now.
pub fn is_able(capability: (i32, i32)) -> bool {
    let kept = kept(&source(), &architecture(capability));
    kept.is_some_and(|file| file.is_file()) || is_here()
}

fn architecture((major, minor): (i32, i32)) -> String {
    format!("sm_{major}{minor}")
}

/// Whether this machine has a compiler: a hundred megabytes, which are looked for only where they are needed.
fn is_here() -> bool {
    // SAFETY: it only tries to load the library.
    unsafe { sys::is_culib_present() }
}

/// The kernels as machine code for a compute capability such as `(9, 0)`: from the cache, or compiled now.
pub fn machine_code(capability: (i32, i32)) -> Result<Vec<u8>, Error> {
    let architecture = architecture(capability);
    let source = source();
    let kept = kept(&source, &architecture);
    if let Some(code) = kept.as_ref().and_then(|file| fs::read(file).ok()) {
        return Ok(code);
    }
    if !is_here() {
        return Err(Error::NoCompiler);
    }
    let code = compile(&source, &architecture)?;
    if let Some(file) = kept {
        keep(&file, &code);
    }
    Ok(code)
}

/// Where machine code for this source and architecture is kept; nowhere if the user has no place for such things.
fn kept(source: &str, architecture: &str) -> Option<PathBuf> {
    let mut hash = Fingerprint::default();
    for part in [source, architecture].into_iter().chain(OPTIONS) {
        hash.add(part.as_bytes());
        hash.add(&[0]);
    }
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let folder = set("XDG_CACHE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(set("HOME")?).join(".cache")))?;
    Some(
        folder
            .join("bezzel")
            .join(format!("{architecture}-{hash}.cubin")),
    )
}

/// Keeps machine code. Another process may do the same at the same time: the file appears whole or not at all. Whoever cannot write
/// compiles again next time.
fn keep(file: &PathBuf, code: &[u8]) {
    let Some(folder) = file.parent() else { return };
    let draft = file.with_extension(format!("{}.draft", process::id()));
    let kept = fs::create_dir_all(folder)
        .and_then(|()| fs::write(&draft, code))
        .and_then(|()| fs::rename(&draft, file));
    if kept.is_err() {
        let _ = fs::remove_file(&draft);
    }
}

/// Compiles the kernels.
pub fn compile(source: &str, architecture: &str) -> Result<Vec<u8>, Error> {
    let failed = |reason: String| Error::Uncompiled {
        architecture: architecture.to_owned(),
        reason,
    };
    let text = CString::new(source).map_err(|_| failed("the source has a zero byte".into()))?;
    let program = result::create_program(&text, Some(c"halves.cu"))
        .map_err(|error| failed(error.to_string()))?;
    let mut options: Vec<String> = OPTIONS.map(String::from).to_vec();
    options.push(format!("--gpu-architecture={architecture}"));
    // SAFETY: the program was created above and is destroyed below, once.
    let code = unsafe {
        let compiled = result::compile_program(program, &options);
        let code = match compiled {
            Ok(()) => cubin(program).map_err(|error| failed(error.to_string())),
            Err(error) => Err(failed(first_error(program).unwrap_or(error.to_string()))),
        };
        let _ = result::destroy_program(program);
        code
    };
    code
}

/// # Safety
/// The program must have been compiled.
unsafe fn cubin(program: sys::nvrtcProgram) -> Result<Vec<u8>, result::NvrtcError> {
    let mut size = 0;
    // SAFETY: as the caller promises; there is room for as many bytes as it says.
    unsafe {
        sys::nvrtcGetCUBINSize(program, &mut size).result()?;
        let mut code = vec![0_u8; size];
        sys::nvrtcGetCUBIN(program, code.as_mut_ptr().cast()).result()?;
        Ok(code)
    }
}

/// The first line of the compiler's log that speaks of an error.
///
/// # Safety
/// The program must not have been destroyed.
unsafe fn first_error(program: sys::nvrtcProgram) -> Option<String> {
    // SAFETY: as the caller promises; a log ends with a zero byte.
    let log = unsafe { result::get_program_log(program) }.ok()?;
    let bytes: Vec<u8> = log.iter().map(|&byte| byte as u8).collect();
    let log = CStr::from_bytes_until_nul(&bytes).ok()?.to_string_lossy();
    let line = log.lines().find(|line| line.contains("error"));
    line.or(log.lines().next())
        .map(|line| line.trim().to_owned())
}
