package import StructuredDocuments
package import TrustEvaluation
package import TrustModel

/// The policies and host rules of one document; immutable.
///
/// This is a class so that a request retains one reference instead of a copy of all properties.
package final class PolicySet: Sendable {
    /// The set's name: the file name without its extension.
    package let name: String
    /// The description in the document; nil if it has none.
    package let description: String?
    /// `sha256:` and the hexadecimal digest of the document and of the contents of the files that it names.
    ///
    /// Without files, it is the digest of the document's bytes. With files, that digest is followed by the digests of
    /// the files' certificates, pins, CRLs and OCSP responses, and of the files with values, each kind in document order.
    /// The whole is hashed.
    package let revision: String
    /// The digest of the names and the contents of the document and its files, in hexadecimal, as of ``PolicyUpload``.
    package let contentDigest: String
    /// The document's bytes.
    package let source: [UInt8]
    /// The document tree, parsed on each access, since a stored tree takes ten times the memory of the bytes.
    package var document: DocumentNode {
        get throws(DocumentError) { try YAMLDocument.parse(source) }
    }
    /// The host rules in document order.
    package var hosts: some RandomAccessCollection<HostRule> & Sendable { rules.rules }
    /// The handling of hosts without a rule.
    package let otherwise: HostHandling
    /// The policies in document order, each with the identity that it has if requested by name.
    package let policies: [TrustPolicy]
    /// The warnings about the document, in document order.
    package let warnings: [PolicyWarning]
    /// The SHA-256 digest of the warnings' text; nil without warnings.
    ///
    /// The revision does not cover the warnings, which also depend on the file name and the time of reading.
    package let warningsDigest: Fingerprint?

    /// The days in the document that mean their last second, with that instant, in document order.
    package let days: [PolicyProblem]

    /// The expiring parts of the set, sorted by end.
    package let expirations: [PolicyExpiration]
    /// The earliest end of each kind of parts; kinds without parts are absent.
    package let earliestEnds: [PolicyExpiration.Kind: Instant]

    /// The constraints of the system trust store that policies of the set do not apply to their own anchors.
    package let unappliedConstraints: [UnappliedConstraint]

    /// The files that the document names, as recorded when it was read.
    let materials: [MaterialEntry]
    /// The directory to which paths in the document are relative; nil for the built-in set.
    let directory: String?
    /// Whether a client wrote the document.
    package let isWritten: Bool
    /// Whether a policy of the set runs a script.
    let hasScripts: Bool
    /// The file name of the document, for warnings.
    let file: String
    private let rules: HostRules
    private let byName: [String: TrustPolicy]

    init(
        name: String,
        revision: String,
        contentDigest: String,
        source: [UInt8],
        document: PolicySetDocument,
        warnings: [PolicyWarning],
        warningsDigest: Fingerprint?,
        days: [PolicyProblem],
        file: String,
        materials: [MaterialEntry],
        directory: String?,
        isWritten: Bool,
        hasScripts: Bool
    ) {
        self.name = name
        self.revision = revision
        self.contentDigest = contentDigest
        self.source = source
        self.file = file
        self.materials = materials
        self.directory = directory
        self.isWritten = isWritten
        self.hasScripts = hasScripts
        description = document.description
        otherwise = document.otherwise
        rules = document.rules
        self.warnings = warnings
        self.warningsDigest = warningsDigest
        self.days = days
        expirations = document.expirations
        unappliedConstraints = document.unappliedConstraints
        earliestEnds = Dictionary(expirations.map { ($0.kind, $0.end) }) { first, _ in first }
        let policies = document.policies.map { policy in
            policy.identified(
                as: PolicyIdentity(set: name, name: policy.identity.name, rule: nil, revision: revision)
            )
        }
        self.policies = policies
        byName = Dictionary(policies.map { ($0.identity.name ?? "", $0) }) { first, _ in first }
    }

    private func match(_ handling: HostHandling, by rule: String) -> PolicyMatch {
        func identity(_ policy: String?) -> PolicyIdentity {
            PolicyIdentity(set: name, name: policy, rule: rule, revision: revision)
        }
        switch handling {
        case .deny: return .deny(identity(nil))
        case .performDefaultHandling: return .performDefaultHandling(identity(nil))
        case .policy(let name):
            guard let policy = byName[name] else { preconditionFailure("a rule names a policy outside the set") }
            return .policy(policy.identified(as: identity(name)))
        }
    }

    /// Returns the policy with a name, without applying host rules; nil if the set has none.
    package func policy(named name: String) -> TrustPolicy? {
        byName[name]
    }

    /// Returns the rule for a host, which can be an exclusion; nil if only `otherwise` applies.
    package func rule(for host: HostName) -> HostRule? {
        rules.position(for: host).map(rules.rule)
    }

    /// Returns all rules whose pattern matches a host, in the order of their precedence; the first one is ``rule(for:)``.
    package func matchingRules(for host: HostName) -> [HostRule] {
        rules.positions(for: host).map(rules.rule)
    }

    /// Matches a host with the rules; without a host, `otherwise` applies.
    package func match(_ host: HostName?) -> PolicyMatch {
        guard let rule = host.flatMap(rule), let handling = rule.handling else {
            return match(otherwise, by: HostHandling.exclusion)
        }
        return match(handling, by: rule.text)
    }
}
