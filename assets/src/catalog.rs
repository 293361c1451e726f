//! The gallery of pets on the web: which pets there are, and their packages.
