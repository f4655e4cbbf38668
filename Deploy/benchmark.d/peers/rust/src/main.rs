//! The Rust peer of the benchmark: a server that evaluates the same requests as anchord with webpki and ring.
//!
//!     peer ADDRESS SOCKET ROOTS
//!
//! It listens on the TCP address and the Unix socket. It trusts the roots in the system trust store and in the PEM file.
//! Between requests, it keeps nothing but its trust anchors.
mod certificate;
mod der;
mod evaluation;
mod http;
mod json;
mod pem;
mod roots;
mod server;

use std::process::exit;

const SYSTEM_TRUST_STORE: &str = "/etc/ssl/certs/ca-certificates.crt";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match &arguments[..] {
        [option] if option == "--version" => {
            println!("rustc {}", env!("COMPILER_VERSION"));
            Ok(())
        }
        [address, socket, file] => roots::Roots::read(&[SYSTEM_TRUST_STORE, file])
            .and_then(|roots| server::serve(address, socket, Box::leak(Box::new(roots)))),
        _ => {
            eprintln!("usage: peer ADDRESS SOCKET ROOTS");
            exit(2)
        }
    };
    if let Err(error) = outcome {
        eprintln!("peer: {error}");
        exit(1)
    }
}
