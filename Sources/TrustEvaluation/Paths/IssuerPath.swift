import TrustModel

/// The part of a path above its leaf, from the leaf's issuer to a trust anchor.
struct IssuerPath: Sendable {
    /// The certificates, the leaf's issuer first.
    let issuers: [Certificate]
    private let end: CandidatePath.End
    /// The positions in the whole path of the certificates that come from the policy.
    private let fromPolicy: Set<Int>

    /// Returns the part of a path; nil if the path has no anchor or no issuer, or contains a fetched certificate.
    init?(above path: CandidatePath) {
        guard path.isAnchored, path.certificates.count > 1, path.fetched.isEmpty else { return nil }
        issuers = Array(path.issuers)
        end = path.end
        fromPolicy = path.fromPolicy
    }

    /// The octets of the certificates.
    var octets: Int { issuers.reduce(0) { $0 + $1.der.count } }

    /// Returns the path of a leaf; nil if an issuer has the leaf's key, which decides what may follow in a path.
    func path(of leaf: Certificate) -> CandidatePath? {
        let key = leaf.facts.publicKeyFingerprint
        guard issuers.allSatisfy({ $0.facts.publicKeyFingerprint != key }) else { return nil }
        return CandidatePath(certificates: [leaf] + issuers, end: end, fromPolicy: fromPolicy)
    }
}
