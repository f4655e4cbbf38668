import TrustEvaluation
import TrustModel

/// What happens to a host for which a policy set has no rule.
package enum OtherwiseRule: Sendable, Hashable {
    /// It is refused.
    case deny
    /// The client's own handling applies.
    case performDefaultHandling
    /// This policy of the set counts.
    case policy(String)
}

/// A policy set as its document says it, every reference resolved and every certificate read.
struct PolicySetDocument {
    let description: String?
    let rules: HostRules
    let otherwise: OtherwiseRule
    /// The policies in written order.
    let policies: [(name: String, evaluator: TrustPolicy.Evaluator)]

    /// Decodes the root of a document; what it says is whole only where no issues were added.
    init(
        _ root: DocumentValue,
        owner: String,
        names: any InternationalizedNames,
        systemAnchors: AnchorSet,
        anchors: AnchorReader,
        pins: PinReader
    ) {
        guard var reader = root.mapping() else {
            (description, rules, otherwise, policies) = (nil, HostRules([]), .deny, [])
            return
        }
        description = reader.string("description")
        var known: [String] = []
        policies = Self.policies(&reader, known: &known) { name, value in
            let context = EvaluatorDecoding.Context(
                owner: "\(owner)/\(name)",
                systemAnchors: systemAnchors,
                anchors: anchors,
                pins: pins
            )
            return EvaluatorDecoding.evaluator(of: value, in: context)
        }
        rules = Self.rules(&reader, names: names, policies: known)
        otherwise = Self.otherwise(&reader, policies: known)
        reader.finish()
    }

    /// The names of the choices that `otherwise` has besides policies, which no policy may have.
    private static let reservedNames = ["deny", "performDefaultHandling"]

    private static func policies(
        _ reader: inout MappingReader,
        known: inout [String],
        evaluator: (String, DocumentValue) -> TrustPolicy.Evaluator?
    ) -> [(name: String, evaluator: TrustPolicy.Evaluator)] {
        guard var reader = reader.mapping("policies") else { return [] }
        var policies: [(name: String, evaluator: TrustPolicy.Evaluator)] = []
        for (name, value) in reader.all() {
            // A policy with faults is known all the same: rules that name it are right.
            known.append(name)
            if reservedNames.contains(name) {
                value.refuse("no policy may be called `\(name)`, which is a choice of `otherwise`")
            } else if !PolicyName.isPolicyName(name) {
                value.refuse(
                    "\(QuotedText.of(name)) is no name for a policy: use letters, digits, `.`, `_` and `-`, at most 64"
                )
            }
            if let evaluator = evaluator(name, value) { policies.append((name, evaluator)) }
        }
        return policies
    }

    private static func rules(
        _ reader: inout MappingReader,
        names: any InternationalizedNames,
        policies: [String]
    ) -> HostRules {
        guard var reader = reader.mapping("hosts") else { return HostRules([]) }
        var rules: [HostRule] = []
        var written: [HostPattern: String] = [:]
        for (text, value) in reader.all() {
            do {
                let pattern = try HostPattern(text, names: names)
                if let first = written.updateValue(text, forKey: pattern) {
                    value.refuse("the host \(QuotedText.of(text)) is the same as \(QuotedText.of(first))")
                }
                guard let policy = value.string(), check(policy, isIn: policies, value) else { continue }
                rules.append(HostRule(pattern: pattern, text: text, policy: policy))
            } catch {
                value.refuse("the host \(QuotedText.of(text)) \(error.reason)")
            }
        }
        return HostRules(rules)
    }

    private static func otherwise(_ reader: inout MappingReader, policies: [String]) -> OtherwiseRule {
        guard let value = reader.value("otherwise"), let text = value.string() else { return .deny }
        switch text {
        case "deny": return .deny
        case "performDefaultHandling": return .performDefaultHandling
        default: return check(text, isIn: policies, value, besides: reservedNames) ? .policy(text) : .deny
        }
    }

    private static func check(
        _ policy: String,
        isIn policies: [String],
        _ value: DocumentValue,
        besides others: [String] = []
    ) -> Bool {
        if policies.contains(policy) { return true }
        let hint = NearestName.hint(for: policy, among: policies + others)
        value.refuse("there is no policy \(QuotedText.of(policy)) in this set" + hint)
        return false
    }
}
