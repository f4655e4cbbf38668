import Dispatch
import Foundation
import Glibc
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

/// The promise of a block: no response that is written after the response to its PUT allows what it matches.
@Suite struct `A block that is written during a thousand requests` {
    private static let (connections, requests, batches, items) = (40, 25, 6, 12)

    /// The requests on one connection, and a condition on the bytes of all their responses.
    private struct Load {
        let client: UnixClient
        let isComplete: ([UInt8]) -> Bool
    }

    /// Sends the requests, of which one on each connection waits.
    private func begin(_ scene: BlockScene) throws -> [Load] {
        var loads: [Load] = []
        for number in 0..<Self.connections {
            let client = try UnixClient(scene.path)
            let waiting = number % Self.requests
            for position in 0..<Self.requests {
                let policy = position == waiting ? "network" : "disabled"
                // Each waiting request asks another question, so that it waits for itself.
                client.send(try scene.post("/v1/evaluations", scene.question(policy, number)))
            }
            loads.append(Load(client: client) { $0.ends(of: "\"action\":").count == Self.requests })
        }
        for number in 0..<Self.batches {
            for isArray in [true, false] {
                let items = try (0..<Self.items).map { position in
                    try scene.question(position == 5 ? "network" : "disabled", 1000 + number * 2 + (isArray ? 1 : 0))
                }
                let client = try UnixClient(scene.path)
                client.send(
                    isArray
                        ? scene.post("/v1/evaluations/batch", "[\(items.joined(separator: ","))]")
                        : scene.post(
                            "/v1/evaluations/batch",
                            items.joined(separator: "\n"),
                            type: "application/x-ndjson"
                        )
                )
                loads.append(
                    Load(client: client) { bytes in
                        bytes.ends(of: "\"action\":").count == Self.items
                            || isArray && !bytes.ends(of: "answersOutdated").isEmpty
                    }
                )
            }
        }
        return loads
    }

    @Test func `denies in every response that is written after the response to the PUT`() throws {
        var allowed = 0
        for _ in 1...3 {
            let scene = try BlockScene()
            let loads = try begin(scene)
            // Other requests are still being read and answered.
            for _ in 0..<30 { #expect(scene.arrivals.wait(timeout: .now() + .seconds(600)) == .success) }
            let put = try UnixClient(scene.path)
            put.send(scene.put)
            #expect(put.receive { !$0.ends(of: "\"inForce\":true").isEmpty })
            #expect(String(decoding: put.received, as: UTF8.self).hasPrefix("HTTP/1.1 201"))
            let written = loads.map { $0.client.receiveArrived() }
            scene.open()
            for (load, written) in zip(loads, written) {
                #expect(load.client.receive(until: load.isComplete))
                let ends = load.client.received.ends(of: "\"action\":\"allow\"")
                allowed += ends.count
                #expect(ends.allSatisfy { $0 <= written })
            }
        }
        #expect(allowed > 0, "no request was answered before the block")
    }
}

/// A server on a Unix socket, in which requests under one policy wait for evidence until a gate opens.
private final class BlockScene {
    /// The server, which the routes need before it exists.
    private final class Reference: Sendable {
        let server = Mutex<HTTPServer?>(nil)

        func settle() -> Bool { server.withLock { $0 }?.settle("/livez", within: .seconds(600)) ?? false }
    }

    private static let documents = [
        "own.yaml": """
        policies:
          network: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, networkAccess: true}}
          disabled: {evaluator: disabled}
        """
    ]

    let path: String
    /// Signaled by each request that waits.
    let arrivals = DispatchSemaphore(value: 0)
    private let gate = DispatchSemaphore(value: 0)
    private let reference = Reference()
    private let api: APIFixture
    private let chain: String
    private let pin: String

    init() throws {
        let library = TestLibrary()
        api = try APIFixture(
            documents: Self.documents,
            caches: CacheSizes(verdicts: 100, certificates: 100, signatures: 100),
            network: true,
            writesBlocks: true,
            adjust: { $0.evaluations.library = library }
        )
        let leaf = try api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.extensions.set(.authorityInformationAccess(ocsp: ["http://ocsp.example/"]))
        }
        chain = leaf.pem + api.issuing.certificate.pem
        let good = try OpenSSLEvidenceReader().ocspResponse(
            in: api.issuing.ocspResponse(for: leaf).der,
            limits: EvidenceLimits()
        )
        library.response.withLock { $0 = good }
        library.isRemembered.store(false, ordering: .relaxed)
        let facts = try api.context.certificates.certificates(in: leaf.der, limits: api.context.limits)[0].facts
        pin = facts.publicKeyFingerprint.pin
        path = api.directory.path + "/s"
        library.duringWait.withLock {
            $0 = { [arrivals, gate] in
                arrivals.signal()
                gate.wait()
                gate.signal()
            }
        }
        try start()
    }

    deinit {
        open()
        let server = reference.server.withLock { $0 }
        _ = server?.drain(deadline: .zero)
        reference.server.withLock { $0 = nil }
    }

    private func start() throws {
        var context = api.context
        context.clients = ClientDirectory(
            [APIClient(name: "guard", credential: .user(geteuid()), rights: [.block, .evaluate])]
        ) { SHA256.fingerprint(of: $0[...]) }
        let writer = try #require(BlockWriter(api.store, api.loader, encode: APIFixture.json(of:)))
        let queue = DispatchQueue(label: "blocks")
        context.blocks = BlockWriting { [reference] change, _ in
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: writer.change(change, settle: reference.settle)) }
            }
        }
        var configuration = ServerConfiguration(listeners: [.unix(path: path)])
        configuration.workers = 2
        configuration.maximumWait = .seconds(600)
        configuration.requestTimeout = .seconds(600)
        configuration.idleTimeout = .seconds(600)
        let server = HTTPServer(configuration: configuration, responder: APIResponder(context))
        reference.server.withLock { $0 = server }
        _ = try server.start()
    }

    /// Lets the requests go on that wait.
    func open() { gate.signal() }

    /// The JSON of a question; questions with different numbers are different.
    func question(_ policy: String, _ number: Int) throws -> String {
        var members: [String: Any] = ["chain": chain, "host": "api.example.com", "policy": "own/\(policy)"]
        if policy == "network" { members["at"] = "\(APIFixture.now.adding(seconds: Int64(number)))" }
        return try APIFixture.json(members)
    }

    func post(_ path: String, _ body: String, type: String = "application/json") -> String {
        request("POST", path, body, type: type)
    }

    /// The request that blocks the leaf's key.
    var put: String {
        request("PUT", "/v1/blocks/stolen-1", #"{"match": {"spkiSha256": ["\#(pin)"]}, "reason": "Laptop lost."}"#)
    }

    private func request(_ method: String, _ path: String, _ body: String, type: String = "application/json") -> String
    {
        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
}
