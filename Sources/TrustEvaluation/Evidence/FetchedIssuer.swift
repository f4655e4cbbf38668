package import TrustModel

/// A fetched certificate that completed a path to a trust anchor whose signatures are all verified.
package struct FetchedIssuer: Sendable, Hashable {
    /// The certificate.
    package let certificate: Certificate
    /// The URL from which it was fetched.
    package let location: String

    /// Creates a value from its parts.
    package init(_ certificate: Certificate, from location: String) {
        self.certificate = certificate
        self.location = location
    }
}

extension PathEvaluation {
    /// The issuers that were fetched for this question and that complete a verified path to an anchor; else none.
    ///
    /// Anyone can make the daemon fetch certificates, so no other certificate is worth remembering.
    func fetchedIssuers(_ gathered: GatheredEvidence) -> [FetchedIssuer] {
        guard isVerifiedToAnchor else { return [] }
        return path.fetched.sorted().compactMap { depth in
            guard case .network(let url, _) = gathered.origin(of: path.certificates[depth]) else { return nil }
            return FetchedIssuer(path.certificates[depth], from: url)
        }
    }
}
