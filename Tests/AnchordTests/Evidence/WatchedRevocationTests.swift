import Foundation
import Synchronization
import Testing
import TrustTestSupport

/// A daemon with many watches, and a CRL that revokes some of the watched certificates.
@Suite struct `A CRL that arrives` {
    private static let (watches, revoked) = (300, 37)

    private final class Switch: Sendable {
        let isOn = Atomic(false)
        /// The number of requests for each CRL.
        let own = Atomic(0)
        let other = Atomic(0)
    }

    private let scene: EvidenceScene
    private let server: HostileServer

    init() throws {
        scene = try EvidenceScene()
        server = try HostileServer()
    }

    private func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    /// Serves an empty CRL at `other`, and at `own` one that revokes the certificates after the switch is on.
    private func serve(revoking leaves: [TestCertificate], after isArrived: Switch) throws {
        let (empty, full) = (
            try scene.list(), try scene.list(revoking: leaves) { $0.thisUpdate = EvidenceScene.now(-60) }
        )
        // The daemon fetches a CRL again after half of this time.
        let fields = ["Content-Type: application/pkix-crl", "Cache-Control: max-age=16"]
        server.serve([
            "own": .choose { _ in
                isArrived.own.add(1, ordering: .relaxed)
                return .respond(isArrived.isOn.load(ordering: .acquiring) ? full.der : empty.der, fields: fields)
            },
            "other": .choose { _ in
                isArrived.other.add(1, ordering: .relaxed)
                return .respond(empty.der, fields: fields)
            },
        ])
    }

    private func watch(_ leaf: TestCertificate, at address: String) throws -> TestConnection {
        let members = ["chain": leaf.pem, "host": EvidenceScene.host, "policy": "fetch/crl-soft", "deadline": "20s"]
        let body = try JSONSerialization.data(withJSONObject: members)
        let connection = try TestConnection(address)
        connection.send(
            "POST /v1/watches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.count)\r\n\r\n" + String(decoding: body, as: UTF8.self)
        )
        return connection
    }

    private func waits(until condition: () throws -> Bool) rethrows -> Bool {
        let end = ContinuousClock.now + .seconds(180)
        while try !condition() {
            guard ContinuousClock.now < end else { return false }
            usleep(20_000)
        }
        return true
    }

    @Test func `is reported to the watches whose certificates it revokes, and evaluates no others`() throws {
        let half = Self.watches / 2
        let leaves = try (0..<Self.watches).map { try scene.leaf(crl: [url($0 < half ? "own" : "other")]) }
        let isArrived = Switch()
        try serve(revoking: Array(leaves.prefix(Self.revoked)), after: isArrived)
        let daemon = try scene.daemon()
        let address = try #require(daemon.addresses.first)
        // The first of each CRL wait for it.
        var connections: [Int: TestConnection] = [:]
        for index in [0, half] {
            connections[index] = try watch(leaves[index], at: address)
            let count = connections.count
            #expect(try waits { try daemon.metric("anchord_watch_events_total{event=\"verdict\"}") == count })
        }
        for index in leaves.indices where connections[index] == nil {
            connections[index] = try watch(leaves[index], at: address)
        }
        #expect(try waits { try daemon.metric("anchord_watch_events_total{event=\"verdict\"}") == Self.watches })
        #expect(try waits { try daemon.metric("anchord_http_connections") <= 1 })
        #expect(try daemon.metric("anchord_watches") == Self.watches)
        let before = try daemon.metric("anchord_watch_evaluations_total")
        // The same CRLs, fetched again, cause no evaluation.
        let (own, other) = (isArrived.own.load(ordering: .relaxed), isArrived.other.load(ordering: .relaxed))
        #expect(
            waits {
                isArrived.own.load(ordering: .relaxed) >= own + 2
                    && isArrived.other.load(ordering: .relaxed) >= other + 2
            }
        )
        #expect(try daemon.metric("anchord_watch_evaluations_total") == before)
        isArrived.isOn.store(true, ordering: .releasing)
        #expect(try waits { try daemon.metric("anchord_watch_evaluations_total") == before + half })
        #expect(try daemon.metric("anchord_watch_events_total{event=\"changed\"}") == Self.revoked)
        daemon.signal(SIGTERM)
        for index in leaves.indices {
            let text = connections[index]?.rest() ?? ""
            let events = text.matches(of: /(?m)^event: (\w+)/).map { String($0.1) }
            let expected = ["verdict"] + (index < Self.revoked ? ["changed"] : []) + ["end"]
            #expect(events == expected && text.contains("\nretry: 1000\n"), "watch \(index): \(events)")
            if index < Self.revoked { #expect(text.contains("revocation.revoked")) }
        }
        daemon.expectEnd()
    }
}
