import Synchronization
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustService
import TrustTestSupport

@testable import TrustAPI

/// Remembered permissions whose evidence changes afterwards.
@Suite struct `A remembered permission` {
    private static let documents = [
        "net.yaml": """
        policies:
          hard: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, requirePositiveResponse: true, networkAccess: true}}
          soft: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, networkAccess: true}}
        """
    ]

    /// A fetcher with one response for all locations of a method, and a clock that the test moves.
    private final class Ports: EvidenceFetching, EvidenceClock {
        let bodies = Mutex<[EvidenceNeed.Method: [UInt8]]>([:])
        let requests = Mutex<[String]>([])
        private let time = Mutex<Int64>(0)
        private let timers = Mutex<[(time: Int64, wait: Wait<Void>)]>([])

        var milliseconds: Int64 { time.withLock { $0 } }
        var now: Instant { APIFixture.now.adding(seconds: milliseconds / 1000) }

        func random() -> Double { 0 }

        func fetch(_ request: EvidenceRequest, onBegin: @escaping @Sendable () -> Void) async -> EvidenceResponse {
            requests.withLock { $0.append(request.url) }
            onBegin()
            guard let body = bodies.withLock({ $0[request.method] }) else {
                return EvidenceResponse(.failure(.timedOut, .location), milliseconds: 1)
            }
            return EvidenceResponse(.body(body, maximumAge: nil), milliseconds: 1)
        }

        func sleep(untilMilliseconds time: Int64) async {
            let wait = Wait<Void>()
            timers.withLock { $0.append((time, wait)) }
            _ = await wait.value
        }

        func advance(seconds: Int64) {
            let now = time.withLock { time in
                time += seconds * 1000
                return time
            }
            let ended = timers.withLock { timers in
                defer { timers.removeAll { $0.time <= now } }
                return timers.filter { $0.time <= now }
            }
            for timer in ended { timer.wait.end(()) }
        }
    }

    private let ports = Ports()
    private let api: APIFixture
    private let leaf: TestCertificate
    private let good: [UInt8]
    private let revoked: [UInt8]

    init() throws {
        let certificates = try APIFixture()
        leaf = try certificates.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.extensions.set(.authorityInformationAccess(ocsp: ["http://ocsp.example/"]))
        }
        good = try certificates.issuing.ocspResponse(for: leaf).der
        let gone = TestOCSPCertificateStatus.revoked(at: .reference.adding(days: 1), reason: .keyCompromise)
        revoked = try certificates.issuing.ocspResponse(for: leaf, status: gone) {
            $0.responses[0].thisUpdate = .reference.adding(days: 2)
        }.der
        api = try Self.service(like: certificates, ports)
    }

    /// Creates a service without evidence, as after a start.
    private static func service(
        like other: APIFixture,
        _ ports: Ports,
        storeBytes: Int? = nil
    ) throws -> APIFixture {
        let evaluation = EvaluationPorts(
            signatures: try #require(OpenSSLSignatureVerifier()),
            evidence: OpenSSLEvidenceVerifier(),
            timestamps: OpenSSLTimestampVerifier(),
            publicSuffixes: try #require(PSLSuffixes())
        )
        let library = EvidenceGatherer(
            ports: EvidencePorts(
                fetcher: ports,
                clock: ports,
                evidence: OpenSSLEvidenceReader(),
                certificates: OpenSSLCertificateReader(),
                examiner: EvidenceExaminer(ports: evaluation),
                digests: OpenSSLEvidenceVerifier(),
                executor: InlineExecutor()
            ),
            bounds: storeBytes.map { EvidenceBounds(storeBytes: $0) } ?? EvidenceBounds()
        )
        return try APIFixture(
            documents: documents,
            caches: CacheSizes(verdicts: 100),
            like: other,
            network: true,
            adjust: { $0.evaluations.library = library }
        )
    }

    private func advance(hours: Int64) {
        for _ in 0..<hours { ports.advance(seconds: 3600) }
        api.clock.now = ports.now
    }

    private func evaluate(
        _ policy: String = "net/hard",
        _ leaf: TestCertificate? = nil,
        _ api: APIFixture? = nil
    ) throws -> Answer {
        let (api, leaf) = (api ?? self.api, leaf ?? self.leaf)
        let chain = leaf.pem + api.issuing.certificate.pem
        return try api.evaluate(["chain": chain, "host": "api.example.com", "policy": policy])
    }

    private var requestCount: Int { ports.requests.withLock { $0.count } }

    @Test func `is given for hours without another fetch`() throws {
        ports.bodies.withLock { $0[.ocsp] = good }
        for _ in 0..<10 {
            #expect(try evaluate().trusted == true)
            advance(hours: 7)
        }
        #expect(requestCount == 1)
    }

    @Test func `ends when the refresh of its evidence learns of a revocation, without any evaluation`() throws {
        ports.bodies.withLock { $0[.ocsp] = good }
        for policy in ["net/hard", "net/soft"] { #expect(try evaluate(policy).trusted == true) }
        ports.bodies.withLock { $0[.ocsp] = revoked }
        advance(hours: 71)
        #expect(try evaluate().trusted == true)
        advance(hours: 1)
        #expect(requestCount == 2)
        for policy in ["net/hard", "net/soft"] {
            #expect(try evaluate(policy).errorCodes == ["revocation.revoked"])
        }
        #expect(requestCount == 2)
    }

    @Test func `ends at once when another question learns of a revocation`() throws {
        // The soft fail allows the chain without evidence.
        #expect(try evaluate("net/soft").trusted == true)
        advance(hours: 48)
        ports.bodies.withLock { $0[.ocsp] = revoked }
        #expect(try evaluate("net/hard").errorCodes == ["revocation.revoked"])
        #expect(try evaluate("net/soft").errorCodes == ["revocation.revoked"])
    }

    @Test func `ends when its evidence is evicted, and when the service is started again`() throws {
        ports.bodies.withLock { $0[.ocsp] = good }
        let small = try Self.service(like: api, ports, storeBytes: 8000)
        #expect(try evaluate("net/hard", leaf, small).trusted == true)
        for _ in 0..<8 {
            let other = try api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
                $0.extensions.set(.authorityInformationAccess(ocsp: ["http://ocsp.example/"]))
            }
            ports.bodies.withLock { $0[.ocsp] = try? api.issuing.ocspResponse(for: other).der }
            #expect(try evaluate("net/hard", other, small).trusted == true)
        }
        ports.bodies.withLock { $0 = [:] }
        for service in [small, try Self.service(like: api, ports)] {
            let answer = try evaluate("net/hard", leaf, service)
            #expect(answer.errorCodes == ["revocation.unavailable"], "\(answer.text)")
        }
    }
}
