import Foundation
import MicrohttpdServer
import Synchronization
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustService
import TrustTestSupport

@testable import TrustAPI

/// Verdicts with evidence from memory, which need no second round.
@Suite struct `A verdict with stored evidence` {
    private static let documents = [
        "net.yaml": """
        policies:
          network: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, requirePositiveResponse: true, networkAccess: true}}
          local: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, requirePositiveResponse: true}}
          lenient: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf}}
          plain: {evaluator: default, anchors: [ROOT]}
        """,
        "floors.yaml": """
        hosts: {"**.example.com": floor}
        otherwise: performDefaultHandling
        policies:
          floor: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, requirePositiveResponse: true, networkAccess: true}}
        """,
    ]

    private let memory = TestLibrary()
    private let api: APIFixture
    private let bound: APIFixture
    private let leaf: TestCertificate

    init() throws {
        let adjust = { [memory] (context: inout APIContext) in context.evaluations.library = memory }
        let sizes = CacheSizes(verdicts: 16)
        api = try APIFixture(documents: Self.documents, caches: sizes, network: true, adjust: adjust)
        bound = try APIFixture(
            documents: Self.documents,
            caches: sizes,
            like: api,
            floors: "floors",
            network: true,
            adjust: adjust
        )
        leaf = try api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.extensions.set(.authorityInformationAccess(ocsp: ["http://ocsp.example/"]))
        }
        let response = try api.issuing.ocspResponse(for: leaf)
        let read = try OpenSSLEvidenceReader().ocspResponse(in: response.der, limits: EvidenceLimits())
        memory.response.withLock { $0 = read }
    }

    private var lookups: Int { memory.lookups.load(ordering: .relaxed) }
    private var waits: Int { memory.waits.load(ordering: .relaxed) }

    private func members(_ policy: Any) -> [String: Any] {
        ["chain": leaf.pem + api.issuing.certificate.pem, "host": "api.example.com", "policy": policy]
    }

    private func source(_ answer: Answer) -> String? {
        let notice = answer.reasons.first { $0["code"] as? String == "notice.revocation" }
        return (notice?["facts"] as? [String: Any])?["source"] as? String
    }

    @Test func `is final in the first round`() throws {
        let answer = try api.evaluate(members("net/network"))
        #expect(answer.trusted == true, "\(answer.text)")
        #expect(source(answer) == "cache")
        #expect((lookups, waits) == (1, 0))
    }

    @Test func `is cached for a minute, so that an evaluation can refresh the evidence`() throws {
        for seconds: Int64 in [0, 1, 59] {
            api.clock.now = APIFixture.now.adding(seconds: seconds)
            #expect(try api.evaluate(members("net/network")).trusted == true)
        }
        #expect(lookups == 1)
        api.clock.now = APIFixture.now.adding(seconds: 60)
        memory.response.withLock { $0 = nil }
        let answer = try api.evaluate(members("net/network"))
        #expect(answer.errorCodes == ["revocation.unavailable"])
        #expect(waits == 1)
    }

    @Test func `is cached until its end if its evidence is fetched again without an evaluation`() throws {
        memory.isFollowed.store(true, ordering: .relaxed)
        let end = try #require(try api.evaluate(members("net/network")).object["validUntil"] as? String)
        let last = try #require(Instant(rfc3339: end))
        for time in [APIFixture.now.adding(seconds: 61), last] {
            api.clock.now = time
            #expect(try api.evaluate(members("net/network")).trusted == true)
        }
        #expect(lookups == 1)
        memory.response.withLock { $0 = nil }
        api.clock.now = last.adding(seconds: 1)
        #expect(try api.evaluate(members("net/network")).trusted == false)
    }

    @Test func `is not repeated after anything was learned, not even in the same second`() throws {
        #expect(try api.evaluate(members("net/network")).trusted == true)
        let gone = TestOCSPCertificateStatus.revoked(at: .reference.adding(days: -1), reason: .keyCompromise)
        let response = try api.issuing.ocspResponse(for: leaf, status: gone)
        let read = try OpenSSLEvidenceReader().ocspResponse(in: response.der, limits: EvidenceLimits())
        memory.response.withLock { $0 = read }
        memory.changes.add(1, ordering: .relaxed)
        for _ in 0..<2 {
            #expect(try api.evaluate(members("net/network")).errorCodes == ["revocation.revoked"])
        }
        #expect(lookups == 2)
    }

    @Test func `without stored evidence is cached beyond the second, until anything is learned`() throws {
        memory.response.withLock { $0 = nil }
        for seconds in Int64(0)..<3 {
            api.clock.now = APIFixture.now.adding(seconds: seconds)
            #expect(try api.evaluate(members("net/lenient")).trusted == true)
        }
        #expect(memory.revocationLookups.load(ordering: .relaxed) == 1)
        let gone = TestOCSPCertificateStatus.revoked(at: .reference.adding(days: -1), reason: .keyCompromise)
        let response = try api.issuing.ocspResponse(for: leaf, status: gone)
        let read = try OpenSSLEvidenceReader().ocspResponse(in: response.der, limits: EvidenceLimits())
        memory.response.withLock { $0 = read }
        memory.changes.add(1, ordering: .relaxed)
        #expect(try api.evaluate(members("net/lenient")).errorCodes == ["revocation.revoked"])
    }

    @Test func `of a policy that may not fetch does not depend on the memory`() throws {
        #expect(try api.evaluate(members("net/local")).errorCodes == ["revocation.unavailable"])
        let revocation: [String: Any] = ["scope": "leaf", "requirePositiveResponse": true]
        let inline: [String: Any] = [
            "evaluator": "default", "anchors": [api.root.certificate.pem], "revocation": revocation,
        ]
        #expect(try api.evaluate(members(inline)).errorCodes == ["revocation.unavailable"])
        let asking = inline.merging(["revocation": revocation.merging(["networkAccess": true]) { $1 }]) { $1 }
        #expect(try api.evaluate(members(asking)).code == "invalidPolicy")
        #expect((lookups, waits) == (0, 0))
    }

    @Test func `lets evidence be fetched again only if it was used, and never for a forged chain`() throws {
        var forged = members("net/network")
        let other = try TestAuthority.root("Other").issueAuthority("Issuing")
        let copy = try other.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.extensions.set(.authorityInformationAccess(ocsp: ["http://ocsp.example/"]))
        }
        forged["chain"] = copy.pem + api.issuing.certificate.pem
        #expect(try api.evaluate(forged).trusted == false)
        #expect(try api.evaluate(members("net/local")).trusted == false)
        #expect(memory.refreshed.withLock { $0.isEmpty })
        #expect(try api.evaluate(members("net/network")).trusted == true)
        #expect(memory.refreshed.withLock { $0.map(\.method) } == [.ocsp])
    }

    @Test func `denies by a revocation about certificates with more issuers than were foreseen`() throws {
        let gone = TestOCSPCertificateStatus.revoked(at: .reference.adding(days: -1), reason: .keyCompromise)
        let response = try api.issuing.ocspResponse(for: leaf, status: gone)
        let read = try OpenSSLEvidenceReader().ocspResponse(in: response.der, limits: EvidenceLimits())
        memory.response.withLock { $0 = read }
        let namesakes = try (0..<40).map { _ in
            try api.root.issueAuthority("API Test Issuing", key: .shared(.ecdsaP256, "api issuing"))
        }
        let certificates = [leaf] + namesakes.map(\.certificate)
        for policy in ["net/lenient", "net/network"] {
            var members = members(policy)
            members["chain"] = certificates.map(\.pem).joined()
            let answer = try api.evaluate(members)
            #expect(answer.errorCodes.contains("revocation.revoked"), "\(answer.text)")
        }
        #expect(waits == 0)
    }

    @Test func `is limited by a floor with stored evidence`() throws {
        for policy in ["net/plain", "net/network"] {
            let answer = try bound.evaluate(members(policy))
            #expect(answer.trusted == true, "\(answer.text)")
        }
        #expect(waits == 0)
        // Each floor asks once: it uses what its policy found.
        #expect(lookups == 2)
        #expect(try bound.evaluate(members("net/local")).errorCodes == ["revocation.unavailable"])
        memory.response.withLock { $0 = nil }
        bound.clock.now = APIFixture.now.adding(seconds: 60)
        #expect(try bound.evaluate(members("net/plain")).trusted == false)
        #expect(waits == 1)
    }

    @Test func `of the items of a batch is final in the first round`() throws {
        let items = try ["a", "b"].map { nonce in
            try APIFixture.json(members("net/network").merging(["nonce": nonce]) { $1 })
        }
        let text = api.post("/v1/evaluations/batch", "[\(items.joined(separator: ","))]").text
        let verdicts = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(verdicts.map { $0["nonce"] as? String } == ["a", "b"])
        #expect(verdicts.allSatisfy { ($0["verdict"] as? [String: Any] ?? $0)["trusted"] as? Bool == true }, "\(text)")
        #expect(waits == 0)
    }
}
