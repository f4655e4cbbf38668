import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustService

/// Encodes recorded decisions as JSON.
struct DecisionEncoder {
    /// Returns whether the reader may see the name of an identity.
    let showsIdentity: @Sendable (String) -> Bool

    /// Writes the members of a decision.
    func write(_ decision: Decision, to writer: inout JSONWriter) {
        writer.member("id") { bytes in
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: DecisionID.length))
            decision.id.write(over: &bytes, at: start)
        }
        writer.member("time", decision.time.text)
        write(decision.place, to: &writer)
        writer.member("trace", decision.trace?.description)
        switch decision.subject {
        case .verdict(let facts): write(facts, to: &writer)
        case .challenge(let facts): write(facts, to: &writer)
        case .signature(let facts): write(facts, to: &writer)
        case .unreadable(let code): writer.member("problem", code)
        }
        writer.member("source", decision.source?.rawValue)
        writer.member("microseconds", Int(decision.nanoseconds / 1000))
    }

    func write(_ place: DecisionPlace, to writer: inout JSONWriter) {
        writer.member("route", place.route.rawValue)
        writer.member("clients", place.clients) { $0.string($1) }
        switch place.peer {
        case .address(let address): writer.member("address", address)
        case .user(let user): writer.member("user", user.map { Int($0) })
        }
        writer.member("proxy", place.proxy)
    }

    func write(_ facts: DecisionFacts, to writer: inout JSONWriter) {
        writer.member("policy") { VerdictEncoder.write(facts.policy, to: &$0) }
        if let floor = facts.floor { writer.member("floor") { VerdictEncoder.write(floor, to: &$0) } }
        writer.excerpt("host", facts.host.text)
        writer.member("chain", facts.chain.map(\.hex))
        writer.member("verdict", facts.outcome.rawValue)
        writer.member("action", facts.action.rawValue)
        writer.member("mode", facts.mode.rawValue)
        writer.member("reasons", facts.reasons) { writer, reason in
            writer.object { writer in
                writer.member("code", reason.code.name)
                writer.member("severity", reason.severity.rawValue)
                writer.member("depth", reason.depth)
            }
        }
        writer.member("matchedPin", pin: facts.matchedPin)
        if let principal = facts.principal {
            writer.member("principal") { writer in
                writer.member("kind", principal.kind.rawValue)
                writer.excerpt("value", principal.value)
            }
        }
        writer.member("validUntil", facts.validUntil)
    }

    func write(_ facts: ChallengeFacts, to writer: inout JSONWriter) {
        writer.excerpt("host", facts.host.text)
        writer.member("disposition", facts.disposition.rawValue)
        writer.member("reason", facts.reason)
        write(identity: facts.identity, to: &writer)
    }

    func write(_ facts: SignatureFacts, to writer: inout JSONWriter) {
        write(identity: facts.identity, to: &writer)
        writer.excerpt("content", facts.kind)
        writer.member("algorithm", facts.algorithm?.rawValue)
        writer.excerpt("digest", facts.digest)
        writer.member("problem", facts.refusal)
    }

    private func write(identity: String?, to writer: inout JSONWriter) {
        if let identity, showsIdentity(identity) { writer.excerpt("identity", identity) }
    }
}

extension RequestedHost {
    /// The host as the evaluation reads it, or the text that is not a valid host; nil without a host.
    fileprivate var text: String? {
        switch self {
        case .none: nil
        case .name(let name): name.description
        case .invalid(let text, _): text
        }
    }
}

extension WallTime {
    /// The time with milliseconds in the format of RFC 3339.
    var text: String {
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(instant.description.dropLast()).\(fraction)Z"
    }
}
