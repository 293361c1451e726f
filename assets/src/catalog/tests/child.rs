//! What depends on the environment, in a process of its own: this test program once more, with other variables.

use super::*;
use std::process::Command;

/// Which test the child runs.
const CHILD: &str = "catalog::tests::child::looks_up_a_cat_where_the_environment_says";

/// Looks up the pet `cat` with these variables, and gives what came out.
pub(super) fn look_up(variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", CHILD, "--ignored", "--nocapture"]);
    for name in ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"] {
        command.env_remove(name).env_remove(name.to_lowercase());
    }
    let output = command.env_remove("OPENPETS_CATALOG_URL").envs(variables.iter().copied()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let (_, result) = text.split_once("RESULT ").unwrap_or_else(|| panic!("{text}"));
    result.split_whitespace().next().unwrap().to_owned()
}

#[test]
#[ignore = "run by the other tests, in a process of its own"]
fn looks_up_a_cat_where_the_environment_says() {
    let result = match Catalog::from_env().and_then(|catalog| catalog.find(&id("cat"), &Unattended)) {
        Ok(pet) => pet.display_name,
        Err(CatalogError::Unavailable { newest, .. }) => newest.cause.code().to_owned(),
        Err(error) => error.code().to_owned(),
    };
    println!("RESULT {result} ");
}

#[test]
fn the_variable_names_the_catalog() {
    let gallery = script().serve();
    assert_eq!(look_up(&[("OPENPETS_CATALOG_URL", &base(&gallery.server))]), "CAT");
}

#[test]
fn a_wrong_variable_never_leads_to_the_public_catalog() {
    assert_eq!(look_up(&[("OPENPETS_CATALOG_URL", "http://pets.example/")]), "catalog-url-invalid");
    assert_eq!(look_up(&[("OPENPETS_CATALOG_URL", " ")]), "catalog-url-invalid");
}

#[test]
fn no_proxy_is_asked_for_this_machine() {
    let gallery = script().serve();
    let nowhere = "http://127.0.0.1:1";
    let variables = [
        ("OPENPETS_CATALOG_URL", base(&gallery.server)),
        ("ALL_PROXY", nowhere.to_owned()),
        ("HTTP_PROXY", nowhere.to_owned()),
        ("HTTPS_PROXY", nowhere.to_owned()),
    ];
    assert_eq!(look_up(&variables.each_ref().map(|(name, value)| (*name, value.as_str()))), "CAT");
}

#[test]
fn a_proxy_is_asked_for_other_machines() {
    // It refuses, so that nothing leaves this machine.
    let proxy = Server::start(|_, stream| answer(stream, "403 Forbidden", "text/plain", b"no")).unwrap();
    let address = format!("http://127.0.0.1:{}", proxy.port());
    let variables = [("OPENPETS_CATALOG_URL", "https://pets.invalid/"), ("HTTPS_PROXY", address.as_str())];
    assert_eq!(look_up(&variables), "proxy-refused");
    assert_eq!(proxy.requests()[0].path, "pets.invalid:443");
}
