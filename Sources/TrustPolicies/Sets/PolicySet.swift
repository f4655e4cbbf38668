package import StructuredDocuments
package import TrustEvaluation
package import TrustModel

/// What a policy set answers for a host.
package enum PolicyMatch: Sendable {
    /// This policy decides.
    case policy(TrustPolicy)
    /// The set refuses the host.
    case deny(PolicyIdentity)
    /// The set leaves the host to the client.
    case performDefaultHandling(PolicyIdentity)
}

/// The policies of one document and the hosts that they are for; immutable.
package struct PolicySet: Sendable {
    /// The set's name, its file's without extension.
    package let name: String
    /// What the document says of itself; nil where it says nothing.
    package let description: String?
    /// `sha256:` and the digest, in hexadecimal, of the document and of what the files hold that it names.
    ///
    /// Without files it is the digest of the document's bytes. With files it is the digest of that digest followed by the
    /// digests of the files' anchors, pins, CRLs and OCSP responses, each kind in the order of the document.
    package let revision: String
    /// The document's bytes, as they were read.
    package let source: [UInt8]
    /// The document as a tree, parsed from its bytes at each access: a stored tree would take ten times as much memory.
    package var document: DocumentNode {
        get throws(DocumentError) { try YAMLDocument.parse(source) }
    }
    /// The host rules, in written order.
    package var hosts: some RandomAccessCollection<HostRule> & Sendable { rules.rules }
    /// What happens to other hosts.
    package let otherwise: HostHandling
    /// The policies in written order, each with the identity that it has when it is asked for by name.
    package let policies: [TrustPolicy]
    /// What the document's author should look at again, in the document's order.
    package let warnings: [PolicyWarning]
    /// The SHA-256 digest of the warnings' text; nil without warnings.
    ///
    /// The revision does not cover them: they depend on the name of the document's file and on the time of reading as well.
    package let warningsDigest: Fingerprint?

    /// The state of the files that the document names, when it was read.
    let materials: [MaterialEntry]
    /// The document's file, as people call it.
    let file: String
    private let rules: HostRules
    private let byName: [String: TrustPolicy]

    init(
        name: String,
        revision: String,
        source: [UInt8],
        document: PolicySetDocument,
        warnings: [PolicyWarning],
        warningsDigest: Fingerprint?,
        file: String,
        materials: [MaterialEntry]
    ) {
        self.name = name
        self.revision = revision
        self.source = source
        self.file = file
        self.materials = materials
        description = document.description
        otherwise = document.otherwise
        rules = document.rules
        self.warnings = warnings
        self.warningsDigest = warningsDigest
        let policies = document.policies.map { policy in
            policy.identified(
                as: PolicyIdentity(set: name, name: policy.identity.name, rule: nil, revision: revision)
            )
        }
        self.policies = policies
        byName = Dictionary(policies.map { ($0.identity.name ?? "", $0) }) { first, _ in first }
    }

    private func match(_ handling: HostHandling, by rule: String) -> PolicyMatch {
        let identity = { (policy: String?) in
            PolicyIdentity(set: name, name: policy, rule: rule, revision: revision)
        }
        switch handling {
        case .deny: return .deny(identity(nil))
        case .performDefaultHandling: return .performDefaultHandling(identity(nil))
        case .policy(let name):
            guard let policy = byName[name] else { preconditionFailure("rules name policies of the set") }
            return .policy(policy.identified(as: identity(name)))
        }
    }

    /// The policy of a name, whatever its hosts; nil where the set has none.
    package func policy(named name: String) -> TrustPolicy? {
        byName[name]
    }

    /// What the set answers for a host; without a host only `otherwise` can answer.
    package func match(_ host: HostName?) -> PolicyMatch {
        guard let position = host.flatMap(rules.position), case let rule = rules.rule(at: position),
            let handling = rule.handling
        else { return match(otherwise, by: HostHandling.exclusion) }
        return match(handling, by: rule.text)
    }
}
