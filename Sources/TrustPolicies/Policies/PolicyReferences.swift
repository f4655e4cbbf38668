import StructuredDocuments
import TrustEvaluation

/// The policies of one document by name, each decoded when it is first asked for.
///
/// A policy may name others of its set, in any order; one that leads back to itself is refused.
final class PolicyReferences {
    private enum State {
        case unread(DocumentValue)
        case beingRead
        case read(TrustPolicy?)
    }

    /// Why a name leads to no policy.
    enum Failure: Error {
        /// There is none of that name.
        case unknown
        /// The policy leads back to itself.
        case cycle
        /// Too many policies are being read, each for the sake of the one before.
        case tooDeep
    }

    /// The names in written order.
    let names: [String]
    private var states: [String: State]
    private var countBeingRead = 0
    private let decode: (String, DocumentValue, PolicyReferences) -> TrustPolicy?

    /// Takes the policies as written, and how one of them is decoded.
    init(
        _ values: [(name: String, value: DocumentValue)],
        decode: @escaping (String, DocumentValue, PolicyReferences) -> TrustPolicy?
    ) {
        names = values.map(\.name)
        states = Dictionary(values.map { ($0.name, .unread($0.value)) }) { first, _ in first }
        self.decode = decode
    }

    /// No policies: an inline policy can name none.
    static var none: PolicyReferences { PolicyReferences([]) { _, _, _ in nil } }

    /// The policy of a name; nil where it has issues of its own.
    func policy(named name: String) throws(Failure) -> TrustPolicy? {
        switch states[name] {
        case nil: throw .unknown
        case .beingRead: throw .cycle
        case .read(let policy): return policy
        case .unread(let value):
            // A composite as deep as may be, and what its innermost members name.
            guard countBeingRead <= EvaluatorDecoding.maximumDepth else { throw .tooDeep }
            states[name] = .beingRead
            countBeingRead += 1
            let policy = decode(name, value, self)
            countBeingRead -= 1
            states[name] = .read(policy)
            return policy
        }
    }
}
