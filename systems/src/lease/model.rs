//! The rules of leases, without the world: what a client that asks for a pet gets.

use openpets_assets::PetId;
use std::time::Duration;

/// A lease without a heartbeat ends after this time.
pub const TTL: Duration = Duration::from_secs(15);

/// A lease that an agent's hook acquires ends after this time without another hook: a hook lives for milliseconds and
/// sends no heartbeats, and between two of them an agent thinks. As long as a busy reaction lasts.
pub const HOOK_TTL: Duration = Duration::from_secs(120);

/// Dead leases are looked for this often.
pub const SWEEP_PERIOD: Duration = Duration::from_secs(5);

/// More live leases than this are refused: a client in a loop must not fill the memory. A hundred times what
/// a busy machine has.
pub const MAX_LEASES: usize = 10_000;

/// More pets than this are not held at once: each has a window and takes some megabytes.
pub const MAX_HELD_PETS: usize = 128;

/// Whether a lease follows the default pet or holds one pet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Whatever the default pet is at the moment.
    Default,
    /// This pet.
    Explicit(String),
}

/// Why a client did not get the pet it asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fallback {
    /// Not a well-formed pet id.
    InvalidPetId,
    /// No such pet.
    PetNotInstalled,
    /// The pet cannot be shown.
    PetBroken,
    /// The preferred default pet is missing or broken, so the built-in one stands in.
    DefaultBrokenFallbackBuiltin,
    /// [`MAX_HELD_PETS`] are held already; an addition of ours.
    TooManyPets,
}

impl Fallback {
    /// The word on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::InvalidPetId => "invalid_pet_id",
            Self::PetNotInstalled => "pet_not_installed",
            Self::PetBroken => "pet_broken",
            Self::DefaultBrokenFallbackBuiltin => "default_broken_fallback_builtin",
            Self::TooManyPets => "too_many_pets",
        }
    }
}

/// The state of a pet in the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Health {
    /// Not there.
    Missing,
    /// There, but cannot be shown.
    Broken,
    /// Can be shown.
    Healthy,
}

/// What the rules need to know of the library and the preferences.
pub trait Shelf {
    /// The state of a pet.
    fn health(&self, id: &str) -> Health;
    /// The pet that stands for the default one now.
    fn default_pet(&self) -> &str;
    /// The pool in order, if it is turned on.
    fn pool(&self) -> Option<Vec<String>>;
    /// Every healthy pet but the built-in one.
    fn spare_pets(&self) -> Vec<&str>;
}

/// What a client gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolution {
    /// The target of the lease.
    pub target: Target,
    /// The pool pet that it keeps from others.
    pub pool_pet: Option<String>,
    /// Why it is not what was asked for.
    pub fallback: Option<Fallback>,
}

/// Decides what a client gets that asks for `requested`. `is_taken` tells the pool pets that are in use;
/// `random` picks among the spare pets when all are.
pub fn resolve(
    requested: Option<&str>,
    shelf: &impl Shelf,
    is_taken: impl Fn(&str) -> bool,
    random: u32,
) -> Resolution {
    let Some(requested) = requested else {
        return match shelf.pool() {
            Some(order) => from_pool(&order, shelf, is_taken, random),
            None => default_target(None),
        };
    };
    if requested == PetId::BUILTIN || requested == shelf.default_pet() {
        return default_target(None);
    }
    if PetId::try_from(requested).is_err() {
        return default_target(Some(Fallback::InvalidPetId));
    }
    match shelf.health(requested) {
        Health::Missing => default_target(Some(Fallback::PetNotInstalled)),
        Health::Broken => default_target(Some(Fallback::PetBroken)),
        Health::Healthy => {
            Resolution { target: Target::Explicit(requested.to_owned()), pool_pet: None, fallback: None }
        }
    }
}

/// The default pet, and why.
pub fn default_target(fallback: Option<Fallback>) -> Resolution {
    Resolution { target: Target::Default, pool_pet: None, fallback }
}

