package import TrustModel

/// One check of a path: a pure function from what is known to what is found.
///
/// To add a rule: one file with a type that conforms, one line in ``RuleCatalog``, one test file.
package protocol Rule: Sendable {
    /// The check's name in explanations, camelCase; unique.
    static var name: String { get }

    /// Evaluates one path.
    func evaluate(_ context: PathContext) -> RuleOutcome
}

/// What a rule found.
package enum RuleOutcome: Sendable, Equatable {
    /// The rule does not apply, with why as a clause.
    case skipped(why: String)
    /// The rule was applied: nothing found means passed. `why` says what was compared, as a clause.
    case applied([Finding], why: String)
}

/// Everything a rule may look at: immutable, complete before the first rule runs.
package final class PathContext: Sendable {
    /// How many extensions of one certificate a rule complains about.
    ///
    /// Each complaint stands once in the answer for every path.
    static let maximumFindingsEach = 16

    /// The path that is evaluated, whether it ends in an anchor or not.
    package let path: CandidatePath
    /// The certificates with their positions, leaf first.
    let certificates: [(depth: Int, facts: CertificateFacts)]
    /// The results of verifying the path's signatures.
    private let signatures: PathSignatures
    /// What the policy demands.
    package let requirements: PathRequirements
    /// The host that the leaf must be for, where the policy validates one.
    package let host: RequestedHost
    /// The time to evaluate at, which need not be now.
    package let instant: Instant
    /// Where that time comes from.
    let timeSource: TimeSource
    /// What is known of the revocation of the path's certificates.
    package let revocation: RevocationReport
    /// What the names of the path's certificates come to, leaf first.
    let names: [CertificateNames]
    /// A wildcard of a server's leaf for all that a registry delegates; nil where there is none.
    let suffixWildcard: GeneralName?
    /// The trust settings of certificates, and the purpose that they must allow.
    let restrictions: TrustRestrictions
    /// The names that no wildcard stands directly under.
    package let publicSuffixes: any PublicSuffixes
    /// The exceptions in force for the question; what they accept is decided once all rules have spoken.
    package let exceptions: [TrustException]
    /// Whether anybody reads what the rules compared.
    let isExplained: Bool

    /// Takes the parts as gathered; without readings of names they are read here.
    init(
        path: CandidatePath,
        signatures: PathSignatures,
        requirements: PathRequirements,
        host: RequestedHost,
        instant: Instant,
        timeSource: TimeSource = .request,
        revocation: RevocationReport = RevocationReport(),
        names: [CertificateNames]? = nil,
        suffixWildcard: GeneralName?? = nil,
        restrictions: TrustRestrictions = .none,
        publicSuffixes: any PublicSuffixes,
        exceptions: [TrustException] = [],
        isExplained: Bool = false
    ) {
        self.path = path
        certificates = path.certificates.enumerated().map { ($0.offset, $0.element.facts) }
        self.signatures = signatures
        self.requirements = requirements
        self.host = host
        self.instant = instant
        self.timeSource = timeSource
        self.revocation = revocation
        var readings = CertificateNameTable()
        self.names = names ?? readings.readings(of: path)
        self.suffixWildcard =
            if let suffixWildcard {
                suffixWildcard
            } else if requirements.purpose == .serverAuth {
                AlternativeNameRule.suffixWildcard(of: path.leaf.facts, publicSuffixes)
            } else {
                nil
            }
        self.restrictions = restrictions
        self.publicSuffixes = publicSuffixes
        self.exceptions = exceptions
        self.isExplained = isExplained
    }

    /// The defect of the signature of the certificate at a position; nil where it is valid, and for the last certificate.
    func signatureDefect(at depth: Int) -> SignatureDefect? { signatures.defect(at: depth, in: path) }

    /// Whether the certificate at a position is the anchor, which is trusted by choice and not by its own signature.
    func isAnchor(_ depth: Int) -> Bool {
        path.isAnchored && depth == path.certificates.count - 1
    }

    /// Whether the certificate at a position ends the path and names itself as its issuer.
    func isRoot(_ depth: Int) -> Bool {
        depth == path.certificates.count - 1 && path.certificates[depth].facts.isSelfIssued
    }

    /// The certificates from the leaf up to the first signature that was not verified, or up to below the first issuer that is no
    /// authority: what stands above may be anybody's.
    ///
    /// Anyone can put a genuine CA certificate above a forged leaf with its issuer name, and the holder of any end-entity
    /// certificate can sign others with its key, so pins may only match here.
    var verifiedPart: ArraySlice<Certificate> {
        let count = path.certificates.count
        let last = path.certificates.indices.first { signatureDefect(at: $0) != nil } ?? count
        let stranger = path.certificates.indices.dropFirst().first { !mayIssue($0) } ?? count
        return path.certificates.prefix(min(last + 1, stranger))
    }

    /// Whether the certificate at a position belongs to an authority: an intermediate of version 3 with basic constraints that
    /// say so, an anchor of version 1 or 2, which was chosen as one, or the root at the end of the path, which may be older
    /// than basic constraints.
    private func mayIssue(_ depth: Int) -> Bool {
        let facts = path.certificates[depth].facts
        guard !facts.isIntermediateAuthority, !(isAnchor(depth) && facts.version < 3) else { return true }
        guard depth == path.certificates.count - 1, facts.isSelfIssued else { return false }
        return facts.isAuthority || facts.extensions.basicConstraints == nil
    }

    /// Whether the signature of the certificate at a position cannot be checked because the library lacks the algorithm.
    func lacksAlgorithm(at depth: Int) -> Bool {
        signatureDefect(at: depth) == .unsupportedAlgorithm
    }

    /// Whether any signature of the path cannot be checked for that reason, which also explains keys of unsupported kinds.
    var lacksAlgorithm: Bool { path.certificates.indices.contains(where: lacksAlgorithm) }

    /// Whether every signature of the path is valid.
    var isVerifiedThroughout: Bool { path.certificates.indices.allSatisfy { signatureDefect(at: $0) == nil } }

    /// What a rule compared, as a clause; made only where somebody reads it.
    func why(_ clause: @autoclosure () -> String) -> String { isExplained ? clause() : "" }

    /// How to name the certificate at a position in a message.
    func name(at depth: Int) -> String {
        path.certificates.indices.contains(depth) ? path.certificates[depth].facts.displayName : "certificate \(depth)"
    }
}
