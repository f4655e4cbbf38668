import Foundation
import MicrohttpdServer
import StructuredDocuments
import Synchronization
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService
import TrustTestSupport

@testable import TrustAPI

/// Chains about which no one looks for evidence, since others use all fetches.
@Suite struct `Evidence that is not looked for` {
    /// A fetcher that fails at once, and a clock whose timers never end.
    private final class Ports: EvidenceFetching, EvidenceClock {
        let code = Mutex(FetchFailureCode.overloaded)
        /// The hosts at which a fetch fails with another code.
        let exceptions = Mutex<[String: FetchFailureCode]>([:])
        let scope = Mutex(EvidenceResponse.FailureScope.fetcher)
        let urls = Mutex<[String]>([])
        /// The certificate that locations of issuers send, and how long they take.
        let issuer = Mutex<(bytes: [UInt8], delay: Int64)?>(nil)
        let time = Mutex<Int64>(0)

        var now: Instant { APIFixture.now }
        var milliseconds: Int64 { time.withLock { $0 } }

        func random() -> Double { 0 }

        func fetch(_ request: EvidenceRequest, onBegin: @escaping @Sendable () -> Void) async -> EvidenceResponse {
            urls.withLock { $0.append(request.url) }
            onBegin()
            if request.method == .issuer, let (bytes, delay) = issuer.withLock({ $0 }) {
                time.withLock { $0 += delay }
                return EvidenceResponse(.body(bytes, maximumAge: nil), milliseconds: Int(delay))
            }
            let host = request.url.dropFirst("http://".count).prefix { $0 != "/" }
            let code = exceptions.withLock { $0[String(host)] } ?? code.withLock { $0 }
            return EvidenceResponse(.failure(code, scope.withLock { $0 }), milliseconds: 1)
        }

