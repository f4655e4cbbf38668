import MicrohttpdServer
import TrustModel
import TrustService

/// A cached response with a verdict.
final class CachedAnswer: Sendable {
    /// The response without what each decision has of its own.
    enum Form: Sendable {
        case json(EncodedVerdict)
        /// The header fields of a response to a proxy.
        case fields(HTTPHeaders)
    }

    let form: Form
    let status: Int
    /// The facts of each decision with the response.
    let facts: DecisionFacts
    /// The last second at which clients may reuse the response; nil if they may not reuse it.
    let reusableUntil: Instant?
    /// The evaluation time that the request specifies; nil for the current time.
    let instant: Instant?
    let validity: DecisionValidity

    /// Creates an entry from a decision and the form of its response.
    init(
        _ facts: DecisionFacts,
        _ validity: DecisionValidity,
        as form: Form,
        status: Int,
        instant: Instant? = nil,
        reusableUntil: Instant? = nil
    ) {
        self.form = form.copy
        self.status = status
        self.facts = facts
        self.validity = validity
        self.instant = instant
        self.reusableUntil = reusableUntil
    }

    private init(copying other: CachedAnswer) {
        form = other.form.copy
        status = other.status
        facts = other.facts.copy
        reusableUntil = other.reusableUntil
        instant = other.instant
        validity = other.validity
    }

    /// A copy that shares no memory with this entry.
    var copy: CachedAnswer { CachedAnswer(copying: self) }

    /// The size of the response and of the facts, in bytes.
    var weight: Int {
        facts.weight + size
    }

    private var size: Int {
        switch form {
        case .json(let verdict): verdict.bytes.count
        case .fields(let headers): headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        }
    }

    func isValid(under snapshot: UInt64, at now: Instant) -> Bool { validity.holds(under: snapshot, at: now) }
}

extension CachedAnswer.Form {
    fileprivate var copy: CachedAnswer.Form {
        switch self {
        case .json(let verdict): .json(verdict.compact)
        case .fields(let headers): .fields(HTTPHeaders(fields: headers.fields.map(\.self)))
        }
    }
}
