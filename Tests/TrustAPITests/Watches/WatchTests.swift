import Foundation
import MicrohttpdServer
import Synchronization
import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService
import TrustTestSupport

@testable import TrustAPI

@Suite struct `A watch` {
    private static let documents = [
        "own.yaml": "policies: {p: {evaluator: default, anchors: [ROOT]}}\n",
        "other.yaml": "policies: {p: {evaluator: default, anchors: [ROOT]}}\n",
    ]
    private static let disabled = "policies: {p: {evaluator: disabled}}\n"
    private static let denying =
        "policies: {p: {evaluator: pinPublicKeys, pins: [\"sha256/\(empty)\"], requireBackupPin: false}}\n"
    private static let empty = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

    private func scene(_ adjust: (inout APIContext) -> Void = { _ in }) throws -> WatchScene {
        try WatchScene(try APIFixture(documents: Self.documents, adjust: adjust))
    }

    @Test func `begins with the verdict of an evaluation, as a recorded decision`() throws {
        let memory = Mutex<DecisionMemory?>(nil)
        let adjust: (inout APIContext) -> Void = { context in
            let decisions = DecisionMemory(bytes: 1 << 20, workers: 1, then: context.metrics)
            memory.withLock { $0 = decisions }
            context.evaluations.decisions = Decisions(ids: DecisionIDSource(workers: 2), recorder: decisions)
        }
        let api = try APIFixture(documents: Self.documents, adjust: adjust)
        let scene = try WatchScene(api)
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let client = try scene.open(scene.members("own/p"), fields: ["traceparent: \(trace)"])
        let event = try #require(client.event())
        #expect(event.name == "verdict" && event.action == "allow")
        let fields: [String] = [
            "HTTP/1.1 200", "Content-Type: text/event-stream", "Cache-Control: no-store", "X-Accel-Buffering: no",
            "traceparent: \(trace)", "X-Content-Type-Options: nosniff",
        ]
        for field in fields { #expect(client.head.contains(field), "\(client.head)") }
        var (watched, evaluated) = (event.object, try api.evaluate(scene.members("own/p")).object)
        #expect(watched["id"] as? String == event.id)
        (watched["id"], evaluated["id"]) = (nil, nil)
        #expect(watched as NSDictionary == evaluated as NSDictionary)
        let id = try #require(event.id.flatMap { DecisionID($0) })
        let recorded = memory.withLock { $0 }
        let decision = CallingThread().run { await recorded?.decision(id) }
        #expect(decision?.place.route == .watches && decision?.trace != nil)
    }

    @Test(arguments: [("at", "2026-11-20T00:00:00Z"), ("nonce", "n"), ("failOnUntrusted", "1")])
    func `refuses members without a meaning for it`(_ name: String, _ value: String) throws {
        let scene = try scene()
        let client = try scene.open(scene.members().merging([name: value]) { $1 }, fields: ["Connection: close"])
        let text = client.rest()
        #expect(text.hasPrefix("HTTP/1.1 400") && text.contains("\"pointer\":\"/\(name)\""), "\(text)")
        let query = scene.api.send(
            "POST",
            "/v1/watches?\(name)=\(value)",
            headers: [("Content-Type", "application/x-pem-file")],
            body: Array(scene.api.chain.utf8)
        )
        #expect(query.status == 400 && query.pointers == ["/query/\(name)"], "\(query.text)")
    }

    @Test func `reports a change of its policies, and is not evaluated for others`() throws {
        let scene = try scene()
        let (own, other) = (try scene.watch(scene.members("own/p")), try scene.watch(scene.members("other/p")))
        try scene.api.write(Self.denying, to: "own.yaml")
        let changed = try #require(own.event())
        #expect(changed.name == "changed" && changed.action == "deny" && changed.id?.isEmpty == false)
        #expect(scene.evaluations == 1)
        // Another verdict with the same action is not reported.
        try scene.api.write(Self.disabled, to: "other.yaml")
        try scene.api.write(Self.disabled, to: "own.yaml")
        #expect(own.event()?.action == "allow")
        try scene.api.write(Self.denying, to: "other.yaml")
        #expect(other.event()?.action == "deny")
        #expect(scene.evaluations <= 4)
    }

    @Test func `ends with the reason if its policy set is removed`() throws {
        let scene = try scene()
        let client = try scene.watch(scene.members("own/p"))
        try FileManager.default.removeItem(at: scene.api.directory.appending(path: "policies/own.yaml"))
        guard case .loaded = scene.api.store.reload() else {
            Issue.record("the reload failed")
            return
        }
        let end = try #require(client.event())
        #expect(end.name == "end" && end.code == "unknownPolicySet" && end.retry == nil)
        #expect(client.event() == nil)
    }

    @Test func `reports a block, and its end`() throws {
        let scene = try scene()
        let client = try scene.watch(scene.members("own/p"))
        let key = try #require(scene.api.leafPin)
        try scene.api.block("- {id: a, match: {spkiSha256: [\"\(key)\"]}, until: 2099-01-01, reason: Lost.}")
        let changed = try #require(client.event())
        #expect(changed.name == "changed" && changed.action == "deny")
        #expect(changed.data.contains("policy.blocked"))
        scene.api.clock.now = try #require(Instant(rfc3339: "2099-01-02T00:00:00Z"))
        // Everything has ended by then, so that the verdict is denied for another reason and not reported.
        try scene.api.block("[]")
        scene.api.clock.now = APIFixture.now
        try scene.api.write(Self.documents["own.yaml"] ?? "", to: "third.yaml")
        try scene.api.write(Self.disabled, to: "own.yaml")
        #expect(client.event()?.action == "allow")
    }

    @Test func `reports the end of a certificate, and is not evaluated before`() throws {
        let scene = try scene()
        let short = try scene.api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.notAfter = TestInstant(secondsSince1970: APIFixture.now.secondsSince1970 + 100)
        }
        let chain = short.pem + scene.api.issuing.certificate.pem
        let (brief, long) = (
            try scene.watch(scene.members("own/p", chain: chain)), try scene.watch(scene.members("own/p"))
        )
        scene.api.clock.now = APIFixture.now.adding(seconds: 101)
        #expect(brief.event()?.action == "deny")
        #expect(scene.evaluations == 1)
        // The text of the denial has the time, but the chain is not evaluated each second.
        scene.api.clock.now = APIFixture.now.adding(seconds: 1000)
        try scene.api.write(Self.denying, to: "own.yaml")
        #expect(long.event()?.action == "deny")
        #expect(scene.evaluations <= 3)
    }

