//! Functions exported to the page.
//!
//! The page calls `room` and writes a message to the address it returns, then calls `ask`, which
//! returns the length of the answer, and reads that many bytes from the address returned by
//! `answer`.

use std::cell::RefCell;

use crate::Instance;

thread_local! {
    static SHARED: RefCell<ModuleState> = RefCell::default();
}

/// The state shared by calls; there is only one thread.
#[derive(Default)]
struct ModuleState {
    instance: Instance,
    message: Vec<u8>,
    answer: Vec<u8>,
}

/// Exports functions under the names that the page uses.
macro_rules! exported {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $kind:ty)?) -> $answer:ty $body:block)*) => {$(
        $(#[$doc])*
        // SAFETY: the attribute is unsafe if another symbol has the same name; the module exports
        // nothing else.
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($argument: $kind)?) -> $answer $body
    )*};
}

exported! {
    /// Reserves memory for a message. Returns its address.
    fn room(bytes: usize) -> *mut u8 {
        SHARED.with_borrow_mut(|shared| {
            shared.message.clear();
            shared.message.resize(bytes, 0);
            shared.message.as_mut_ptr()
        })
    }

    /// Responds to the message. Returns the length of the answer.
    fn ask() -> usize {
        SHARED.with_borrow_mut(|shared| {
            shared.answer = shared.instance.respond(&shared.message);
            shared.answer.len()
        })
    }

    /// Returns the address of the answer.
    fn answer() -> *const u8 {
        SHARED.with_borrow(|shared| shared.answer.as_ptr())
    }
}
