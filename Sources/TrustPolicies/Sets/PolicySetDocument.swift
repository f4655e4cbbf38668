import StructuredDocuments
import TrustEvaluation
import TrustModel

/// A decoded policy set with all references resolved and all files read.
struct PolicySetDocument {
    let description: String?
    let rules: HostRules
    let otherwise: HostHandling
    /// The policies in document order; their identities have no revision yet.
    let policies: [TrustPolicy]
    /// The expiring parts of the policies, sorted by end.
    let expirations: [PolicyExpiration]
    /// The constraints of the system trust store that policies do not apply to their own anchors.
    let unappliedConstraints: [UnappliedConstraint]

    /// Decodes the root of a document; the result is complete only if no issues were added.
    init(
        _ root: DocumentValue,
        set: String,
        ports: DocumentPorts,
        systemAnchors: AnchorSet,
        anchors: AnchorReader,
        pins: PinReader,
        evidence: EvidenceReader,
        valueFiles: ValueFileReader,
        scripts: ScriptReader,
        logs: LogListSource,
        journal: MaterialJournal,
        expirations: ExpirationRecorder
    ) {
        guard var reader = root.mapping() else {
            (description, rules, otherwise, policies, self.expirations) = (nil, HostRules(), .deny, [], [])
            unappliedConstraints = []
            return
        }
        description = reader.string("description")
        let unapplied = UnappliedConstraintRecorder()
        let references = Self.references(&reader) { name, value, references in
            let context = EvaluatorDecoding.Context(
                owner: "\(set)/\(name)",
                systemAnchors: systemAnchors,
                anchors: anchors,
                pins: pins,
                evidence: evidence,
                valueFiles: valueFiles,
                scripts: scripts,
                networkEnabled: ports.networkEnabled,
                logs: logs,
                references: references,
                names: ports.names,
                suffixes: ports.suffixes,
                allowance: .document,
                journal: journal,
                expirations: expirations,
                unapplied: unapplied
            )
            let identity = PolicyIdentity(set: set, name: name, rule: nil, revision: nil)
            return PolicyDecoding.policy(value, identity: identity, in: context)
        }
        // The call never throws, because each name exists and no other policy is being decoded. If it returns nil, the
        // policy already has issues.
        policies = references.names.compactMap { try? references.policy(named: $0) }
        self.expirations = expirations.expirations
        unappliedConstraints = unapplied.constraints
        // A rule may name an invalid policy, which has its own issues.
        rules = Self.rules(&reader, policies: references.names) { text throws(HostNameError) in
            try HostPattern(text, names: ports.names, suffixes: ports.suffixes)
        }
        otherwise = reader.value("otherwise").flatMap { Self.handling($0, policies: references.names) } ?? .deny
        let place = "belongs to a policy: move it to `policies`, under the name of the policy"
        reader.finish(.policySet, misplaced: ({ PolicyKeyTable.policyKeys }, { _ in place }))
    }

    private static func references(
        _ reader: inout MappingReader,
        decode: @escaping (String, DocumentValue, PolicyReferences) -> TrustPolicy?
    ) -> PolicyReferences {
        guard var reader = reader.mapping("policies") else { return .none }
        let values = reader.all()
        for (name, value) in values {
            if HostHandling.reservedNames.contains(name) {
                value.refuse("`\(name)` is reserved in `hosts` and `otherwise`: rename the policy")
            } else if !PolicyName.isPolicyName(name) {
                value.refuse(
                    "\(QuotedText.of(name)) is not a valid policy name: use 1 to 64 letters, digits, "
                        + "`.`, `_` and `-`, starting with a letter or a digit"
                )
            }
        }
        return PolicyReferences(values.map { (name: $0.key, value: $0.value) }, decode: decode)
    }

    private static func rules(
        _ reader: inout MappingReader,
        policies: [String],
        pattern: (String) throws(HostNameError) -> HostPattern
    ) -> HostRules {
        guard var reader = reader.mapping("hosts") else { return HostRules() }
        var rules = HostRules()
        for (text, value) in reader.all() {
            do {
                let pattern = try pattern(text)
                // A host with an invalid handling is added too, so that a duplicate of that host is reported.
                let rule =
                    rule(pattern, text, handling: value, policies: policies)
                    ?? HostRule(pattern: pattern, text: text, handling: nil)
                if let first = rules.insert(rule) {
                    value.refuse(
                        "the host \(QuotedText.of(text)) is a duplicate of \(QuotedText.of(first.text)): remove one of them"
                    )
                }
            } catch {
                value.refuse("the host \(QuotedText.of(text)) \(error.reason)")
            }
        }
        rules.trim()
        return rules
    }

    private static func rule(
        _ pattern: HostPattern,
        _ text: String,
        handling value: DocumentValue,
        policies: [String]
    ) -> HostRule? {
        guard case .string(HostHandling.exclusion) = value.node.content else {
            let handling = handling(value, policies: policies, or: [HostHandling.exclusion])
            return handling.map { HostRule(pattern: pattern, text: text, handling: $0) }
        }
        guard case .exact = pattern else {
            value.refuse("`otherwise` is allowed only for an exact host: list the hosts, or use `deny` or a policy")
            return nil
        }
        return HostRule(pattern: pattern, text: text, handling: nil)
    }

    private static func handling(
        _ value: DocumentValue,
        policies: [String],
        or others: [String] = []
    ) -> HostHandling? {
        guard let text = value.name() else { return nil }
        let fixed: [HostHandling] = [.deny, .performDefaultHandling]
        if let choice = fixed.first(where: { $0.description.hasSameBytes(as: text) }) { return choice }
        if policies.contains(where: text.hasSameBytes) { return .policy(text) }
        value.refuse(
            "there is no policy \(QuotedText.of(text)) in this set"
                + value.issues.hint(for: text, among: policies + fixed.map(\.description) + others)
        )
        return nil
    }
}
