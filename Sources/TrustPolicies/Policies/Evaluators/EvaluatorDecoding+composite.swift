import StructuredDocuments
import TrustEvaluation
import TrustModel

extension EvaluatorDecoding {
    /// The maximum nesting of composites, inline or by name; real policies use two or three levels.
    static let maximumDepth = 8
    /// `evaluator: composite`: combines the decisions of other policies, inline or by name.
    static let composite = EvaluatorDecoding(name: "composite") { reader, context in
        let isAlamofire = Compatibility.chosen(by: &reader, among: [.alamofire5]) != nil
        let all = reader.value("allOf")
        let any = reader.value("anyOf")
        finish(reader, evaluator: "composite", because: ": set it in the members of the composite")
        if let any, all != nil || isAlamofire {
            any.refuse(
                isAlamofire
                    ? "Alamofire 5 supports only `allOf`" : "`allOf` and `anyOf` are both given: keep one of them"
            )
            return nil
        }
        guard let value = all ?? any else {
            _ = reader.required("allOf", expected: "a list of policies (or the key `anyOf`)")
            return nil
        }
        guard let items = items(of: value, context), let members = members(items, of: value, in: context) else {
            return nil
        }
        if items.isEmpty, !isAlamofire {
            value.refuse("the list of policies is empty: add at least one policy")
            return nil
        }
        return CompositeEvaluator(isAlamofire ? .allInOrder : all != nil ? .allOf : .anyOf, members)
    }

    /// Returns the members as written, after checking their number and nesting.
    private static func items(of list: DocumentValue, _ context: Context) -> [DocumentValue]? {
        guard let items = list.list(), context.allowance.admits(items.count, .evaluators, at: list) else { return nil }
        guard context.depth < maximumDepth else {
            list.refuse(reasonForRefusingDepth)
            return nil
        }
        return items
    }

    private static func members(
        _ items: [DocumentValue],
        of list: DocumentValue,
        in context: Context
    ) -> [CompositeEvaluator.Member]? {
        var members: [CompositeEvaluator.Member] = []
        var count = 0
        for (index, item) in items.enumerated() {
            guard let (label, policy) = member(item, at: index, in: context) else { continue }
            guard policy.mode == .enforce else {
                item.refuse("a member cannot have `mode: report`: set the mode in the composite instead")
                continue
            }
            count += policy.evaluator.memberCount
            members.append(.init(label: label, evaluator: policy.evaluator, exceptions: policy.exceptions))
            if policy.evaluator.depth >= maximumDepth { item.refuse(reasonForRefusingDepth) }
        }
        // Count again: a policy that a member names may contain evaluators that the allowance does not include.
        let maximum = PolicyAllowance.maximumEvaluators
        guard count <= maximum else {
            list.refuse("the policy has \(count) evaluators in total; at most \(maximum) are allowed")
            return nil
        }
        return members.count == items.count ? members : nil
    }

    private static let reasonForRefusingDepth = "composites are nested more than \(maximumDepth) levels deep"

    private static func member(
        _ item: DocumentValue,
        at index: Int,
        in context: Context
    ) -> (name: String, policy: TrustPolicy)? {
        guard case .string = item.node.content else {
            var inner = context
            inner.depth += 1
            return PolicyDecoding.policy(item, identity: .inline, in: inner).map { (String(index), $0) }
        }
        return context.references.policy(namedBy: item, ifTooDeep: reasonForRefusingDepth)
    }
}

extension Evaluator {
    fileprivate var memberCount: Int {
        guard let composite = self as? CompositeEvaluator else { return 1 }
        return composite.members.reduce(1) { $0 + $1.evaluator.memberCount }
    }

    /// The nesting depth: 0 if this is not a composite, 1 for a composite without inner composites.
    fileprivate var depth: Int {
        guard let composite = self as? CompositeEvaluator else { return 0 }
        return 1 + (composite.members.map(\.evaluator.depth).max() ?? 0)
    }
}
