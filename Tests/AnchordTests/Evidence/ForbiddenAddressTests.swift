import Foundation
import Testing
import TrustTestSupport

/// Names and addresses in certificates that lead to this machine or to the metadata service of a cloud.
///
/// Everything runs in a network namespace without a way out. A server listens on each forbidden address and counts
/// connections, so a connection that the fetcher opens only for a moment is noticed.
@Suite(.enabled(if: PrivateNetwork.isPossible, PrivateNetwork.advice))
struct `Addresses that URLs of certificates must not reach` {
    /// Public addresses, which exist only on the loopback interface of the namespace.
    private static let publics = ["192.31.196.10", "2620:4f:8000::10"]
    private static let forbidden = ["127.0.0.1", "169.254.169.254", "10.0.0.1", "::1", "fd00::1"]

    private let scene: EvidenceScene
    private let network: PrivateNetwork
    /// Servers on port 80 of the public addresses.
    private let open: [HostileServer]
    /// Servers on the ports 80 and 8080 of the forbidden addresses.
    private let traps: [HostileServer]

    init() throws {
        scene = try EvidenceScene()
        network = try PrivateNetwork(
            addresses: [
                "192.31.196.10/32", "169.254.169.254/32", "10.0.0.1/32", "fd00::1/128", "2620:4f:8000::10/128",
            ],
            in: scene.directory
        )
        let sockets = try network.inside {
            (
                try Self.publics.map { try BoundSocket(address: $0, port: 80) },
                try (Self.forbidden.map { ($0, 80) } + (Self.forbidden + Self.publics).map { ($0, 8080) }).map {
                    try BoundSocket(address: $0.0, port: $0.1)
                }
            )
        }
        (open, traps) = (sockets.0.map { HostileServer($0) }, sockets.1.map { HostileServer($0) })
        for trap in traps { trap.serve() }
    }

    /// Starts the daemon in the namespace, without exceptions in `network.allow`.
    private func daemon() throws -> AnchordDaemon {
        let socket = "unix:\(scene.directory.path)/anchord.sock"
        return try scene.daemon(allow: [], listen: socket, wrapper: network.wrapper)
    }

    private func nameServer(_ table: [String: ChangingNameServer.Answers]) throws -> ChangingNameServer {
        let socket = try network.inside { try BoundSocket(address: "127.0.0.1", port: 53, isDatagram: true) }
        return ChangingNameServer(socket, table)
    }

