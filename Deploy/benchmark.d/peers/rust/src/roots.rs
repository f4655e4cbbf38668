//! The trust anchors.
use crate::certificate::Certificate;
use crate::pem;
use std::collections::HashMap;
use std::io::{Error, ErrorKind, Result};
use webpki::TrustAnchor;

pub struct Root {
    pub anchor: TrustAnchor<'static>,
    /// The root's part of a response.
    pub description: String,
}

/// The trust anchors by subject.
#[derive(Default)]
pub struct Roots(HashMap<&'static [u8], Vec<Root>>);

impl Roots {
    /// Reads PEM files, and skips certificates that webpki cannot use as trust anchors.
    pub fn read(files: &[&str]) -> Result<Roots> {
        let mut roots = Roots::default();
        for file in files {
            let text = std::fs::read_to_string(file)?;
            let list = pem::certificates(&text).ok_or_else(|| Error::new(ErrorKind::InvalidData, file.to_string()))?;
            for der in list {
                roots.add(der.leak());
            }
        }
        Ok(roots)
    }

    fn add(&mut self, der: &'static [u8]) {
        if let (Ok(anchor), Some(certificate)) = (TrustAnchor::try_from_cert_der(der), Certificate::parse(der)) {
            let mut description = String::new();
            certificate.describe(&mut description);
            self.0.entry(certificate.subject).or_default().push(Root { anchor, description });
        }
    }

    /// Returns the roots with a subject.
    pub fn named(&self, subject: &[u8]) -> &[Root] {
        self.0.get(subject).map_or(&[], Vec::as_slice)
    }
}