/// The first free pet of the pool or, when all are taken, any spare pet.
fn from_pool(
    order: &[String],
    shelf: &impl Shelf,
    is_taken: impl Fn(&str) -> bool,
    random: u32,
) -> Resolution {
    let free = order.iter().find(|id| shelf.health(id) == Health::Healthy && !is_taken(id));
    let chosen = free.map(String::as_str).or_else(|| {
        let spare = shelf.spare_pets();
        let count = u32::try_from(spare.len()).unwrap_or(u32::MAX);
        (count > 0).then(|| spare[(random % count) as usize])
    });
    let Some(chosen) = chosen else {
        return default_target(None);
    };
    // The default pet has its window already; the lease follows it, but keeps its place in the pool.
    let target = if chosen == PetId::BUILTIN || chosen == shelf.default_pet() {
        Target::Default
    } else {
        Target::Explicit(chosen.to_owned())
    };
    Resolution { target, pool_pet: Some(chosen.to_owned()), fallback: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed {
        default: &'static str,
        pool: Option<Vec<&'static str>>,
    }

    impl Shelf for Fixed {
        fn health(&self, id: &str) -> Health {
            match id {
                "builtin" | "cat" | "dog" | "fox" => Health::Healthy,
                "broken" => Health::Broken,
                _ => Health::Missing,
            }
        }
        fn default_pet(&self) -> &str {
            self.default
        }
        fn pool(&self) -> Option<Vec<String>> {
            self.pool.as_ref().map(|order| order.iter().map(ToString::to_string).collect())
        }
        fn spare_pets(&self) -> Vec<&str> {
            vec!["cat", "dog", "fox"]
        }
    }

    const PLAIN: Fixed = Fixed { default: "cat", pool: None };

    fn ask(requested: Option<&str>, shelf: &Fixed, taken: &[&str]) -> Resolution {
        resolve(requested, shelf, |id| taken.contains(&id), 4)
    }

    fn explicit(id: &str) -> Target {
        Target::Explicit(id.to_owned())
    }

    #[test]
    fn requests_are_resolved_in_the_order_of_the_protocol() {
        assert_eq!(ask(None, &PLAIN, &[]), default_target(None));
        assert_eq!(ask(Some("builtin"), &PLAIN, &[]), default_target(None));
        assert_eq!(ask(Some("cat"), &PLAIN, &[]), default_target(None));
        assert_eq!(ask(Some("No Such"), &PLAIN, &[]), default_target(Some(Fallback::InvalidPetId)));
        assert_eq!(ask(Some("owl"), &PLAIN, &[]), default_target(Some(Fallback::PetNotInstalled)));
        assert_eq!(ask(Some("broken"), &PLAIN, &[]), default_target(Some(Fallback::PetBroken)));
        assert_eq!(ask(Some("dog"), &PLAIN, &[]).target, explicit("dog"));
    }

    #[test]
    fn the_pool_gives_the_first_free_healthy_pet() {
        let shelf = Fixed { default: "builtin", pool: Some(vec!["broken", "dog", "cat"]) };
        assert_eq!(ask(None, &shelf, &[]).target, explicit("dog"));
        assert_eq!(ask(None, &shelf, &["dog"]).target, explicit("cat"));
        // All taken: any spare pet, here the one that 4 % 3 picks.
        assert_eq!(ask(None, &shelf, &["dog", "cat"]).target, explicit("dog"));
        // A request wins over the pool.
        assert_eq!(ask(Some("fox"), &shelf, &[]).target, explicit("fox"));
        assert_eq!(ask(Some("fox"), &shelf, &[]).pool_pet, None);
    }

    #[test]
    fn the_default_pet_in_the_pool_keeps_its_one_window() {
        let shelf = Fixed { default: "cat", pool: Some(vec!["cat", "dog"]) };
        let first = ask(None, &shelf, &[]);
        assert_eq!((first.target, first.pool_pet.as_deref()), (Target::Default, Some("cat")));
        assert_eq!(ask(None, &shelf, &["cat"]).target, explicit("dog"));
    }
}
