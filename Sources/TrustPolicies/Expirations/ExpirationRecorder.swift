import StructuredDocuments
import TrustModel

/// Collects the expiring parts of one document.
///
/// A certificate, CRL or OCSP response that the document names in several places is kept once, with its first place.
/// The memory is therefore proportional to the materials of the document.
final class ExpirationRecorder {
    private struct Entry {
        let subject: ExpiringSubject
        let policy: String
        let place: PolicyProblem
        var otherPlaces = 0

        var expiration: PolicyExpiration? {
            PolicyExpiration(subject, policy: policy, place: place, otherPlaces: otherPlaces)
        }
    }

    private let file: String
    private var entries: [Entry] = []
    private var positions: [ExpiringSubject.Identity: Int] = [:]

    /// Creates an empty collection; `file` is the name of the document in messages.
    init(file: String) {
        self.file = file
    }

    /// The parts that have an end, earliest first; parts with the same end in the order of reading.
    var expirations: [PolicyExpiration] { entries.compactMap(\.expiration).sortedByEnd }

    /// Adds a part of a policy.
    func record(_ subject: ExpiringSubject, policy: String, at value: DocumentValue) {
        let identity = subject.identity
        if let known = identity.flatMap({ positions[$0] }) {
            entries[known].otherPlaces += 1
            return
        }
        if let identity { positions[identity] = entries.count }
        let place = PolicyProblem(file: file, line: value.node.line, pointer: value.pointer, detail: "")
        entries.append(Entry(subject: subject, policy: policy, place: place))
    }
}

extension [PolicyExpiration] {
    /// The parts, earliest first; the order of parts with the same end is kept.
    var sortedByEnd: [PolicyExpiration] {
        enumerated().sorted { ($0.element.end, $0.offset) < ($1.element.end, $1.offset) }.map(\.element)
    }
}

extension EvaluatorDecoding.Context {
    /// Records a part of the policy that may expire.
    func record(_ subject: ExpiringSubject, at value: DocumentValue) {
        expirations?.record(subject, policy: owner, at: value)
    }
}
