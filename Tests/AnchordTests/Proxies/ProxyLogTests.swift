import Foundation
import Glibc
import Testing
import TrustTestSupport

/// The log entries about the policies of proxies.
@Suite struct `The log of a daemon with proxies` {
    private static let advice = "a proxy may admit unintended clients"
    private static let failure = "the policy of a proxy cannot be used, all its clients are denied"
    private static let clients = #"allowedClients: {uris: ["https://corp.example/**"]}"#
    private static let trusting =
        "trusts the system trust store, so any public CA could issue the certificate of a client: use only `anchors`"
    private let files: ChainFiles
    private let socket: String

    init() throws {
        files = try ChainFiles()
        socket = files.directory.path + "/anchord.sock"
    }

    /// Writes the policies of the set `edge`, with `ANCHORS` replaced by the root.
    private func write(_ policies: String) throws {
        try files.directory.write("policies/edge.yaml", policies.replacing("ANCHORS", with: "anchors: [\(files.root)]"))
    }

    private func daemon(_ policies: [String]) throws -> AnchordDaemon {
        let proxies = policies.map { "  - {name: \($0), client: edge, format: xfcc, policy: edge/\($0)}\n" }.joined()
        let configuration = """
            listen: ["unix:\(socket)"]
            policies: \(files.directory.path)/policies
            systemAnchors: \(files.root)
            clients: [{name: edge, unixUser: \(geteuid()), may: []}]
            proxies:
            \(proxies)
            """
        return try AnchordDaemon(["--config", try files.directory.write("anchord.yaml", configuration)])
    }

    private func reload(_ policies: String? = nil) throws {
        if let policies { try write(policies) }
        let result = try AnchordProgram.run(["reload", "--socket", socket])
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func `names each setting by which a policy may admit unintended clients`() throws {
        try write(
            """
            policies:
              good: {evaluator: default, ANCHORS, purpose: clientAuth, validateHost: false, \(Self.clients)}
              server: {evaluator: default, ANCHORS, validateHost: false, \(Self.clients)}
              everyone: {evaluator: default, ANCHORS, purpose: clientAuth, validateHost: false}
              watch: {evaluator: composite, mode: report, allOf: [good]}
              public: {evaluator: default, purpose: clientAuth, validateHost: false, \(Self.clients)}
              both: {evaluator: default, ANCHORS, anchorsOnly: false, purpose: clientAuth, validateHost: false, \(Self.clients)}
              weak: {evaluator: default, validateHost: false}
              any: {evaluator: composite, anyOf: [good, weak]}
              all: {evaluator: composite, allOf: [weak, good]}
              nested: {evaluator: composite, anyOf: [good, {evaluator: composite, allOf: [everyone, everyone]}]}
              library: {evaluator: securityPolicy}
              pinned: {evaluator: securityPolicy, sslPinningMode: certificate, pinnedCertificates: [\(files.root)], validatesDomainName: false}
              off: {evaluator: disabled}

            """
        )
        let names = [
            "good", "server", "everyone", "watch", "public", "both", "any", "all", "nested", "library", "pinned", "off",
        ]
        let daemon = try daemon(names)
        let expected = [
            ("server", "the policy has the hazard hazard.hostIgnored"),
            ("server", "the policy has the purpose serverAuth, which admits certificates of servers: use clientAuth"),
            ("everyone", "the policy has no `allowedClients`, so every client of its anchors is admitted"),
            (
                "watch",
                "the policy is in report mode, which admits clients that `allowedClients` and the policy's own rules reject"
            ),
            ("public", "the policy \(Self.trusting)"),
            ("both", "the policy \(Self.trusting)"),
            ("any", "the policy has the hazard hazard.hostIgnored"),
            ("any", "the member weak \(Self.trusting)"),
            ("any", "the member weak has the purpose serverAuth, which admits certificates of servers: use clientAuth"),
            ("any", "the member weak has no `allowedClients`, so every client of its anchors is admitted"),
            ("all", "the policy has the hazard hazard.hostIgnored"),
            ("nested", "the member 1 has no `allowedClients`, so every client of its anchors is admitted"),
            ("library", "the policy \(Self.trusting)"),
            ("library", "the policy has the purpose serverAuth, which admits certificates of servers: use clientAuth"),
            ("library", "the policy has no `allowedClients`, so every client of its anchors is admitted"),
            ("pinned", "the policy has the hazard hazard.hostIgnored"),
            ("pinned", "the policy has no `allowedClients`, so every client of its anchors is admitted"),
            ("off", "the policy has the hazard policy.disabled"),
        ].map { "\($0): \($1)" }
        let logged = zip(daemon.logged(Self.advice, "proxy"), daemon.logged(Self.advice, "reason"))
        #expect(logged.map { "\($0): \($1)" } == expected)
    }

    @Test func `repeats the settings and reports unusable policies after each reload`() throws {
        let good = "{evaluator: default, ANCHORS, purpose: clientAuth, validateHost: false, \(Self.clients)}"
        let everyone = "{evaluator: default, ANCHORS, purpose: clientAuth, validateHost: false}"
        try write("policies: {mtls: \(good)}")
        let daemon = try daemon(["mtls"])
        try reload()
        try reload("policies: {mtls: \(everyone)}")
        // Neither the set nor the setting has changed.
        try reload()
        try reload("description: changed\npolicies: {mtls: \(everyone)}")
        try reload("policies: {other: \(good)}")
        try reload()
        try reload("policies: {mtls: {evaluator: default, ANCHORS, purpose: clientAuth, validateHost: true}}")
        try reload("description: changed\npolicies: {mtls: \(everyone)}")
        try reload("policies: {mtls: \(good)}")
        try write("policies: {mtls: {evaluator: default, mode: report, purpose: clientAuth, validateHost: false}}")
        daemon.signal(SIGHUP)
        while try daemon.entry("policies reloaded")["trigger"] as? String != "SIGHUP" {}
        // Three warnings about the new policy follow.
        for _ in 0..<3 { _ = try daemon.entry(Self.advice) }
        try reload("otherwise: deny")
        daemon.signal(SIGTERM)
        _ = try daemon.entry("stopped")

        let warning = "warning mtls edge/mtls the policy "
        let open = warning + "has no `allowedClients`, so every client of its anchors is admitted"
        let absent = "error mtls edge/mtls The policy set `edge` has no policy `mtls`"
        let entries = daemon.lines.compactMap { line -> String? in
            let entry = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard [Self.advice, Self.failure].contains(entry?["message"] as? String) else { return nil }
            return ["level", "proxy", "policy", "reason"].compactMap { entry?[$0] as? String }.joined(separator: " ")
        }
        #expect(
            entries == [
                open, open, absent + "; found `edge/other`.", absent + "; found `edge/other`.",
                "error mtls edge/mtls the policy validates the host: set `host`", open,
                warning
                    + "is in report mode, which admits clients that `allowedClients` and the policy's own rules reject",
                warning + Self.trusting, open,
                absent + ".",
            ]
        )
    }
}
