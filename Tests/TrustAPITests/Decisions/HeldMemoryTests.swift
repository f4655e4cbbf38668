import Foundation
import MicrohttpdServer
import Synchronization
import Testing
import TrustModel
import TrustTestSupport

@testable import TrustAPI

/// The estimated memory of a request that waits for evidence.
@Suite struct `The memory of a waiting request` {
    private final class Rounds: Sendable {
        let held = Mutex<[Int]>([])

        func complete(_ round: EvaluationRound) -> EvaluationService.Outcome {
            held.withLock { $0.append(round.rest?.heldBytes ?? 0) }
            return .success((round.evaluated, .zero))
        }
    }

    private let rounds = Rounds()
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
            adjust: { [rounds] in $0.service.completion = { round, _ in rounds.complete(round) } }
        )
    }

    /// Evaluates a chain with further members, and returns the memory that the request would keep.
    private func held(_ others: [TestCertificate] = [], _ members: [String: Any] = [:]) throws -> Int {
        let leaf = try api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.extensions.set(.authorityInformationAccess(ocsp: ["http://ocsp.example/"]))
        }
        let chain = ([leaf, api.issuing.certificate] + others).map(\.pem).joined()
        let request: [String: Any] = ["chain": chain, "host": "api.example.com", "policy": "net/network"]
        _ = try api.evaluate(request.merging(members) { $1 })
        return try #require(rounds.held.withLock { $0.last })
    }

    @Test func `includes its certificates with all names`() throws {
        let usual = try held()
        #expect((8 << 10)...(64 << 10) ~= usual)
        let count = 1000
        let filler = try api.issuing.issueLeaf("filler", key: .shared(.ecdsaP256, "filler")) {
            $0.subjectAlternativeNames = (0..<count).map { .dns("a\($0)") }
        }
        #expect(try held([filler]) > usual + filler.der.count + count * MemoryLayout<GeneralName>.stride)
    }

    @Test func `includes its evidence and an inline policy`() throws {
        let usual = try held()
        let list = try api.root.revocationList { list in
            for number in 0..<500 { list.revoke(serialNumber: [1, UInt8(number / 250), UInt8(number % 250)]) }
        }
        #expect(try held([], ["crls": list.pem]) > usual + 2 * list.der.count)
        let response = try api.root.ocspResponse(for: api.issuing.certificate)
        #expect(try held([], ["ocsp": Data(response.der).base64EncodedString()]) > usual + 4 * response.der.count)
        // The floor waits, so the policy of the request is kept too.
        let inline: [String: Any] = ["evaluator": "default", "anchors": [api.root.certificate.pem]]
        #expect(try held([], ["policy": inline]) > usual + 4 * api.root.certificate.pem.utf8.count)
    }
}
