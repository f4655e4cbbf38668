import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustService

/// Encodes recorded decisions as JSON.
struct DecisionEncoder {
    /// Returns whether the reader may see the name of an identity.
    let showsIdentity: @Sendable (String) -> Bool
    /// Hides names.
    let mask: DecisionMask
    /// Whether each reason has the texts of its code, which are the same for all decisions.
    var explainsCodes = false

    /// Writes the members of a decision.
    func write(_ decision: Decision, to writer: inout JSONWriter) {
        let place = JSONWriter.members { write(decision.place, to: &$0) }
        write(decision, place: place, subject: members(of: decision.subject), to: &writer) { _ in }
    }

    /// Writes the members of a decision, of which those of its place and its subject are encoded; `reference` writes further
    /// ones of a verdict.
    func write(
        _ decision: Decision,
        place: EncodedMembers,
        subject: EncodedMembers,
        to writer: inout JSONWriter,
        reference: (inout JSONWriter) -> Void
    ) {
        writer.member("id") { bytes in
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: DecisionID.length))
            decision.id.write(over: &bytes, at: start)
        }
        writer.member("time") { decision.time.append(to: &$0) }
        writer.members(place)
        writer.member("trace", decision.trace?.description)
        writer.members(subject)
        if let facts = decision.facts {
            writer.member("evaluatedAt", facts.instant ?? decision.time.instant)
            reference(&writer)
        }
        writer.member("source", decision.source?.rawValue)
        writer.member("microseconds", Int(decision.nanoseconds / 1000))
    }

    /// Returns the members of the answer.
    func members(of subject: DecisionSubject) -> EncodedMembers {
        JSONWriter.members { writer in
            switch subject {
            case .verdict(let facts): write(facts, to: &writer)
            case .challenge(let facts): write(facts, to: &writer)
            case .signature(let facts): write(facts, to: &writer)
            case .unreadable(let code): writer.member("problem", code)
            }
        }
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
        writer.member("policy") { VerdictEncoder.write(mask.policy(facts.policy), to: &$0) }
        if let floor = facts.floor { writer.member("floor") { VerdictEncoder.write(mask.policy(floor), to: &$0) } }
        writer.excerpt("host", mask.text(facts.host.text, of: .host))
        writer.member("chain", mask.chain(facts.chain))
        writer.member("verdict", facts.outcome.rawValue)
        writer.member("action", facts.action.rawValue)
        writer.member("result", facts.result.rawValue)
        writer.member("mode", facts.mode.rawValue)
        write(facts.reasons, to: &writer)
        if let shadow = facts.shadow { writer.member("shadow") { write(shadow, to: &$0) } }
        writer.member("block", facts.block)
        if mask.hides(.subject) {
            writer.member("matchedPin", mask.text(facts.matchedPin?.pin, of: .subject))
        } else {
            writer.member("matchedPin", pin: facts.matchedPin)
        }
        if let principal = facts.principal {
            writer.member("principal") { writer in
                writer.member("kind", principal.kind.rawValue)
                writer.excerpt("value", mask.text(principal.value, of: .principal))
            }
        }
        // Mostly the end of the certificate, which finds it together with its issuer.
        if !mask.hides(.subject) { writer.member("validUntil", facts.validUntil) }
    }

    private func write(_ reasons: [DecisionFacts.Reason], to writer: inout JSONWriter) {
        writer.member("reasons", reasons) { writer, reason in
            writer.object { writer in
                writer.member("code", reason.code.name)
                writer.member("severity", reason.severity.rawValue)
                writer.member("depth", reason.depth)
                guard explainsCodes else { return }
                writer.member("meaning", reason.code.summary)
                writer.member("remedy", reason.code.remedy)
                writer.member("reference", reason.code.reference)
            }
        }
    }

    private func write(_ shadow: ShadowFacts, to writer: inout JSONWriter) {
        writer.member("policy", shadow.policy)
        guard let outcome = shadow.outcome else { return writer.member("skipped", true) }
        writer.member("verdict", outcome.verdict.rawValue)
        writer.member("action", outcome.action.rawValue)
        write(outcome.reasons, to: &writer)
    }

    func write(_ facts: ChallengeFacts, to writer: inout JSONWriter) {
        writer.excerpt("host", mask.text(facts.host.text, of: .host))
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
    var text: String? {
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
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``text``.
    fileprivate func append(to bytes: inout [UInt8]) {
        instant.append(to: &bytes)
        bytes.removeLast()
        bytes.append(UInt8(ascii: "."))
        let fraction = milliseconds % 1000
        for digit in [fraction / 100, fraction / 10 % 10, fraction % 10] {
            bytes.append(UInt8(ascii: "0") + UInt8(digit))
        }
        bytes.append(UInt8(ascii: "Z"))
    }
}