    /// Evaluates leaves whose responder has these URLs; each verdict must have one of the attempts.
    private func expectRefusals(_ urls: [String], _ attempts: [String], of daemon: AnchordDaemon) throws {
        let leaves = try urls.map { ($0, try scene.leaf(ocsp: [$0])) }
        let hard = try leaves.map { ($0, try scene.send([$1], "ocsp-hard", to: daemon)) }
        for (url, answer) in hard {
            let verdict = try answer.verdict()
            #expect(verdict.codes("error") == ["revocation.unavailable"], "\(url): \(verdict)")
            #expect(verdict.attempts.count == 1, "\(url): \(verdict)")
            #expect(attempts.contains(verdict.attempts.first ?? ""), "\(url): \(verdict)")
        }
        let soft = try leaves.map { ($0, try scene.send([$1], "ocsp-soft", to: daemon)) }
        for (url, answer) in soft { #expect(try answer.verdict().isTrusted, "\(url)") }
    }

    private func expectNoConnections() {
        for (index, trap) in traps.enumerated() {
            #expect(trap.accepted == 0, "the trap \(index) on port \(trap.port) was connected")
        }
    }

    @Test func `are refused when a name changes its address between look-ups`() throws {
        let (good, bad) = (Self.publics[0], "169.254.169.254")
        let names = try nameServer([
            "steady.test": [[good]], "six.test": [[Self.publics[1]]], "flip.test": [[good], ["127.0.0.1"]],
            "retry.test": [[good], [bad]], "refresh.test": [[good], ["127.0.0.1"]],
        ])
        let steady = try scene.leaf(ocsp: ["http://steady.test/steady"])
        let six = try scene.leaf(ocsp: ["http://six.test/six"])
        let refresh = try scene.leaf(crl: ["http://refresh.test/refresh"])
        let list = try scene.list().der
        open[0].serve([
            "steady": .respond(try scene.response(for: steady)),
            // The redirect makes the fetcher look up the same name again.
            "flip": .redirect("http://flip.test/next"),
            // An answer of no use makes the daemon ask again, with a SHA-1 digest.
            "retry": .respond(Array("later".utf8)),
            // The CRL must not be used again, so the next evaluation fetches it.
            "refresh": .respond(list, fields: ["Cache-Control: max-age=0"]),
        ])
        open[1].serve(["six": .respond(try scene.response(for: six))])
        let daemon = try daemon()
        // Names with public addresses show that the network of the test works.
        for leaf in [steady, six] {
            let verdict = try scene.verdict([leaf], "ocsp-hard", of: daemon)
            #expect(verdict.isTrusted, "\(verdict)")
        }
        try expectRefusals(["http://flip.test/flip", "http://retry.test/retry"], ["forbiddenAddress"], of: daemon)
        #expect(open[0].requests("flip") == .init(gets: 1, posts: 0))
        #expect(open[0].requests("retry") == .init(gets: 1, posts: 0))
        let first = try scene.verdict([refresh], "crl-hard", of: daemon)
        #expect(first.isTrusted, "\(first)")
        EvidenceScene.waitForNextSecond()
        let second = try scene.verdict([refresh], "crl-hard", of: daemon, deadline: "9s")
        #expect(second.codes("error") == ["revocation.unavailable"], "\(second)")
        #expect(second.attempts == ["forbiddenAddress"], "\(second)")
        for name in ["flip.test", "retry.test", "refresh.test"] { #expect(names.lookups(name) == 2, "\(name)") }
        expectNoConnections()
        scene.end(daemon)
    }

    @Test func `are refused when they are among the addresses of a name`() throws {
        let (good, unreachable) = (Self.publics[0], "192.31.196.11")
        let rebound = [
            "loopback.test": "127.0.0.1", "metadata.test": "169.254.169.254", "internal.test": "10.0.0.1",
            "zero.test": "0.0.0.0", "six.test": "::1", "local.test": "fd00::1", "any.test": "::",
            "mapped.test": "::ffff:127.0.0.1", "cloud.test": "::ffff:169.254.169.254",
            "compatible.test": "::127.0.0.1", "translated.test": "64:ff9b::7f00:1", "tunneled.test": "2002:7f00:1::",
        ]
        var table = rebound.mapValues { [[$0]] }
        table["mixed.test"] = [["10.0.0.1", good]]
        table["families.test"] = [["::1", "::ffff:127.0.0.1", good]]
        table["dead.test"] = [["10.0.0.1", unreachable]]
        let names = try nameServer(table)
        let (mixed, families) = (
            try scene.leaf(ocsp: ["http://mixed.test/mixed"]), try scene.leaf(ocsp: ["http://families.test/families"])
        )
        open[0].serve([
            "mixed": .respond(try scene.response(for: mixed)), "families": .respond(try scene.response(for: families)),
        ])
        let daemon = try daemon()
        let urls = rebound.keys.map { "http://\($0)/" } + ["http://dead.test/", "http://LOOPBACK.test/upper"]
        try expectRefusals(urls, ["forbiddenAddress"], of: daemon)
        try expectRefusals(["http://absent.test/"], ["nameNotFound"], of: daemon)
        // The public address among the others is reached.
        for leaf in [mixed, families] {
            let verdict = try scene.verdict([leaf], "ocsp-hard", of: daemon)
            #expect(verdict.isTrusted, "\(verdict)")
        }
        #expect(names.lookups("mixed.test") == 1)
        expectNoConnections()
        scene.end(daemon)
    }

    @Test func `are refused in each notation, and as the target of a redirect`() throws {
        let redirects = [
            "loop": "http://127.0.0.1/", "port": "http://127.0.0.1:8080/",
            "cloud": "http://169.254.169.254/latest/meta-data/",
            "six": "http://[::1]/", "mapped": "http://[::ffff:127.0.0.1]/", "relative": "//10.0.0.1/",
            "outside": "http://\(Self.publics[0]):8080/", "host": "http://localhost/",
        ]
        open[0].serve(redirects.mapValues { .redirect($0) })
        let daemon = try daemon()
        try expectRefusals(
            redirects.keys.map { "http://\(Self.publics[0])/\($0)" },
            ["forbiddenAddress"],
            of: daemon
        )
        let urls = [
            "http://127.0.0.1/", "http://127.0.0.1:8080/", "http://[::1]/", "http://[::ffff:127.0.0.1]/",
            "http://[::ffff:7f00:1]:8080/", "http://169.254.169.254/latest/meta-data/", "http://0.0.0.0/",
            "http://localhost/", "http://localhost:8080/", "http://\(Self.publics[0]):8080/",
        ]
        try expectRefusals(urls, ["forbiddenAddress"], of: daemon)
        let notations = [
            "http://0x7f000001/", "http://2130706433/", "http://127.1/", "http://017700000001/", "http://0177.0.0.1/",
            "http://0/", "http://127.0.0.1./", "http://%31%32%37.0.0.1/", "http://[::1%25lo]/", "http://[127.0.0.1]/",
        ]
        try expectRefusals(notations, ["badURL", "forbiddenAddress", "nameNotFound"], of: daemon)
        expectNoConnections()
        scene.end(daemon)
    }
}
