//! Stores the version of the compiler, which `peer --version` prints.
use std::process::Command;

fn main() {
    let compiler = std::env::var("RUSTC").expect("cargo sets RUSTC");
    let output = Command::new(compiler).arg("--version").output().expect("the compiler runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.split(' ').nth(1).unwrap_or("unknown").trim();
    println!("cargo:rustc-env=COMPILER_VERSION={version}");
    println!("cargo:rerun-if-changed=build.rs");
}
