import StructuredDocuments
import TrustAPI
import TrustModel

/// One decision of the log in words, with its answer as it was.
struct DecisionText {
    let decision: RecordedDecision
    /// The members of the answer; nil if the log does not have its text.
    let answer: ResponseValue?

    /// The lines; the caller escapes control characters.
    var lines: [String] {
        answerLines
            + [
                fact("decision", decision.id), fact("time", value["time"].text), fact("route", value["route"].text),
                fact("client", Self.client(of: decision)), fact("proxy", value["proxy"].text),
                fact("trace", value["trace"].text), fact("host", value["host"].text),
                fact("rule", value["policy"]["rule"].text), fact("revision", value["policy"]["revision"].text),
                fact("identity", value["identity"].text), fact("algorithm", value["algorithm"].text),
                fact("digest", value["digest"].text), fact("shadow", shadow), fact("source", value["source"].text),
                fact("microseconds", value["microseconds"].text),
            ].compactMap(\.self) + value["chain"].elements.map { "  certificate: \($0.shown)" }
    }

    private var value: ResponseValue { decision.value }

    /// The name, the action and the codes of the shadow; nil without one.
    private var shadow: String? {
        guard let action = decision.shadowAction else { return nil }
        let codes = value["shadow"]["reasons"].elements.map(\.["code"].shown)
        return "\(value["shadow"]["policy"].shown): \(([action] + codes).joined(separator: " "))"
    }

    private func fact(_ name: String, _ text: String?) -> String? { text.map { "  \(name): \($0)" } }

    /// The lines of the answer, in the form of a verdict as text.
    private var answerLines: [String] {
        guard value["verdict"].exists else {
            let codes = decision.codes.map { " " + $0 }.joined()
            return ["\(value["disposition"].text ?? value["route"].shown):\(codes.isEmpty ? " no problem" : codes)"]
        }
        var lines = [headline]
        if let principal = value["principal"]["kind"].text {
            lines.append("principal: \(principal) \(value["principal"]["value"].shown)")
        }
        var given: Set<String> = []
        for reason in (answer ?? value)["reasons"].elements { lines.append(line(of: reason, &given)) }
        if answer == nil { lines.append("the log does not have the messages of this answer") }
        return lines
    }

    private var headline: String {
        let floor = value["floor"].exists ? ", floor \(Self.name(of: value["floor"]) ?? "")" : ""
        let mode = value["mode"].text == "report" ? "report mode, " : ""
        let result = value["result"].text.map { "\($0), " } ?? ""
        let at = value["evaluatedAt"].text ?? value["time"].shown
        return "\(value["verdict"].shown): \(value["action"].shown) "
            + "(\(result)policy \(Self.name(of: value["policy"]) ?? "inline")\(floor), \(mode)at \(at))"
    }

    /// Returns the line of a reason; if several share a remedy, only the first of them has it.
    private func line(of reason: ResponseValue, _ given: inout Set<String>) -> String {
        let place = reason["depth"].text.map { " certificate \($0):" } ?? ""
        let message = reason["message"].text.map { " \($0)" } ?? ""
        let remedy = reason["severity"].text == "notice" ? nil : reason["remedy"].text
        let shown = remedy.flatMap { given.insert($0).inserted ? " \($0)" : nil } ?? ""
        return "\(reason["severity"].shown) \(reason["code"].shown):\(place)\(message)\(shown)"
    }

    /// Returns the set and the name of a policy; nil for an inline one.
    static func name(of policy: ResponseValue) -> String? {
        let parts = [policy["set"].text, policy["name"].text].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }

    /// Returns the names of the clients, or else the user or the address.
    static func client(of decision: RecordedDecision) -> String? {
        let clients = decision.clients
        if !clients.isEmpty { return clients.joined(separator: ",") }
        return decision.value["address"].text ?? decision.value["user"].text.map { "user:\($0)" }
    }
}
