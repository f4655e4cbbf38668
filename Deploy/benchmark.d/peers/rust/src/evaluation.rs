//! The evaluation of a chain, and its verdict as JSON.
use crate::certificate::Certificate;
use crate::json::{quote, Question};
use crate::pem;
use crate::roots::{Root, Roots};
use std::fmt::Write;
use std::time::SystemTime;
use webpki::{
    DnsNameRef, EndEntityCert, Error, SignatureAlgorithm, Time, TlsServerTrustAnchors, ECDSA_P256_SHA256,
    ECDSA_P256_SHA384, ECDSA_P384_SHA256, ECDSA_P384_SHA384, ED25519, RSA_PKCS1_2048_8192_SHA256,
    RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256_LEGACY_KEY,
    RSA_PSS_2048_8192_SHA384_LEGACY_KEY, RSA_PSS_2048_8192_SHA512_LEGACY_KEY,
};

const ALGORITHMS: &[&SignatureAlgorithm] = &[
    &ECDSA_P256_SHA256,
    &RSA_PKCS1_2048_8192_SHA256,
    &ECDSA_P384_SHA384,
    &ECDSA_P256_SHA384,
    &ECDSA_P384_SHA256,
    &RSA_PKCS1_2048_8192_SHA384,
    &RSA_PKCS1_2048_8192_SHA512,
    &ED25519,
    &RSA_PSS_2048_8192_SHA256_LEGACY_KEY,
    &RSA_PSS_2048_8192_SHA384_LEGACY_KEY,
    &RSA_PSS_2048_8192_SHA512_LEGACY_KEY,
];
/// The maximum number of certificates in a path, without its anchor.
const MAXIMUM_LENGTH: usize = 7;
/// The maximum number of partial paths in the search of one request.
const MAXIMUM_STEPS: usize = 64;

/// Evaluates the question in a body, and appends the verdict or the error.
///
/// Returns the status of the response.
pub fn evaluate(body: &[u8], roots: &Roots, output: &mut String) -> u16 {
    let question = match Question::parse(body) {
        Some(question) => question,
        None => return fail(output, 400, "the body is not an object of strings"),
    };
    let list = pem::certificates(&question.chain).unwrap_or_default();
    let chain: Option<Vec<Certificate>> = list.iter().map(|der| Certificate::parse(der)).collect();
    let chain = match chain {
        Some(chain) if !chain.is_empty() => chain,
        _ => return fail(output, 422, "the chain has no certificate, or a malformed one"),
    };
    let path = Search::path(&question.host, &list, &chain, roots);
    write_verdict(output, &question.policy, &chain, path);
    200
}

fn fail(output: &mut String, status: u16, error: &str) -> u16 {
    quote(output, error);
    status
}

/// A verified path: positions in the chain, and the anchor.
type Path<'a> = (Vec<usize>, &'a Root);

/// The search for a path from the leaf to an anchor.
///
/// webpki does not report the path that it has found. The search therefore lets webpki verify one path at a time.
struct Search<'a> {
    leaf: EndEntityCert<'a>,
    list: &'a [Vec<u8>],
    chain: &'a [Certificate<'a>],
    roots: &'a Roots,
    time: Time,
    steps: usize,
    error: Error,
}

impl<'a> Search<'a> {
    fn path(
        host: &str,
        list: &'a [Vec<u8>],
        chain: &'a [Certificate<'a>],
        roots: &'a Roots,
    ) -> Result<Path<'a>, String> {
        let host = DnsNameRef::try_from_ascii_str(host).map_err(|_| "webpki supports only DNS names as hosts")?;
        let time = Time::try_from(SystemTime::now()).map_err(|error| error.to_string())?;
        let leaf = EndEntityCert::try_from(list[0].as_slice()).map_err(|error| error.to_string())?;
        leaf.verify_is_valid_for_dns_name(host).map_err(|error| error.to_string())?;
        let mut search = Search { leaf, list, chain, roots, time, steps: 0, error: Error::UnknownIssuer };
        let mut path = vec![0];
        match search.extend(&mut path) {
            Some(root) => Ok((path, root)),
            None => Err(search.error.to_string()),
        }
    }

    /// Tries the anchors and the issuers of the path's last certificate; returns the anchor of a verified path.
    fn extend(&mut self, path: &mut Vec<usize>) -> Option<&'a Root> {
        self.steps += 1;
        let issuer = self.chain[*path.last()?].issuer;
        let roots = self.roots.named(issuer).iter();
        if let Some(root) = roots.into_iter().find(|root| self.is_verified(path, root)) {
            return Some(root);
        }
        for next in 1..self.chain.len() {
            let is_candidate = self.chain[next].subject == issuer && !path.contains(&next);
            if !is_candidate || path.len() == MAXIMUM_LENGTH || self.steps == MAXIMUM_STEPS {
                continue;
            }
            path.push(next);
            if let Some(root) = self.extend(path) {
                return Some(root);
            }
            path.pop();
        }
        None
    }

    fn is_verified(&mut self, path: &[usize], root: &Root) -> bool {
        let anchors = TlsServerTrustAnchors(std::slice::from_ref(&root.anchor));
        let intermediates: Vec<&[u8]> = path[1..].iter().map(|index| self.list[*index].as_slice()).collect();
        let outcome = self.leaf.verify_is_valid_tls_server_cert(ALGORITHMS, &anchors, &intermediates, self.time);
        outcome.map_err(|error| self.error = error).is_ok()
    }
}

fn write_verdict(output: &mut String, policy: &str, chain: &[Certificate], path: Result<Path, String>) {
    let _ = write!(output, "{{\"trusted\":{},\"policy\":", path.is_ok());
    quote(output, policy);
    output.push_str(",\"reasons\":[");
    let (path, root) = match path {
        Ok(path) => path,
        Err(reason) => {
            quote(output, &reason);
            return output.push_str("],\"path\":[]}");
        }
    };
    output.push_str("],\"path\":[");
    for (depth, index) in path.iter().enumerate() {
        let _ = write!(output, "{{\"depth\":{depth},");
        chain[*index].describe(output);
        output.push_str("},");
    }
    let _ = write!(output, "{{\"depth\":{},{}}}]}}", path.len(), root.description);
}
