import TrustModel

/// A path as constraints see it.
struct ConstrainedPath {
    /// The certificates, leaf first.
    let certificates: [CertificateFacts]
    private let isAnchored: Bool
    private let time: Moment
    /// The number of certificates from the leaf upward that are known to be in the path.
    private let verifiedCount: Int

    /// Creates the path of a context.
    ///
    /// A policy without validation of the chain accepts invalid signatures. Certificates above an invalid signature, which
    /// anyone can add to a chain, are then uncertain. Other policies reject such a path in any case.
    init(_ context: PathContext) {
        certificates = context.path.certificates.map(\.facts)
        isAnchored = context.path.isAnchored
        time = context.time
        verifiedCount =
            context.requirements.enforcement.needsAnchor ? certificates.count : context.verifiedPart.count
    }

    var leaf: CertificateFacts { certificates[0] }

    func isVerified(_ depth: Int) -> Bool { depth < verifiedCount }

    /// Returns the depth of a certificate; nil if the path does not have it.
    func depth(of position: PathConstraints.Position) -> Int? {
        switch position {
        case .leaf: 0
        case .issuer: certificates.count > 1 ? 1 : nil
        case .anchor: isAnchored ? certificates.count - 1 : nil
        }
    }

    func match(_ matcher: CertificateMatcher, at depth: Int) -> ConstraintMatch {
        isVerified(depth) ? matcher.match(certificates[depth]) : .uncertain
    }

    /// Whether the leaf remains valid for a number of seconds after the time of evaluation.
    func hasRemaining(seconds: Int64) -> ConstraintMatch {
        leaf.notAfter.map { ConstraintMatch(!time.hasEnded($0.adding(seconds: -seconds))) } ?? .uncertain
    }

    func hasLifetime(ofAtMost seconds: Int64) -> ConstraintMatch {
        leaf.lifetime.map { ConstraintMatch($0 <= seconds) } ?? .uncertain
    }
}