    /// A watch whose verdict depends on the OCSP response in a library.
    private struct RevocationScene {
        let library = TestLibrary()
        let scene: WatchScene
        let leaf: TestCertificate

        init() throws {
            let documents = [
                "net.yaml":
                    "policies: {p: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, networkAccess: true}}}"
            ]
            let library = library
            let api = try APIFixture(documents: documents, network: true, adjust: { $0.evaluations.library = library })
            scene = try WatchScene(api)
            leaf = try api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
                $0.extensions.set(.authorityInformationAccess(ocsp: ["http://ocsp.example/"]))
            }
            library.isFollowed.store(true, ordering: .relaxed)
        }

        func watch() throws -> WatchClient {
            try respond(.good)
            return try scene.watch(scene.members("net/p", chain: leaf.pem + scene.api.issuing.certificate.pem))
        }

        /// Puts a response with a status into the library.
        func respond(_ status: TestOCSPCertificateStatus) throws {
            let der = try scene.api.issuing.ocspResponse(for: leaf, status: status).der
            let response = try OpenSSLEvidenceReader().ocspResponse(in: der, limits: EvidenceLimits())
            library.response.withLock { $0 = response }
        }
    }

    @Test func `reports new evidence`() throws {
        let revocation = try RevocationScene()
        let client = try revocation.watch()
        try revocation.respond(.revoked(at: .reference, reason: nil))
        revocation.library.changes.add(1, ordering: .relaxed)
        let changed = try #require(client.event())
        #expect(changed.action == "deny" && changed.data.contains("revocation.revoked"))
        #expect(revocation.scene.evaluations == 1)
    }

    @Test func `reports a block and a policy without waiting for evidence`() throws {
        let revocation = try RevocationScene()
        let (library, api) = (revocation.library, revocation.scene.api)
        let client = try revocation.watch()
        let gate = DispatchSemaphore(value: 0)
        library.duringWait.withLock { $0 = { gate.wait() } }
        library.isRemembered.store(false, ordering: .relaxed)
        library.changes.add(1, ordering: .relaxed)
        try waitFor { library.waits.load(ordering: .relaxed) == 1 }
        try api.block("- {id: a, match: {spkiSha256: [\"\(try #require(api.leafPin))\"]}, reason: Lost.}")
        #expect(client.event()?.data.contains("policy.blocked") == true)
        // The verdict of the evaluation that still waits has no effect.
        gate.signal()
        try api.block("[]")
        try waitFor { library.waits.load(ordering: .relaxed) == 2 }
        try api.write("policies: {p: {evaluator: disabled}}", to: "net.yaml")
        #expect(client.event()?.action == "allow")
        gate.signal()
        try api.write(Self.denying, to: "net.yaml")
        #expect(client.event()?.action == "deny")
    }

    @Test func `has what is left of its time if it begins again, however often`() throws {
        let revocation = try RevocationScene()
        let (library, api) = (revocation.library, revocation.scene.api)
        let client = try revocation.watch()
        try revocation.respond(.revoked(at: .reference, reason: nil))
        let gate = DispatchSemaphore(value: 0)
        library.duringWait.withLock { $0 = { gate.wait() } }
        library.isRemembered.store(false, ordering: .relaxed)
        library.changes.add(1, ordering: .relaxed)
        for waits in 1...6 {
            try waitFor { library.waits.load(ordering: .relaxed) == waits }
            library.clock.add(400, ordering: .relaxed)
            let digest = String(repeating: "\(waits)", count: 64)
            try api.block("- {id: a, match: {spkiSha256: [\"\(digest)\"]}, reason: No.}")
        }
        try waitFor { library.waits.load(ordering: .relaxed) == 7 }
        #expect(library.limits.withLock { $0 } == [1500, 1100, 700, 300, 100, 100, 100])
        for _ in 1...7 { gate.signal() }
        #expect(client.event()?.data.contains("revocation.revoked") == true)
    }

    private func waitFor(_ condition: () -> Bool) throws {
        let end = ContinuousClock.now + .seconds(180)
        while !condition() {
            try #require(ContinuousClock.now < end)
            usleep(1000)
        }
    }

    @Test func `escapes line ends in names, so that a name cannot add an event`() throws {
        let scene = try scene()
        let members = scene.members("own/p").merging(["host": "a\n\nevent: end\ndata: {}"]) { $1 }
        let client = try scene.open(members)
        let event = try #require(client.event())
        #expect(event.name == "verdict" && event.action == "deny", "\(event)")
        try scene.api.write(Self.disabled, to: "own.yaml")
        #expect(client.event()?.name == "changed")
    }

    @Test func `of a page of another origin is refused`() throws {
        let scene = try scene()
        let fields = [["Origin: http://evil.example"], ["Sec-Fetch-Site: cross-site"]]
        for field in fields {
            let text = try scene.open(scene.members(), fields: field + ["Connection: close"]).rest()
            #expect(text.hasPrefix("HTTP/1.1 403") && text.contains("foreignOrigin"), "\(text)")
        }
    }

    @Test func `ends in a drain with the time after which to ask again`() throws {
        let scene = try scene()
        let client = try scene.watch(scene.members("own/p"))
        scene.drain()
        let end = try #require(client.event())
        #expect(end.name == "end" && end.code == "serverEnding" && end.retry == "1000")
        #expect(client.event() == nil)
    }
}

