import StructuredDocuments
import TrustEvaluation
import TrustModel

/// A policy set as its document says it, every reference resolved and every certificate read.
struct PolicySetDocument {
    let description: String?
    let rules: HostRules
    let otherwise: HostHandling
    /// The policies in written order; their identities know no revision yet.
    let policies: [TrustPolicy]

    /// Decodes the root of a document; what it says is whole only where no issues were added.
    init(
        _ root: DocumentValue,
        set: String,
        ports: DocumentPorts,
        systemAnchors: AnchorSet,
        anchors: AnchorReader,
        pins: PinReader,
        evidence: EvidenceReader,
        journal: MaterialJournal
    ) {
        guard var reader = root.mapping() else {
            (description, rules, otherwise, policies) = (nil, HostRules(), .deny, [])
            return
        }
        description = reader.string("description")
        let references = Self.references(&reader) { name, value, references in
            let context = EvaluatorDecoding.Context(
                owner: "\(set)/\(name)",
                systemAnchors: systemAnchors,
                anchors: anchors,
                pins: pins,
                evidence: evidence,
                references: references,
                names: ports.names,
                allowance: .document,
                journal: journal
            )
            let identity = PolicyIdentity(set: set, name: name, rule: nil, revision: nil)
            return PolicyDecoding.policy(value, identity: identity, in: context)
        }
        // A policy whose decoding fails has issues already, and none can lead back to one that is not being read.
        policies = references.names.compactMap { try? references.policy(named: $0) }
        // A policy with faults is known all the same: rules that name it are right.
        rules = Self.rules(&reader, policies: references.names) { text throws(HostNameError) in
            try HostPattern(text, names: ports.names, suffixes: ports.suffixes)
        }
        otherwise = reader.value("otherwise").flatMap { Self.handling($0, policies: references.names) } ?? .deny
        reader.finish()
    }

    private static func references(
        _ reader: inout MappingReader,
        decode: @escaping (String, DocumentValue, PolicyReferences) -> TrustPolicy?
    ) -> PolicyReferences {
        guard var reader = reader.mapping("policies") else { return .none }
        let values = reader.all()
        for (name, value) in values {
            if HostHandling.reservedNames.contains(name) {
                value.refuse("no policy may be called `\(name)`, which means something else in `hosts` and `otherwise`")
            } else if !PolicyName.isPolicyName(name) {
                value.refuse(
                    "\(QuotedText.of(name)) is no name for a policy: use letters, digits, `.`, `_` and `-`, at most 64"
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
                // A host whose handling is refused still takes its place, so that a second one is reported as well.
                let rule =
                    rule(pattern, text, value, policies: policies)
                    ?? HostRule(pattern: pattern, text: text, handling: nil)
                if let first = rules.insert(rule) {
                    value.refuse("the host \(QuotedText.of(text)) is the same as \(QuotedText.of(first.text))")
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
        _ value: DocumentValue,
        policies: [String]
    ) -> HostRule? {
        guard case .string(HostHandling.exclusion) = value.node.content else {
            let handling = handling(value, policies: policies, besides: [HostHandling.exclusion])
            return handling.map { HostRule(pattern: pattern, text: text, handling: $0) }
        }
        guard case .exact = pattern else {
            value.refuse("only an exact host can be excluded: name the hosts, or choose `deny` or a policy")
            return nil
        }
        return HostRule(pattern: pattern, text: text, handling: nil)
    }

    private static func handling(
        _ value: DocumentValue,
        policies: [String],
        besides others: [String] = []
    ) -> HostHandling? {
        guard let text = value.name() else { return nil }
        let fixed: [HostHandling] = [.deny, .performDefaultHandling]
        if let choice = fixed.first(where: { $0.description.hasSameBytes(as: text) }) { return choice }
        if policies.contains(where: text.hasSameBytes) { return .policy(text) }
        value.refuse(
            "there is no policy \(QuotedText.of(text)) in this set"
                + NearestName.hint(for: text, among: policies + fixed.map(\.description) + others)
        )
        return nil
    }
}
