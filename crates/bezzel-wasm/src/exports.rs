//! What the page can call.
//!
//! It asks for `room`, writes a message there, calls `ask`, and reads as many bytes as that says at `answer`.

use std::cell::RefCell;

use crate::Instance;

thread_local! {
    static SHARED: RefCell<Shared> = RefCell::default();
}

/// What calls share: there is one thread.
#[derive(Default)]
struct Shared {
    instance: Instance,
    message: Vec<u8>,
    answer: Vec<u8>,
}

/// Gives functions the names the page knows them by.
macro_rules! exported {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $kind:ty)?) -> $answer:ty $body:block)*) => {$(
        $(#[$doc])*
        // SAFETY: the attribute is unsafe where another symbol has the name; nothing else in the module is exported.
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($argument: $kind)?) -> $answer $body
    )*};
}

exported! {
    /// Room for a message of so many bytes.
    fn room(bytes: usize) -> *mut u8 {
        SHARED.with_borrow_mut(|shared| {
            shared.message.clear();
            shared.message.resize(bytes, 0);
            shared.message.as_mut_ptr()
        })
    }

    /// Responds to the message in the room. How many bytes the answer has.
    fn ask() -> usize {
        SHARED.with_borrow_mut(|shared| {
            shared.answer = shared.instance.respond(&shared.message);
            shared.answer.len()
        })
    }

    /// Where the answer lies.
    fn answer() -> *const u8 {
        SHARED.with_borrow(|shared| shared.answer.as_ptr())
    }
}
