import Foundation
import MicrohttpdServer
import Synchronization
import Testing
import TrustEvidence
import TrustModel
import TrustPolicies
import TrustService
import TrustTestSupport

@testable import TrustAPI

/// The estimated memory of a request that waits for evidence.
@Suite struct `The memory of a waiting request` {
    /// A server in which every request may wait.
    private final class Place: WaitingPlace {
        let held = Mutex<[Int]>([])

        func wait<Value: Sendable>(
            of share: ClientShare,
            keeping bytes: Int,
            for operation: () async -> Value
        ) async throws -> Value {
            held.withLock { $0.append(bytes) }
            return await operation()
        }
    }

    private let place = Place()
    private let api: APIFixture

    init() throws {
        api = try APIFixture(
            documents: [
                "net.yaml": """
                policies:
                  network: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, networkAccess: true}}
                """,
                "floors.yaml": """
                otherwise: floor
                policies:
                  floor: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, networkAccess: true}}
                """,
            ],
            floors: "floors",
            network: true,
            adjust: { $0.evaluations.library = TestLibrary() }
        )
    }

    /// Evaluates a chain with further members, and returns the memory that the request keeps.
    private func held(_ others: [TestCertificate] = [], _ members: [String: Any] = [:]) async throws -> Int {
        let leaf = try api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.extensions.set(.authorityInformationAccess(ocsp: ["http://ocsp.example/"]))
        }
        let chain = ([leaf, api.issuing.certificate] + others).map(\.pem).joined()
        let request: [String: Any] = ["chain": chain, "host": "api.example.com", "policy": "net/network"]
        let body = Array(try APIFixture.json(request.merging(members) { $1 }).utf8)
        let asking = DecisionPlace(.evaluations, clients: [], peer: .address("::1"), share: .connection(0))
        let (chains, evidence) = (api.context.chains, api.context.evidenceDecoder)
        _ = try await api.context.evaluations.decision(
            on: EvaluationRequest.decode(json: body, chains: chains, evidence: evidence).inquiry,
            of: api.context.asker(asking, nil, worker: 0),
            under: api.store.snapshot,
            in: place
        )
        return try #require(place.held.withLock { $0.last })
    }

    @Test func `includes its certificates with all names`() async throws {
        let usual = try await held()
        #expect((8 << 10)...(64 << 10) ~= usual)
        let count = 1000
        let filler = try api.issuing.issueLeaf("filler", key: .shared(.ecdsaP256, "filler")) {
            $0.subjectAlternativeNames = (0..<count).map { .dns("a\($0)") }
        }
        #expect(try await held([filler]) > usual + filler.der.count + count * MemoryLayout<GeneralName>.stride)
    }

    @Test func `includes its evidence and an inline policy`() async throws {
        let usual = try await held()
        let list = try api.root.revocationList { list in
            for number in 0..<500 { list.revoke(serialNumber: [1, UInt8(number / 250), UInt8(number % 250)]) }
        }
        #expect(try await held([], ["crls": list.pem]) > usual + 2 * list.der.count)
        let response = try api.root.ocspResponse(for: api.issuing.certificate)
        #expect(try await held([], ["ocsp": Data(response.der).base64EncodedString()]) > usual + 4 * response.der.count)
        // The floor waits, so the policy of the request is kept too.
        let inline: [String: Any] = ["evaluator": "default", "anchors": [api.root.certificate.pem]]
        #expect(try await held([], ["policy": inline]) > usual + 4 * api.root.certificate.pem.utf8.count)
    }
}
