//! Encrypted connections: the authorities of the system decide, here those of a file made for the test.

use super::child::look_up;
use super::*;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A gallery at `https://localhost`, with a certificate of `authority` for `name`.
fn serve(authority: &CertifiedIssuer<'_, KeyPair>, name: &str) -> (Server, String) {
    let key = KeyPair::generate().unwrap();
    let certificate =
        CertificateParams::new(vec![name.to_owned()]).unwrap().signed_by(&key, authority).unwrap();
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .unwrap();
    let config = Arc::new(config);
    let script = script();
    let server = Server::start_wrapped(
        move |stream| {
            let connection = ServerConnection::new(Arc::clone(&config)).map_err(io::Error::other)?;
            Ok(Box::new(StreamOwned::new(connection, stream)))
        },
        move |request, stream| {
            // The documents of this gallery are at https.
            let mut answer = Vec::new();
            let then = script.respond(request, &mut io::Cursor::new(&mut answer))?;
            let text = String::from_utf8_lossy(&answer);
            let (_, body) = text.split_once("\r\n\r\n").unwrap_or_default();
            http::answer(
                stream,
                "200 OK",
                "application/json",
                body.replace("http://", "https://").as_bytes(),
            )?;
            Ok(then)
        },
    )
    .unwrap();
    let base = format!("https://localhost:{}/pets/", server.port());
    (server, base)
}

fn trusting(folder: &TempDir, certificates: &str) -> PathBuf {
    let path = folder.path().join("authorities.pem");
    fs::write(&path, certificates).unwrap();
    path
}

fn look_up_trusting(base: &str, certificates: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = trusting(&folder, certificates);
    look_up(&[("OPENPETS_CATALOG_URL", base), ("SSL_CERT_FILE", file.to_str().unwrap())])
}

#[test]
fn the_systems_authorities_decide_whom_to_trust() {
    let ours = authority();
    let (_server, base) = serve(&ours, "localhost");
    assert_eq!(look_up_trusting(&base, &ours.pem()), "CAT");
    assert_eq!(look_up_trusting(&base, &authority().pem()), "not-trusted");
}

#[test]
fn a_certificate_for_another_name_is_refused() {
    let ours = authority();
    let (_server, base) = serve(&ours, "openpets.dev");
    assert_eq!(look_up_trusting(&base, &ours.pem()), "not-trusted");
}

#[test]
fn a_machine_without_authorities_is_told_so() {
    let ours = authority();
    let (_server, base) = serve(&ours, "localhost");
    assert_eq!(look_up_trusting(&base, ""), "no-authorities");
}

#[test]
fn a_server_without_encryption_is_refused() {
    let server = Server::start_wrapped(
        |mut stream| {
            io::Write::write_all(&mut stream, b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")?;
            Ok(Box::new(stream))
        },
        |_, _| Ok(Then::Close),
    )
    .unwrap();
    let base = format!("https://localhost:{}/pets/", server.port());
    assert_eq!(look_up_trusting(&base, &authority().pem()), "not-trusted");
}
