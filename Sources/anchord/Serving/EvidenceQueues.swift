import Dispatch
import TrustEvaluation

/// Reads responses one after the other: CRLs on one thread, the others, which are short, on another.
struct EvidenceQueues: Sendable {
    private let lists = DispatchQueue(label: "anchord.evidence.lists", qos: .utility)
    private let others = DispatchQueue(label: "anchord.evidence.others")

    @Sendable func run(_ method: EvidenceNeed.Method, _ work: @escaping @Sendable () -> Void) {
        switch method {
        case .crl: lists.async(execute: work)
        case .ocsp, .issuer: others.async(execute: work)
        }
    }
}
