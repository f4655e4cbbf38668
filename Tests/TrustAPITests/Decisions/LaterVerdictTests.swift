import Foundation
import MicrohttpdServer
import StructuredDocuments
import Synchronization
import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService
import TrustTestSupport

@testable import TrustAPI

/// Verdicts with evidence that another thread finds.
@Suite struct `A later verdict` {
    private static let documents = [
        "net.yaml":
            "policies: {network: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, networkAccess: true}}}"
    ]

    private static let hosts = ["api.example.com", "other.example.com", "third.example.com"]

    private let library = TestLibrary()
    private let later: APIFixture
    private let now: APIFixture
    private let chain: String
    /// The time of the clock that measures the time spent on requests.
    private let time: Timeline

    private final class Timeline: Sendable {
        private let nanoseconds = Atomic<Int64>(0)

        var now: Int64 { nanoseconds.load(ordering: .relaxed) }

        func advance(bySeconds seconds: Int64) { nanoseconds.add(seconds * 1_000_000_000, ordering: .relaxed) }
    }

    /// Checks signatures, each in one second.
    private struct SlowChecks: SignatureVerifying {
        let checks: any SignatureVerifying
        let time: Timeline

        func isSigned(_ certificate: Certificate, by issuer: Certificate) throws(LibraryFailure) -> Bool {
            time.advance(bySeconds: 1)
            return try checks.isSigned(certificate, by: issuer)
        }
    }

    init() throws {
        let (time, library, remembered) = (Timeline(), library, TestLibrary())
        self.time = time
        let sizes = CacheSizes(verdicts: 16)
        now = try APIFixture(
            documents: Self.documents,
            caches: sizes,
            network: true,
            adjust: {
                Self.addProxy(&$0)
                $0.evaluations.library = remembered
            }
        )
        later = try APIFixture(
            documents: Self.documents,
            caches: sizes,
            wrap: { SlowChecks(checks: $0, time: time) },
            like: now,
            network: true,
            adjust: {
                Self.addProxy(&$0)
                $0.evaluations.library = library
                $0.evaluations.decisions.stopwatch = { time.now }
            }
        )
        let leaf = try now.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.subjectAlternativeNames = Self.hosts.map { .dns($0) }
            $0.extensions.set(.authorityInformationAccess(ocsp: ["http://ocsp.example/"]))
        }
        chain = leaf.pem + now.issuing.certificate.pem
        let answer = try now.issuing.ocspResponse(for: leaf)
        let response = try OpenSSLEvidenceReader().ocspResponse(in: answer.der, limits: EvidenceLimits())
        for library in [library, remembered] { library.response.withLock { $0 = response } }
        library.isRemembered.store(false, ordering: .relaxed)
    }

    private static func addProxy(_ context: inout APIContext) {
        context.clients = ClientDirectory([
            APIClient(name: "edge", credential: .user(33), rights: []),
            APIClient(name: "anyone", credential: .anonymous, rights: [.evaluate, .read]),
        ]) { SHA256.fingerprint(of: $0[...]) }
        context.authorization.proxies = [
            "edge": TrustedProxy(
                client: "edge",
                format: .escapedPEM,
                policy: PolicyName("net/network") ?? .system,
                host: "api.example.com"
            )
        ]
    }

    private var waitCount: Int { library.waits.load(ordering: .relaxed) }

    /// Removes the members that differ between two evaluations, and between two directories of policies.
    private func comparable(_ answer: Answer) -> NSDictionary {
        var object = answer.object
        for name in ["id", "policy"] { object[name] = nil }
        if var verdict = object["verdict"] as? [String: Any] {
            for name in ["id", "policy"] { verdict[name] = nil }
            object["verdict"] = verdict
        }
        return object as NSDictionary
    }

    @Test func `of an evaluation equals that of an immediate one, and is cached`() throws {
        let members: [String: Any] = ["chain": chain, "host": "api.example.com", "policy": "net/network"]
        let expected = comparable(try now.evaluate(members))
        for _ in 0..<2 { #expect(comparable(try later.evaluate(members)) == expected) }
        #expect(waitCount == 1)
    }

    @Test func `as text equals that of an immediate one`() throws {
        let path = "/v1/evaluations?host=api.example.com&policy=net/network"
        let fields = [("Content-Type", "application/x-pem-file"), ("Accept", "text/plain")]
        let body = Array(chain.utf8)
        let answer = later.send("POST", path, headers: fields, body: body)
        #expect(answer.text == now.send("POST", path, headers: fields, body: body).text)
        #expect(waitCount == 1)
    }

    @Test func `of a challenge equals that of an immediate one`() throws {
        let members: [String: Any] = [
            "authenticationMethod": "serverTrust", "host": "api.example.com", "realm": "r", "chain": chain,
            "policy": "net/network",
        ]
        let json = try APIFixture.json(members)
        #expect(comparable(later.post("/v1/challenges", json)) == comparable(now.post("/v1/challenges", json)))
        #expect(waitCount == 1)
    }

    @Test func `of a check by a proxy equals that of an immediate one`() throws {
        let escaped = try #require(chain.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let answers = [later, now].map {
            $0.send("GET", "/v1/check/edge", headers: [("X-Client-Cert", escaped)], peer: .unix(uid: 33, groups: []))
        }
        #expect(answers[0].response.headers["Anchord-Verdict"] != nil, "\(answers[0].text)")
        for name in ["Anchord-Verdict", "Anchord-Reasons"] {
            #expect(answers[0].response.headers[name] == answers[1].response.headers[name])
        }
        #expect(answers[0].status == answers[1].status)
        #expect(waitCount == 1)
    }

    @Test func `of the items of a batch keeps their order`() throws {
        let items = try Self.hosts.map {
            try APIFixture.json(["chain": chain, "host": $0, "nonce": $0, "policy": "net/network"])
        }
        let text = later.post("/v1/evaluations/batch", "[\(items.joined(separator: ","))]").text
        let verdicts = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(verdicts.map { $0["nonce"] as? String } == Self.hosts)
        #expect(waitCount == Self.hosts.count)
    }

    @Test func `counts the time of all its rounds, without waiting`() throws {
        library.duringWait.withLock { [time] in $0 = { time.advance(bySeconds: 1000) } }
        _ = try later.evaluate(["chain": chain, "host": "api.example.com", "policy": "net/network"])
        let name = "anchord_evaluation_duration_seconds_sum "
        let lines = later.send("GET", "/metrics").text.split(separator: "\n")
        let sum = try #require(lines.first { $0.hasPrefix(name) }).dropFirst(name.count)
        // At least the signatures of the leaf and of its issuer were checked.
        #expect((2..<1000).contains(try #require(Double(sum))))
    }

    @Test func `is not awaited by an invalid request`() throws {
        let answer = try later.evaluate(["chain": chain, "policy": "nobody", "host": "api.example.com"])
        #expect(answer.code == "unknownPolicySet")
        #expect(waitCount == 0)
    }

    @Test func `is sent over a connection that was suspended`() throws {
        let service = try LiveService(later)
        let members: [String: Any] = ["chain": chain, "host": "api.example.com", "policy": "net/network"]
        #expect(comparable(try service.evaluate(members)) == comparable(try now.evaluate(members)))
        #expect(waitCount == 1)
    }
}
