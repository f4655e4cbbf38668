package import TrustModel

/// One check of a path: a pure function from a path's context to findings.
///
/// To add a rule, add a file with a conforming type, a line in ``RuleCatalog``, and a test file.
package protocol Rule: Sendable {
    /// The check's unique camelCase name in explanations.
    static var name: String { get }
    /// The codes of all possible findings of a rule that need not be applied if the policy ignores these codes; otherwise empty.
    static var codes: [ReasonCode] { get }

    func evaluate(_ context: PathContext) -> RuleOutcome
}

extension Rule {
    /// The rule is always applied.
    package static var codes: [ReasonCode] { [] }

    /// Whether the policy ignores every possible finding of the rule.
    func isIdle(under requirements: PathRequirements) -> Bool {
        let codes = Self.codes
        return !codes.isEmpty && codes.allSatisfy { requirements.ignores($0) }
    }
}

/// The result of a rule.
package enum RuleOutcome: Sendable, Equatable {
    /// The rule does not apply; `why` is a clause with the reason.
    case skipped(why: String)
    /// The rule was applied; the check passes if there are no findings; `why` states what was compared.
    case applied([Finding], why: String)
}

/// The input of all rules for one path: complete before the first rule runs, and immutable except that ``time`` remembers
/// its comparisons.
package final class PathContext {
    /// The maximum number of findings that one rule reports about the extensions of a certificate.
    ///
    /// A response repeats each finding for every path.
    static let maximumFindingsEach = 16

    /// The path to evaluate, with or without a trust anchor at its end.
    package let path: CandidatePath
    /// The certificates with their positions, leaf first.
    let certificates: [(depth: Int, facts: CertificateFacts)]
    /// The certificates that the rules about single certificates examine: all, or only the leaf if its issuers are known.
    ///
    /// Such a rule depends on nothing but the certificate, its issuers and the policy. In particular, it does not compare
    /// the time. All certificates are examined if a signature is not valid, because rules also report such keys.
    let examined: [(depth: Int, facts: CertificateFacts)]
    private let signatures: PathSignatures
    /// The requirements of the policy.
    package let requirements: PathRequirements
    /// The host to compare with the leaf if the policy validates hosts.
    package let host: RequestedHost
    /// The time of evaluation, which may differ from the current time.
    let time: Moment
    /// Whether the request has no certificate but the leaf.
    let isSentAlone: Bool
    /// The revocation status of the path's certificates.
    package let revocation: RevocationReport
    /// The verified timestamps of the leaf; nil if nothing in the policy depends on them, or if the path lacks a required
    /// anchor.
    package let timestamps: TimestampReport?
    /// The parsed names and name constraints of the path's certificates, leaf first.
    let names: [CertificateNames]
    /// A wildcard name in a server certificate, directly below a registry's public suffix; nil if there is none.
    let suffixWildcard: GeneralName?
    /// The log list that verified the timestamps; nil if there is none, or if nothing depends on it.
    let logs: TransparencyLogList?
    let restrictions: TrustRestrictions
    /// The blocks of the operator; nil if there are none.
    let blocks: BlocksInForce?
    /// The public suffixes, directly below which a wildcard is not accepted.
    package let publicSuffixes: any PublicSuffixes
    /// The exceptions that apply to the question; they are evaluated after all rules.
    package let exceptions: [TrustException]
    let isExplained: Bool
    /// The evidence that was gathered since the first evaluation.
    let gathered: GatheredEvidence

    /// Creates the context, and parses the path's names unless `names` contains them.
    init(
        path: CandidatePath,
        signatures: PathSignatures,
        issuersAreKnown: Bool = false,
        requirements: PathRequirements,
        host: RequestedHost,
        time: Moment,
        isSentAlone: Bool = false,
        revocation: RevocationReport = .empty,
        timestamps: TimestampReport? = nil,
        names: [CertificateNames]? = nil,
        suffixWildcard: GeneralName?? = nil,
        logs: TransparencyLogList? = nil,
        restrictions: TrustRestrictions = .none,
        blocks: BlocksInForce? = nil,
        publicSuffixes: any PublicSuffixes,
        exceptions: [TrustException] = [],
        isExplained: Bool = false,
        gathered: GatheredEvidence = GatheredEvidence()
    ) {
        self.path = path
        certificates = path.certificates.enumerated().map { ($0.offset, $0.element.facts) }
        examined =
            issuersAreKnown && signatures.areValid(in: path) ? Array(certificates.prefix(1)) : certificates
        self.signatures = signatures
        self.requirements = requirements
        self.host = host
        self.time = time
        self.isSentAlone = isSentAlone
        self.revocation = revocation
        self.timestamps = timestamps
        var readings = CertificateNameTable()
        self.names = names ?? readings.parsedNames(of: path)
        self.suffixWildcard =
            if let suffixWildcard {
                suffixWildcard
            } else if requirements.purpose == .serverAuth {
                AlternativeNameRule.suffixWildcard(of: path.leaf.facts, publicSuffixes)
            } else {
                nil
            }
        self.logs = logs
        self.restrictions = restrictions
        self.blocks = blocks
        self.publicSuffixes = publicSuffixes
        self.exceptions = exceptions
        self.isExplained = isExplained
        self.gathered = gathered
    }

    /// The same context, in which the rules about single certificates examine all certificates; only for assertions.
    var examiningAllCertificates: PathContext {
        PathContext(
            path: path,
            signatures: signatures,
            requirements: requirements,
            host: host,
            time: time,
            isSentAlone: isSentAlone,
            revocation: revocation,
            timestamps: timestamps,
            names: names,
            suffixWildcard: .some(suffixWildcard),
            logs: logs,
            restrictions: restrictions,
            blocks: blocks,
            publicSuffixes: publicSuffixes,
            exceptions: exceptions,
            isExplained: isExplained,
            gathered: gathered
        )
    }

    /// The signature defect of the certificate at a position; nil for a valid signature and for the last certificate.
    func signatureDefect(at depth: Int) -> SignatureDefect? { signatures.defect(at: depth, in: path) }

    /// Whether all signatures of the path are valid.
    var areSignaturesValid: Bool { signatures.areValid(in: path) }

    /// Whether the certificate at a position is the path's trust anchor, whose own signature is not verified.
    func isAnchor(_ depth: Int) -> Bool {
        path.isAnchored && depth == path.certificates.count - 1
    }

    /// Whether the certificate at a position is self-issued and the last of the path.
    func isRoot(_ depth: Int) -> Bool {
        depth == path.certificates.count - 1 && path.certificates[depth].facts.isSelfIssued
    }

    /// The certificates from the leaf upward that are linked by valid signatures of CAs.
    ///
    /// The part ends with the first certificate whose signature was not verified, or below the first issuer that is not
    /// a CA. Pins match only in this part. Anyone can send a genuine CA certificate with a forged leaf that names this
    /// CA as issuer. The holder of an end-entity certificate can sign further certificates with the certificate's key.
    var verifiedPart: ArraySlice<Certificate> {
        let count = path.certificates.count
        // The certificate with the first defective signature is included: its own key signed the certificates below it.
        let last = path.certificates.indices.first { signatureDefect(at: $0) != nil } ?? count
        let nonIssuer = path.certificates.indices.dropFirst().first { !mayIssue($0) } ?? count
        return path.certificates.prefix(min(last + 1, nonIssuer))
    }

    /// Whether the certificate at a position is a CA certificate.
    ///
    /// A CA certificate has version 3 and the CA flag, or is a trust anchor of version 1 or 2. A self-issued
    /// certificate at the end of the path is also a CA certificate if it has the CA flag or no basic constraints.
    private func mayIssue(_ depth: Int) -> Bool {
        let facts = path.certificates[depth].facts
        guard !facts.isIntermediateAuthority, !(isAnchor(depth) && facts.version < 3) else { return true }
        guard depth == path.certificates.count - 1, facts.isSelfIssued else { return false }
        return facts.isAuthority || facts.extensions.basicConstraints == nil
    }

    func lacksAlgorithm(at depth: Int) -> Bool {
        signatureDefect(at: depth)?.isOfAlgorithm ?? false
    }

    /// Whether anchord or OpenSSL lacks one of the path's signature algorithms; if so, rules do not report unsupported key types.
    var lacksAlgorithm: Bool { path.certificates.indices.contains(where: lacksAlgorithm) }

    var isVerifiedThroughout: Bool { path.certificates.indices.allSatisfy { signatureDefect(at: $0) == nil } }

    func why(_ clause: @autoclosure () -> String) -> String { isExplained ? clause() : "" }

    func name(at depth: Int) -> String {
        path.certificates.indices.contains(depth) ? path.certificates[depth].facts.displayName : "certificate \(depth)"
    }
}
