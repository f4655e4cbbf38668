import Foundation
import TrustTestSupport

extension RemedyScenario {
    /// The log list of all scenarios, with two logs.
    static func logList(at instant: TestInstant = .reference.adding(days: -10), more: [TestLog] = []) throws -> String {
        try TestLog.list(try logs() + more, at: instant)
    }

    static let transparency = [
        RemedyScenario("ct.insufficient", insufficient) {
            $0.policy("transparency", ["preset": "chrome"])
        } cure: {
            $0.request { $0.members["scts"] = try timestamps($1) }
        },
        RemedyScenario("ct.insufficient", insufficient) {
            $0.policy("transparency", ["preset": "apple"])
        } cure: {
            $0.send { chain in
                let leaf = try chain.issuing.issueLeaf("api.example.com") {
                    try $0.embedTimestamps(of: try logs(), issuer: chain.issuing)
                }
                return [leaf, chain.issuing.certificate]
            }
        },
        RemedyScenario("ct.insufficient", insufficient) {
            $0.policy("transparency", ["preset": "chrome"])
            $0.request { $0.members["scts"] = try timestamps($1, of: [try logs()[0], newLog()]) }
        } cure: {
            $0.request { request, _ in request.logList = try logList(more: [newLog()]) }
        },
        RemedyScenario("ct.insufficient", insufficient) {
            $0.policy("transparency", ["preset": "chrome"])
        } cure: {
            $0.request { request, _ in request.policy["transparency"] = nil }
        },
        RemedyScenario("ct.invalid", invalid) {
            $0.policy("transparency", ["preset": "chrome"])
            $0.request { request, chain in
                request.members["scts"] = try logs().map {
                    Data(try $0.timestamp(for: chain.issuing.certificate)).base64EncodedString()
                }
            }
        } cure: {
            $0.request { $0.members["scts"] = try timestamps($1) }
        },
        RemedyScenario("ct.invalid", invalid) {
            $0.policy("transparency", ["preset": "chrome"])
            $0.request { $0.members["scts"] = try timestamps($1) }
            $0.member("at", "2025-12-10T00:00:00Z")
        } cure: {
            $0.member("at", "2025-12-13T00:00:00Z")
        },
        RemedyScenario(
            "ct.unknownLog",
            "No action is needed if enough other timestamps count. If the log is new, update the log list."
        ) {
            $0.policy("transparency", ["preset": "chrome"])
            $0.request { $0.members["scts"] = try timestamps($1, of: try logs() + [newLog()]) }
        } cure: {
            $0.request { request, _ in request.logList = try logList(more: [newLog()]) }
        },
        RemedyScenario(
            "ct.listStale",
            "Get the current log list, write it to the file of `evidence.logList`, and reload."
        ) {
            $0.policy("transparency", ["preset": "chrome"])
            $0.request { request, chain in
                request.members["scts"] = try timestamps(chain)
                request.logList = try logList(at: .reference.adding(days: -100))
            }
        } cure: {
            $0.request { request, _ in request.logList = try logList() }
        },
    ]

    private static let insufficient =
        "Get a certificate from a CA that embeds certificate timestamps of enough logs and operators, or give the "
        + "timestamps that the server sends in the request's `scts`. If the logs are new, update the log list. Do not "
        + "require transparency of certificates from a private CA."
    private static let invalid =
        "Ask the CA to issue the certificate again. If the server sends the timestamp, correct the server: the timestamp "
        + "belongs to another certificate. If the timestamp is in the future, check the clock of the machine that runs "
        + "anchord."

    private static func logs() throws -> [TestLog] {
        [try TestLog("Alpha", operator: "Alpha"), try TestLog("Beta", operator: "Beta")]
    }

    private static func newLog() throws -> TestLog { try TestLog("Gamma", operator: "Gamma") }

    private static func timestamps(_ chain: RemedyChain, of logs: [TestLog]? = nil) throws -> [String] {
        try (logs ?? Self.logs()).map { Data(try $0.timestamp(for: chain.leaf)).base64EncodedString() }
    }
}
