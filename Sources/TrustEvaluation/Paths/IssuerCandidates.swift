import TrustModel

/// The available certificates that have the name of a certificate's issuer.
struct IssuerCandidates {
    /// The maximum number of certificates from one source whose key identifier differs from the certificate's.
    private static let maximumDifferent = 64

    let certificate: Certificate
    /// The namesakes among the anchors and the policy's intermediates, one element for each source.
    let indexed: [Namesakes]
    /// The namesakes that were sent or fetched and are not anchors.
    let pool: [Certificate]

    /// The number of certificates; a certificate of several sources is counted several times.
    var count: Int { indexed.reduce(pool.count) { $0 + $1.certificates.count } }

    /// The first of the certificates, which are in no particular order; nil if there is none.
    var first: Certificate? { indexed.first?.certificates.first ?? pool.first }

    /// Returns the certificates with a fit, each once, in no particular order.
    func certificates(_ fit: KeyIdentifierFit) -> [Certificate] {
        unique(
            indexed.flatMap { $0.certificates(fit, asIssuersOf: certificate, most: Self.maximumDifferent) }
                + pool.filter { KeyIdentifierFit(of: $0, asIssuerOf: certificate) == fit }
        )
    }

    /// Returns the certificates with one of the keys, each once, in no particular order.
    func certificates(withKeys keys: [Fingerprint]) -> [Certificate] {
        unique(
            indexed.flatMap { source in keys.flatMap { source.certificates(withKey: $0) } }
                + pool.filter { keys.contains($0.facts.publicKeyFingerprint) }
        )
    }

    /// Returns certificates for an explanation, sorted by fingerprint: those with a fitting key identifier, and the first of
    /// the others up to a maximum.
    func examples(including others: [Certificate], most: Int) -> [Certificate] {
        let fitting = indexed.flatMap { $0.certificates(.equal, asIssuersOf: certificate, most: most) }
        let first = indexed.flatMap { $0.certificates.prefix(most) }
        return unique(fitting + first + pool + others).sorted { $0.facts.fingerprint < $1.facts.fingerprint }
    }

    private func unique(_ certificates: [Certificate]) -> [Certificate] {
        certificates.count > 1 ? Array(Set(certificates)) : certificates
    }
}

extension IssuerCandidates {
    /// Collects the certificates with the name of a certificate's issuer; `sent` are those that were sent or fetched.
    init(of certificate: Certificate, sent: [Certificate], anchors: [AnchorSet], intermediates: IntermediateSet?) {
        let name = certificate.facts.issuer
        let namesakes = intermediates?.namesakes(name)
        self.certificate = certificate
        indexed = anchors.compactMap { $0.namesakes(name) } + (namesakes.map { [$0] } ?? [])
        pool = sent.filter { certificate in !anchors.contains { $0.contains(certificate) } }
    }
}
