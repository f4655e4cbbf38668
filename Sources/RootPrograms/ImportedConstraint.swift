package import TrustModel

/// The constraint on one trust anchor, translated from a root program's data.
package struct ImportedConstraint: Sendable, Hashable {
    /// The conditions of one alternative, as texts of a document.
    package struct Alternative: Sendable, Hashable {
        /// The latest notBefore of the leaf; nil for no condition.
        package var leafNotBeforeUntil: Instant?
        /// The latest time of an SCT; nil for no condition.
        package var sctNotAfter: Instant?
        /// Patterns as in documents, such as `**.example`; empty for no condition.
        package var dnsNames: [String] = []
        /// The names of purposes; empty for no condition.
        package var purposes: [String] = []

        var isEmpty: Bool { leafNotBeforeUntil == nil && sctNotAfter == nil && dnsNames.isEmpty && purposes.isEmpty }
    }

    /// The SHA-256 of the anchor's SubjectPublicKeyInfo.
    package let key: Fingerprint
    /// The subject of the anchor's certificate, for people.
    package let subject: String
    /// The alternatives, one of which must hold; none for full distrust.
    package let alternatives: [Alternative]

    init(_ certificate: CertificateFacts, _ alternatives: [Alternative]) {
        key = certificate.publicKeyFingerprint
        subject = certificate.displayName
        self.alternatives = alternatives
    }
}

/// The constraints in the data of a root program.
package struct RootProgramData: Sendable {
    /// The constraints, sorted by key and unique.
    package let constraints: [ImportedConstraint]
    /// The lines whose meaning a document cannot express exactly, and the stricter translation.
    package let warnings: [RootProgramMessage]

    init(_ constraints: [ImportedConstraint], warnings: [RootProgramMessage]) {
        var seen: Set<ImportedConstraint> = []
        self.constraints = constraints.filter { seen.insert($0).inserted }.enumerated()
            .sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }.map(\.element)
        self.warnings = warnings
    }
}

/// A message about one line of a file.
package struct RootProgramMessage: Error, Sendable, Equatable {
    /// The line, starting at 1.
    package let line: Int
    /// The message as a clause or sentence, possibly with text of the file.
    package let text: String
}
