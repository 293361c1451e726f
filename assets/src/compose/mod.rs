//! The composer.
