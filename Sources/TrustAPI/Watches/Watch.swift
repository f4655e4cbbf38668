import MicrohttpdServer
import StructuredDocuments
import Synchronization
import TrustEvaluation
import TrustService

/// A chain whose verdict a client watches: what is needed to evaluate it again, and to answer.
final class Watch: Sendable {
    private static let count = Atomic<UInt64>(0)

    /// A number that no other watch has.
    let id = Watch.count.add(1, ordering: .relaxed).newValue
    let inquiry: KeptInquiry
    /// The name of the policy set; nil for a policy in the request.
    let policySet: String?
    let place: DecisionPlace
    let trace: TraceContext?
    let credentials: CallerCredentials
    let include: Set<EvaluationRequest.Inclusion>
    /// The place among all watches.
    let reserved: WatchPlace

    init(
        _ inquiry: KeptInquiry,
        policySet: String?,
        place: DecisionPlace,
        trace: TraceContext?,
        credentials: CallerCredentials,
        include: Set<EvaluationRequest.Inclusion>,
        reserved: WatchPlace
    ) {
        (self.inquiry, self.policySet) = (inquiry, policySet)
        (self.place, self.trace, self.credentials) = (place, trace, credentials)
        (self.include, self.reserved) = (include, reserved)
    }

    /// Returns an event with a decision.
    func bytes(of event: WatchEvent, _ decision: DecidedVerdict) -> [UInt8] {
        let json = VerdictEncoder.json(decision.verdict, id: decision.id, nonce: nil, including: include)
        return event.bytes(decision.id, json.bytes)
    }
}
