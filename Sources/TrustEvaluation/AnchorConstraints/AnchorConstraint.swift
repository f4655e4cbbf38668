package import TrustModel

/// The conditions under which a trust anchor is trusted: at least one alternative must hold.
///
/// The constraint applies to every certificate with the anchor's public key, because the key signs what the anchor issues,
/// whichever certificate of it ends a path.
package struct AnchorConstraint: Sendable {
    /// The SHA-256 of the anchor's SubjectPublicKeyInfo.
    package let key: Fingerprint
    /// The alternatives; without alternatives, the anchor is fully distrusted.
    package let alternatives: [AnchorAlternative]
    /// The root program or person that decided the constraint; nil if unknown.
    package let source: String?
    /// The day or time of the source's data, as written in the document; nil if unknown.
    package let asOf: String?

    /// Creates a constraint.
    package init(key: Fingerprint, alternatives: [AnchorAlternative], source: String? = nil, asOf: String? = nil) {
        self.key = key
        self.alternatives = alternatives
        self.source = source
        self.asOf = asOf
    }

    /// Whether an alternative compares the timestamps of the leaf.
    var comparesTimestamps: Bool { alternatives.contains { $0.sctNotAfter != nil } }

    /// Whether every path for a purpose meets the constraint at any time.
    package func allowsEveryPath(for purpose: KeyPurpose) -> Bool {
        alternatives.contains { $0.allowsEveryPath(for: purpose) }
    }

    /// The source and the date of its data, as a clause; nil without a source and a date.
    package var origin: String? {
        switch (source, asOf) {
        case (let source?, let asOf?): "\(source), as of \(asOf)"
        case (let source?, nil): source
        case (nil, let asOf?): "as of \(asOf)"
        case (nil, nil): nil
        }
    }
}

/// The conditions of one alternative, all of which must hold.
package struct AnchorAlternative: Sendable {
    /// The latest notBefore of the leaf.
    package var leafNotBeforeUntil: Instant?
    /// The latest time of at least one verified SCT.
    package var sctNotAfter: Instant?
    /// The patterns of which every DNS name of the leaf must match one.
    package var dnsNames: AnchorNames?
    /// The purposes for which paths are evaluated.
    package var purposes: [KeyPurpose]?
    /// The last second of evaluation.
    package var until: Instant?

    /// Creates an alternative without conditions.
    package init() {}

    func allows(_ purpose: KeyPurpose) -> Bool {
        purposes.map { $0.contains(.any) || $0.contains(purpose) } ?? true
    }

    fileprivate func allowsEveryPath(for purpose: KeyPurpose) -> Bool {
        leafNotBeforeUntil == nil && sctNotAfter == nil && dnsNames == nil && until == nil && allows(purpose)
    }
}

/// The DNS name patterns of an alternative.
package struct AnchorNames: Sendable {
    let texts: [String]
    let index: HostPatternIndex

    /// Indexes patterns.
    package init(_ patterns: [HostPattern]) {
        texts = patterns.map(\.description)
        index = HostPatternIndex(patterns)
    }
}
