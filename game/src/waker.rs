//! Wakes the main loop from other threads.

#[cfg(not(unix))]
mod channel;
#[cfg(unix)]
mod pipe;

#[cfg(not(unix))]
pub(crate) use channel::Waker;
#[cfg(unix)]
pub(crate) use pipe::Waker;
#[cfg(target_os = "linux")]
pub(crate) use pipe::Woken;

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn a_wake_from_another_thread_ends_the_wait() {
        let waker = Waker::new().unwrap();
        let wake = waker.handle();
        std::thread::spawn(move || wake());
        // Without the wake this would wait until the test run is killed.
        waker.wait(None);
    }

    #[test]
    fn wakes_before_the_wait_are_not_lost_and_are_taken_together() {
        let waker = Waker::new().unwrap();
        (0..100).for_each(|_| (waker.handle())());
        waker.wait(None);
        let start = Instant::now();
        waker.wait(Some(Duration::from_millis(20)));
        assert!(start.elapsed() >= Duration::from_millis(20));
    }
}
