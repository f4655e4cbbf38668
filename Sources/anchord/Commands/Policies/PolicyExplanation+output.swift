import TrustAPI
import TrustEvaluation
import TrustModel
import TrustPolicies

extension PolicyExplanation {
    /// The explanation as lines of text; texts come from documents, so the caller escapes control characters.
    var lines: [String] {
        let shownHost = host.map { $0 == comparedHost ? $0 : "\($0), compared as \(comparedHost ?? "no host name")" }
        return ["host: \(shownHost ?? "none")", "set: \(set.name), revision \(set.revision)"]
            + rules.map { "rule \($0.rule.text): \($0.rule.choice): \(Self.words(for: $0.state)): \($0.reason)" }
            + (otherRules > 0 ? ["rules for other hosts: \(otherRules) (the order of rules has no effect)"] : [])
            + [note.map { "note: \($0)" }, "otherwise: \(set.otherwise)"].compactMap(\.self)
            + Self.lines("policy", policy) + (floor.map { Self.lines("floor", $0) } ?? ["floor: none"])
            + proxies.flatMap(Self.lines) + warnings.map { "warning: \($0)" }
            + (expirations.isEmpty ? ["nothing ends"] : expirations.map(line))
    }

    private static func words(for state: Rule.State) -> String {
        switch state {
        case .applies: "applies"
        case .overridden: "matches, but does not apply"
        case .noMatch: "does not match"
        }
    }

    private static func lines(_ title: String, _ selection: Selection) -> [String] {
        let rule = selection.match.identity.rule.map { ", selected by the rule \($0)" } ?? ""
        return ["\(title): \(selection.name)\(rule)", "  \(selection.effect)"]
            + selection.keys.map { "  \($0.key): \($0.value)" + ($0.meaning.isEmpty ? "" : " (\($0.meaning))") }
    }

    private static func lines(_ proxy: Proxy) -> [String] {
        let host = proxy.host.map { "for the host \($0)" } ?? "without a host"
        return ["proxy \(proxy.name): asks with \(proxy.policy) \(host): \(proxy.selected)"]
            + proxy.warnings.map { "  warning: \($0)" }
    }

    private func line(_ expiration: PolicyExpiration) -> String {
        let state = expiration.state(at: now).map { $0 == .soon ? ", which is soon" : ", which has passed" } ?? ""
        let places = expiration.otherPlaces > 0 ? " and in other places of the set" : ""
        return "ends \(expiration.end)\(state): \(expiration.title) of \(expiration.policy)\(places)"
    }
}

extension PolicyExplanation {
    /// The explanation as a JSON object.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("host", host)
            writer.member("comparedHost", comparedHost)
            writer.member("set", set.name)
            writer.member("revision", set.revision)
            writer.member("rules", rules) { writer, rule in
                writer.object { writer in
                    writer.member("host", rule.rule.text)
                    writer.member("handling", rule.rule.choice)
                    writer.member("state", rule.state.rawValue)
                    writer.member("reason", rule.reason)
                }
            }
            writer.member("otherRules", otherRules)
            writer.member("otherwise", set.otherwise.description)
            writer.member("note", note)
            writer.member("policy") { Self.write(policy, to: &$0) }
            if let floor { writer.member("floor") { Self.write(floor, to: &$0) } }
            writer.member("proxies", proxies) { writer, proxy in
                writer.object { Self.write(proxy, to: &$0) }
            }
            writer.member("warnings", warnings)
            writer.member("expirations", expirations) { writer, expiration in
                writer.object { write(expiration, to: &$0) }
            }
        }
        return writer.bytes
    }

    private static func write(_ selection: Selection, to writer: inout JSONWriter) {
        writer.member("name", selection.name)
        writer.member("rule", selection.match.identity.rule)
        writer.member("effect", selection.effect)
        writer.member("keys", selection.keys) { writer, key in
            writer.object { writer in
                writer.member("key", key.key)
                writer.member("value", key.value)
                writer.member("meaning", key.meaning)
            }
        }
    }

    private static func write(_ proxy: Proxy, to writer: inout JSONWriter) {
        writer.member("name", proxy.name)
        writer.member("policy", proxy.policy)
        writer.member("host", proxy.host)
        writer.member("selected", proxy.selected)
        writer.member("warnings", proxy.warnings)
    }

    private func write(_ expiration: PolicyExpiration, to writer: inout JSONWriter) {
        writer.member("kind", expiration.kind.rawValue)
        writer.member("policy", expiration.policy)
        writer.member("title", expiration.title)
        writer.member("end", expiration.end)
        writer.member("state", expiration.state(at: now)?.rawValue ?? "current")
    }
}
