//! Memory that is free goes back to the system.

/// From this size on a block has pages of its own, which go back to the system when it is freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const OWN_PAGES: libc::c_int = 1 << 20;

/// Keeps the C library from learning that large blocks are worth keeping. A decoded sheet takes 14 MB for a
/// moment; by default the first one that is freed makes the library hold on to the room for the next, between
/// blocks that stay, which for most programs is right. A pet may sit there for days.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn return_large_blocks() {
    #[expect(unsafe_code, reason = "the C library offers no other way")]
    // SAFETY: mallopt takes plain numbers and is called before any other thread runs (mallopt(3)).
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, OWN_PAGES);
    }
}

/// Other allocators do it by themselves, or not at all.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn return_large_blocks() {}
