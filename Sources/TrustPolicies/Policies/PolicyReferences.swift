import StructuredDocuments
import TrustEvaluation

/// The policies of one document by name, each decoded on first use.
///
/// A policy may name other policies of its set in any order, but not itself, directly or indirectly.
final class PolicyReferences {
    private enum State {
        case unread(DocumentValue)
        case beingRead
        case read(TrustPolicy?)
    }

    enum Failure: Error {
        case unknown
        case cycle
        case tooDeep
    }

    /// The names in document order.
    let names: [String]
    private var states: [String: State]
    private var countBeingRead = 0
    private let decode: (String, DocumentValue, PolicyReferences) -> TrustPolicy?

    init(
        _ values: [(name: String, value: DocumentValue)],
        decode: @escaping (String, DocumentValue, PolicyReferences) -> TrustPolicy?
    ) {
        names = values.map(\.name)
        states = Dictionary(values.map { ($0.name, .unread($0.value)) }) { first, _ in first }
        self.decode = decode
    }

    /// An empty table, for inline policies.
    static var none: PolicyReferences { PolicyReferences([]) { _, _, _ in nil } }

    /// Returns the policy with a name; nil if decoding it added issues.
    func policy(named name: String) throws(Failure) -> TrustPolicy? {
        switch states[name] {
        case nil: throw .unknown
        case .beingRead: throw .cycle
        case .read(let policy): return policy
        case .unread(let value):
            // Allow composites nested to the maximum depth, and one more level for the members of the innermost one.
            guard countBeingRead <= EvaluatorDecoding.maximumDepth else { throw .tooDeep }
            states[name] = .beingRead
            countBeingRead += 1
            let policy = decode(name, value, self)
            countBeingRead -= 1
            states[name] = .read(policy)
            return policy
        }
    }

    /// Returns the policy that a value names, with its name; nil after an issue was added there or in the policy.
    func policy(namedBy value: DocumentValue, ifTooDeep reason: String) -> (name: String, policy: TrustPolicy)? {
        guard let name = value.name() else { return nil }
        do throws(Failure) {
            return try policy(named: name).map { (name, $0) }
        } catch {
            switch error {
            case .cycle:
                value.refuse("the policy \(QuotedText.of(name)) refers to itself: remove the circular reference")
            case .tooDeep: value.refuse(reason)
            case .unknown:
                value.refuse("unknown policy \(QuotedText.of(name))" + value.issues.hint(for: name, among: names))
            }
            return nil
        }
    }
}
