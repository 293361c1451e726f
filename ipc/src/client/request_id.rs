//! Ids for requests. They only tell one's own answers apart, so they need not be secret, just different.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// An id that no other request has: this process, the time, and a count for the same instant.
pub(super) fn next() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{:x}-{:x}-{count:x}", std::process::id(), since_epoch.as_micros())
}

#[cfg(test)]
mod tests {
    #[test]
    fn ids_differ_and_fit() {
        let ids: std::collections::HashSet<_> = (0..1000).map(|_| super::next()).collect();
        assert_eq!(ids.len(), 1000);
        assert!(ids.iter().all(|id| (1..=120).contains(&id.len())));
    }
}