        func sleep(untilMilliseconds time: Int64) async { _ = await Wait<Void>().value }
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
                digests: OpenSSLEvidenceVerifier(),
                executor: InlineExecutor()
            )
        )
        api = try APIFixture(
            documents: [
                "net.yaml": """
                policies:
                  soft: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, networkAccess: true}}
                  silent: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, networkAccess: true}, checks: {revocation.unavailable: ignore}}
                  issuers: {evaluator: default, anchors: [ROOT], issuers: {fetch: true}, revocation: {scope: leaf, networkAccess: true}}
                  chain: {evaluator: default, anchors: [ROOT], revocation: {scope: chain, networkAccess: true}}
                  hard: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, networkAccess: true, requirePositiveResponse: true}}
                """
            ],
            caches: CacheSizes(verdicts: 16),
            network: true,
            adjust: {
                $0.evaluations.library = gatherer
                let edge = APIClient(name: "edge", credential: .user(33), rights: [])
                $0.clients = ClientDirectory([
                    edge, APIClient(name: "any", credential: .anonymous, rights: [.evaluate]),
                ]) {
                    SHA256.fingerprint(of: $0[...])
                }
                $0.authorization.proxies["edge"] = TrustedProxy(
                    client: "edge",
                    format: .escapedPEM,
                    policy: PolicyName("net/soft") ?? .system,
                    host: "api.example.com",
                    deadline: .milliseconds(200)
                )
            }
        )
    }

    private func members(_ policy: String, at locations: [String] = ["http://ocsp.example/"]) throws -> [String: Any] {
        let leaf = try api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.extensions.set(.authorityInformationAccess(ocsp: locations))
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

    @Test func `never allows a chain, although the severity is ignored or another location was asked`() throws {
        #expect(try api.evaluate(try members("silent")).status == 503)
        ports.exceptions.withLock { $0 = ["down.example": .timedOut] }
        let locations = ["http://down.example/", "http://ocsp.example/"]
        #expect(try api.evaluate(try members("soft", at: locations)).status == 503)
        #expect(try api.evaluate(try members("soft", at: locations.reversed())).status == 503)
        #expect(try api.evaluate(try members("soft", at: ["http://down.example/"])).trusted == true)
    }

    @Test func `is that of a leaf whose chain uses up the fetches of its request, the CAs first`() throws {
        ports.code.withLock { $0 = .badStatus }
        func locations(_ number: Int) -> [String] { (0..<4).map { "http://\(number)-\($0).example/" } }
        var authority = api.root
        var chain: [TestAuthority] = []
        for number in 1...8 {
            authority = try authority.issueAuthority("CA \(number)") {
                $0.extensions.set(.authorityInformationAccess(ocsp: locations(number)))
            }
            chain.insert(authority, at: 0)
        }
        let leaf = try authority.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.extensions.set(.authorityInformationAccess(ocsp: locations(9)))
        }
        let text = leaf.pem + chain.map(\.certificate.pem).joined()
        let answer = try api.evaluate(["chain": text, "host": "api.example.com", "policy": "net/chain"])
        #expect(answer.status == 503, "\(answer.text)")
        #expect(answer.text.contains("more fetches or more time than one request has"))
        let urls = ports.urls.withLock { $0 }
        #expect(urls.first?.hasPrefix("http://1-0.") == true)
        #expect(urls.count <= 64 + 4)
    }

    @Test func `is that of a leaf whose issuer was sent when no time was left`() throws {
        ports.code.withLock { $0 = .timedOut }
        func answer(after delay: Int64, _ more: [String: String] = [:]) throws -> Answer {
            let authority = try api.root.issueAuthority("Slow CA \(delay)")
            let leaf = try authority.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
                let slow = "http://slow-\(delay).example/"
                $0.extensions.set(.authorityInformationAccess(ocsp: ["http://ocsp.example/"], issuers: [slow]))
            }
            ports.issuer.withLock { $0 = (authority.certificate.der, delay) }
            let members = ["chain": leaf.pem, "host": "api.example.com", "policy": "net/issuers"]
            return try api.evaluate(members.merging(more) { $1 })
        }
        #expect(try answer(after: 700).trusted == true)
        let late = try answer(after: 1500)
        #expect(late.status == 503, "\(late.text)")
        // A request that gives less time itself takes the risk.
        let hurried = try answer(after: 20, ["deadline": "10ms"])
        #expect(hurried.trusted == true, "\(hurried.text)")
    }

    @Test func `never allows a client of a proxy, whose short deadline is not the choice of the client`() throws {
        let text = try #require(try members("soft")["chain"] as? String)
        let head = HTTPRequestHead(
            method: "GET",
            target: "/v1/check/edge",
            path: "/v1/check/edge",
            headers: HTTPHeaders([
                ("X-Client-Cert", try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))),
                ("Host", "shop.example"),
            ]),
            peer: .unix(uid: 33, groups: [33])
        )
        func status() -> Int { Answer(api.responder.admit(head).answer(to: [])).status }
        #expect(status() == 503)
        #expect(try api.evaluate(try members("soft").merging(["deadline": "200ms"]) { $1 }).trusted == true)
        ports.code.withLock { $0 = .timedOut }
        #expect(status() == 200)
    }

    @Test func `that could not be fetched is fetched again in the next second, also for a chosen time`() throws {
        ports.code.withLock { $0 = .timedOut }
        ports.scope.withLock { $0 = .location }
        let members = try members("soft").merging(["at": "\(APIFixture.now)"]) { $1 }
        for seconds in Int64(0)..<3 {
            api.clock.now = APIFixture.now.adding(seconds: seconds)
            // The delay after a failure is over.
            ports.time.withLock { $0 += 1_000_000 }
            for _ in 0..<2 { #expect(try api.evaluate(members).trusted == true) }
        }
        #expect(ports.urls.withLock { $0.count } == 3)
    }

    @Test func `denies a chain that needs it`() throws {
        #expect(try api.evaluate(try members("hard")).errorCodes == ["revocation.unavailable"])
    }

    @Test func `differs from evidence that was not found`() throws {
        ports.code.withLock { $0 = .timedOut }
        #expect(try api.evaluate(try members("soft")).trusted == true)
    }
}
