import TrustModel

/// The response of GET /v1/status as text, one line for each part.
enum StatusText {
    /// The maximum number of lines of each list.
    private static let maximumListed = 10

    /// Returns the lines; texts in them come from policies and certificates, so the caller escapes control characters.
    static func lines(of status: ResponseValue) -> [String] {
        [
            "anchord \(status["version"].shown), running since \(status["startedAt"].shown)\(age(of: status))",
            policies(status["policies"]), lastReload(status["policies"]["lastReload"]),
        ].compactMap(\.self)
            + anchors(status["systemAnchors"]) + logs(status["logList"]) + expirations(status["expirations"])
            + identities(status["identities"]) + [caches(status["caches"])] + decisions(status["decisions"])
            + network(status["network"])
            + traffic(status)
    }

    private static func age(of status: ResponseValue) -> String {
        guard let start = status["startedAt"].text.flatMap({ Instant(rfc3339: $0) }),
            let now = status["now"].text.flatMap({ Instant(rfc3339: $0) }), now >= start
        else { return "" }
        let minutes = (now.secondsSince1970 - start.secondsSince1970) / 60
        switch minutes {
        case ..<120: return " (\(minutes) min)"
        case ..<2880: return " (\(minutes / 60) h)"
        default: return " (\(minutes / 1440) days)"
        }
    }

    private static func policies(_ policies: ResponseValue) -> String {
        "policies: sets \(policies["sets"].shown), revision \(policies["revision"].shown), loaded at "
            + policies["loadedAt"].shown
    }

    private static func lastReload(_ reload: ResponseValue) -> String? {
        guard reload.exists, !reload["succeeded"].isTrue else { return nil }
        return "  last reload failed at \(reload["at"].shown): \(reload["error"].shown)"
    }

    private static func anchors(_ anchors: ResponseValue) -> [String] {
        let unreadable = anchors["unreadable"].elements
        let parts = [
            "system anchors: \(anchors["count"].shown) in \(anchors["path"].shown)",
            figure(unreadable.count, "unreadable"), figure(anchors["constrained"].count, "constrained"),
        ].compactMap(\.self)
        return [parts.joined(separator: ", ")]
            + list(unreadable) { "unreadable: \($0["file"].shown): \($0["reason"].shown)" }
            + list(anchors["expiring"].elements) { "valid until \($0["notAfter"].shown): \($0["subject"].shown)" }
    }

    private static func logs(_ logs: ResponseValue) -> [String] {
        guard logs.exists else { return [] }
        return ["CT logs: \(logs["count"].shown) in \(logs["path"].shown), made at \(logs["timestamp"].shown)"]
    }

    private static func expirations(_ expirations: ResponseValue) -> [String] {
        ["expirations in policies: soon \(expirations["soon"].shown), ended \(expirations["ended"].shown)"]
            + list(expirations["items"].elements) {
                "\($0["state"].shown) \($0["policy"].shown): \($0["detail"].shown)"
            }
    }

    private static func identities(_ identities: ResponseValue) -> [String] {
        guard identities.exists, identities["count"].count > 0 else { return [] }
        let unusable = identities["items"].elements.filter { $0["state"].text != "usable" }
        return ["identities: \(identities["count"].shown), usable \(identities["usable"].shown)"]
            + list(unusable) {
                "\($0["state"].shown) \($0["name"].shown)" + ($0["error"].text.map { ": \($0)" } ?? "")
            }
    }

    private static func caches(_ caches: ResponseValue) -> String {
        "caches: "
            + ["verdicts", "certificates", "signatures"].map { "\($0) \(cache(caches[$0]))" }.joined(separator: ", ")
    }

    private static func cache(_ cache: ResponseValue) -> String {
        let (hits, asked) = (cache["hits"].count, cache["hits"].count + cache["misses"].count)
        let share = asked > 0 ? ", hits \(hits * 100 / asked)%" : ""
        return "\(cache["entries"].shown)\(share)"
    }

    private static func decisions(_ log: ResponseValue) -> [String] {
        guard log.exists else { return [] }
        let lost = [figure(log["dropped"].count, "dropped"), figure(log["refused"].count, "refused")].compactMap(\.self)
        let failure = log["failure"].text.map { ["  \($0)"] } ?? []
        return [(["decisions: written \(log["written"].shown) to \(log["file"].shown)"] + lost).joined(separator: ", ")]
            + failure
    }

    private static func network(_ network: ResponseValue) -> [String] {
        guard network["enabled"].isTrue else { return ["network: disabled"] }
        let failure = network["failure"].text.map { ": \($0), next attempt at \(network["nextAttemptAt"].shown)" } ?? ""
        let figures = "restarts \(network["restarts"].shown), waiting fetches \(network["outstanding"].shown)"
        return ["network: fetcher \(network["fetcher"].shown)\(failure), \(figures)"]
            + list(network["failing"].elements) {
                "failing \($0["location"].shown): \($0["code"].shown), failures \($0["count"].shown), "
                    + "next attempt at \($0["nextAttemptAt"].shown)"
            }
    }

    private static func traffic(_ status: ResponseValue) -> [String] {
        let (connections, requests) = (status["connections"], status["requests"])
        let dropped = status["log"]["droppedLines"].count
        return [
            "connections: open \(connections["open"].shown), accepted \(connections["accepted"].shown), refused "
                + connections["refused"].shown,
            "requests: received \(requests["received"].shown), answered \(requests["answered"].shown), abandoned "
                + "\(requests["abandoned"].shown), timed out \(requests["timedOut"].shown)",
        ] + (dropped > 0 ? ["log: lost lines \(dropped)"] : [])
    }

    private static func figure(_ count: Int, _ name: String) -> String? { count > 0 ? "\(name) \(count)" : nil }

    private static func list(_ values: [ResponseValue], _ line: (ResponseValue) -> String) -> [String] {
        let unlisted = values.count - maximumListed
        return values.prefix(maximumListed).map { "  " + line($0) } + (unlisted > 0 ? ["  … and \(unlisted) more"] : [])
    }
}