/// Watches with limits and rights.
@Suite struct `Watches of several clients` {
    private static func digest(_ text: String) -> Fingerprint { SHA256.fingerprint(of: Array(text.utf8)[...]) }

    private static func directory(_ rights: Set<ClientRight>) -> ClientDirectory {
        let clients = ["a", "b"].map { name in
            APIClient(name: name, credential: .tokens([digest(name)]), rights: name == "a" ? rights : [.evaluate])
        }
        return ClientDirectory(clients) { SHA256.fingerprint(of: $0[...]) }
    }

    private func scene(_ directory: @escaping @Sendable () -> ClientDirectory) throws -> WatchScene {
        try WatchScene(
            try APIFixture(
                documents: ["own.yaml": "policies: {p: {evaluator: default, anchors: [ROOT]}}"],
                adjust: {
                    $0.currentClients = directory
                    ($0.watchLimits.count, $0.watchLimits.countOfClient) = (3, 2)
                }
            )
        )
    }

    private func fields(_ client: String) -> [String] { ["Authorization: Bearer \(client)"] }

    @Test func `share the places, which closed ones leave`() throws {
        let scene = try scene { Self.directory([.evaluate]) }
        let members = scene.members("own/p")
        var kept = try (1...2).map { _ in try scene.watch(members, fields: fields("a")) }
        let refused = try scene.open(members, fields: fields("a") + ["Connection: close"]).rest()
        #expect(refused.hasPrefix("HTTP/1.1 429") && refused.contains("tooManyWatchesOfClient"), "\(refused)")
        #expect(refused.contains("Retry-After: 10"))
        kept.append(try scene.watch(members, fields: fields("b")))
        let full = try scene.open(members, fields: fields("b") + ["Connection: close"]).rest()
        #expect(full.hasPrefix("HTTP/1.1 503") && full.contains("\"tooManyWatches\""), "\(full)")
        kept.removeFirst()
        let end = ContinuousClock.now + .seconds(180)
        var status = ""
        repeat {
            status = String(try scene.open(members, fields: fields("a") + ["Connection: close"]).event()?.name ?? "")
        } while status.isEmpty && ContinuousClock.now < end
        #expect(status == "verdict")
    }

