//! The two tokens of one run of the app. Whoever can read the discovery file may make pets react and speak;
//! whoever can read the control file beside it may also change and end things.

use crate::command::Origin;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::fmt;
use subtle::{Choice, ConstantTimeEq};

/// Random bytes in a token: far beyond guessing, 43 characters of base64url.
const TOKEN_BYTES: usize = 32;

/// Comparisons always look at this many bytes: the longest token that clients accept, at least.
const COMPARED_BYTES: usize = 256;

/// Both tokens. Never logged: there is no way to print one but [`Tokens::agent`] and [`Tokens::control`].
pub struct Tokens {
    agent: String,
    control: String,
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tokens").finish_non_exhaustive()
    }
}

/// The system has no randomness to give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the system gives no random bytes for a token: {0}")]
pub struct NoRandomness(pub(crate) getrandom::Error);

impl Tokens {
    /// Two new random tokens.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn generate() -> Result<Self, NoRandomness> {
        Ok(Self { agent: random_token()?, control: random_token()? })
    }

    /// For the discovery file.
    #[must_use]
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// For the control file.
    #[must_use]
    pub fn control(&self) -> &str {
        &self.control
    }

    /// Whose token this is. Takes the same time for every text of the same length, right or wrong.
    #[must_use]
    pub fn origin(&self, presented: &str) -> Option<Origin> {
        let agent = same(presented, &self.agent);
        let control = same(presented, &self.control);
        if control.into() {
            Some(Origin::Control)
        } else if agent.into() {
            Some(Origin::Agent)
        } else {
            None
        }
    }
}

fn random_token() -> Result<String, NoRandomness> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(NoRandomness)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// Compares both texts padded to one size, and their lengths: a shared prefix or a shared length ends nothing
/// early.
fn same(left: &str, right: &str) -> Choice {
    let lengths = (left.len() as u64).ct_eq(&(right.len() as u64));
    padded(left).ct_eq(&padded(right)) & lengths
}

fn padded(text: &str) -> [u8; COMPARED_BYTES] {
    let mut bytes = [0; COMPARED_BYTES];
    for (byte, of_text) in bytes.iter_mut().zip(text.bytes()) {
        *byte = of_text;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_and_well_formed() {
        let (one, two) = (Tokens::generate().unwrap(), Tokens::generate().unwrap());
        let all = [one.agent(), one.control(), two.agent(), two.control()];
        for (index, token) in all.iter().enumerate() {
            assert_eq!(token.len(), 43);
            assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'));
            assert!(!all[..index].contains(token));
        }
        assert!(!format!("{one:?}").contains(one.agent()));
    }

    #[test]
    fn only_the_whole_token() {
        let tokens = Tokens::generate().unwrap();
        assert_eq!(tokens.origin(tokens.agent()), Some(Origin::Agent));
        assert_eq!(tokens.origin(tokens.control()), Some(Origin::Control));
        let agent = tokens.agent();
        let swapped = if agent.ends_with('A') { 'B' } else { 'A' };
        for wrong in [
            String::new(),
            agent[..42].to_owned(),
            format!("{agent}\0"),
            format!("{agent}{}", "\0".repeat(300)),
            format!("{}{swapped}", &agent[..42]),
            format!("{agent}{}", tokens.control()),
            "x".repeat(10_000),
        ] {
            assert_eq!(tokens.origin(&wrong), None);
        }
    }
}
