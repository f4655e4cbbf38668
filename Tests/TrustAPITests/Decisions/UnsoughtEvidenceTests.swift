import Foundation
import MicrohttpdServer
import Synchronization
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustAPI

/// Chains about which no one looks for evidence, since others use all fetches.
@Suite struct `Evidence that is not looked for` {
    /// A fetcher that fails at once, and a clock whose timers never end.
    private final class Ports: EvidenceFetching, EvidenceClock {
        private struct Nothing: EvidenceCancellation {
            func cancel() {}
        }

        let code = Mutex(FetchFailureCode.overloaded)

        var now: Instant { APIFixture.now }
        var milliseconds: Int64 { 0 }

        func random() -> Double { 0 }

        func fetch(
            _ request: EvidenceRequest,
            completion: @escaping @Sendable (EvidenceResponse) -> Void
        ) -> any EvidenceCancellation {
            completion(EvidenceResponse(.failure(code.withLock { $0 }, .fetcher), milliseconds: 1))
            return Nothing()
        }

        func schedule(
            afterMilliseconds milliseconds: Int64,
            _ action: @escaping @Sendable () -> Void
        ) -> any EvidenceCancellation { Nothing() }
    }

    private let ports = Ports()
    private let api: APIFixture

    init() throws {
        let examiner = EvidenceExaminer(
            ports: EvaluationPorts(
                signatures: try #require(OpenSSLSignatureVerifier()),
                evidence: OpenSSLEvidenceVerifier(),
                timestamps: OpenSSLTimestampVerifier(),
                publicSuffixes: try #require(PSLSuffixes())
            )
        )
        let gatherer = EvidenceGatherer(
            ports: EvidencePorts(
                fetcher: ports,
                clock: ports,
                evidence: OpenSSLEvidenceReader(),
                certificates: OpenSSLCertificateReader(),
                examiner: examiner,
                digests: OpenSSLEvidenceVerifier()
            )
        )
        let rounds = EvidenceRounds(gatherer: gatherer, clock: ports)
        api = try APIFixture(
            documents: [
                "net.yaml": """
                policies:
                  soft: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, networkAccess: true}}
                  hard: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, networkAccess: true, requirePositiveResponse: true}}
                """
            ],
            network: true,
            adjust: { $0.service.completion = { rounds.complete($0) } }
        )
    }

    private func members(_ policy: String) throws -> [String: Any] {
        let leaf = try api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.extensions.set(.authorityInformationAccess(ocsp: ["http://ocsp.example/"]))
        }
        return ["chain": leaf.pem + api.issuing.certificate.pem, "host": "api.example.com", "policy": "net/\(policy)"]
    }

    @Test func `never allows a chain`() throws {
        let soft = try api.evaluate(try members("soft"))
        #expect(soft.status == 503)
        #expect(soft.code == "tooManyWaitingRequests")
        #expect(soft.response.headers["Retry-After"] == "1")
        let challenge = try members("soft").merging(["authenticationMethod": "serverTrust"]) { $1 }
        #expect(api.post("/v1/challenges", try APIFixture.json(challenge)).status == 503)
        let batch = api.post("/v1/evaluations/batch", "[\(try APIFixture.json(try members("soft")))]")
        #expect(batch.text.contains("tooManyWaitingRequests") && !batch.text.contains("verdict"), "\(batch.text)")
    }

    @Test func `denies a chain that needs it`() throws {
        #expect(try api.evaluate(try members("hard")).errorCodes == ["revocation.unavailable"])
    }

    @Test func `differs from evidence that was not found`() throws {
        ports.code.withLock { $0 = .timedOut }
        #expect(try api.evaluate(try members("soft")).trusted == true)
    }
}