    @Test func `end with the reason when the right is withdrawn`() throws {
        let box = RightsBox()
        let scene = try scene { Self.directory(box.rights.withLock { $0 }) }
        let (client, other) = (
            try scene.watch(scene.members("own/p"), fields: fields("a")),
            try scene.watch(scene.members("own/p"), fields: fields("b"))
        )
        box.rights.withLock { $0 = [.read] }
        try scene.api.write("policies: {p: {evaluator: disabled}}", to: "own.yaml")
        let end = try #require(client.event())
        #expect(end.name == "end" && end.code == "forbidden" && !end.data.contains("verdict"), "\(end)")
        #expect(client.event() == nil)
        try scene.api.write(
            "policies: {p: {evaluator: pinPublicKeys, pins: [\"\(scene.api.leafPin ?? "")\"], requireBackupPin: false}}",
            to: "own.yaml"
        )
        try scene.api.block("- {id: a, match: {spkiSha256: [\"\(scene.api.leafPin ?? "")\"]}, reason: Lost.}")
        #expect(other.event()?.action == "deny")
    }

    private final class RightsBox: Sendable {
        let rights = Mutex<Set<ClientRight>>([.evaluate])
    }
}

extension APIFixture {
    /// The pin of the leaf's key.
    var leafPin: String? {
        try? OpenSSLCertificateReader().certificates(in: leaf.der, limits: CertificateLimits())[0]
            .facts.publicKeyFingerprint.pin
    }
}
