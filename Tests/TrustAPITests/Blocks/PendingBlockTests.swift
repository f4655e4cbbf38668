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

/// Blocks that are added while requests are in progress.
@Suite struct `Blocks of requests in progress` {
    private static let documents = [
        "own.yaml": """
        policies:
          network: {evaluator: default, anchors: [ROOT], revocation: {scope: leaf, networkAccess: true}}
          disabled: {evaluator: disabled}
        """
    ]
    private let library = TestLibrary()
    private let api: APIFixture
    private let chain: String
    private let list: String

    init() throws {
        let library = library
        api = try APIFixture(
            documents: Self.documents,
            caches: CacheSizes(verdicts: 100, certificates: 100, signatures: 100),
            network: true,
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
        let facts = try api.context.certificates.certificates(in: leaf.der, limits: api.context.limits)[0].facts
        list = """
            - {id: stolen, match: {spkiSha256: ["\(facts.publicKeyFingerprint.pin)"]}, reason: Stolen.}
            """
    }

    private func members(_ policy: String) -> [String: Any] {
        ["chain": chain, "host": "api.example.com", "policy": "own/\(policy)"]
    }

    /// Adds the block while the next request waits for evidence.
    private func blockDuringWait() {
        let block = api.blocking(list)
        library.isRemembered.store(false, ordering: .relaxed)
        library.duringWait.withLock {
            $0 = {
                do { try block() } catch { Issue.record(error) }
            }
        }
    }

    @Test(arguments: ["application/json", "text/plain"])
    func `deny a request that was waiting`(accept: String) throws {
        #expect(try api.evaluate(members("network")).object["action"] as? String == "allow")
        blockDuringWait()
        // Another time is another question, so that no remembered verdict is found.
        let body = try APIFixture.json(members("network").merging(["at": "\(APIFixture.now)"]) { $1 })
        let waits = library.waits.load(ordering: .relaxed)
        for _ in 1...2 {
            let answer = api.post("/v1/evaluations", body, headers: [("Accept", accept)])
            #expect(answer.text.contains("policy.blocked") && answer.text.contains("deny"), "\(answer.text)")
        }
        #expect(library.waits.load(ordering: .relaxed) == waits + 1, "the second verdict is remembered")
        #expect(try api.evaluate(members("network")).errorCodes == ["policy.blocked"])
    }

    @Test func `deny a challenge that was waiting`() throws {
        blockDuringWait()
        let challenge = members("network").merging(["authenticationMethod": "serverTrust"]) { $1 }
        let answer = api.post("/v1/challenges", try APIFixture.json(challenge))
        #expect(answer.object["disposition"] as? String == "cancelAuthenticationChallenge", "\(answer.text)")
        #expect(library.waits.load(ordering: .relaxed) == 1)
    }

    @Test func `deny the items of an array that began before`() throws {
        let (first, last) = (try APIFixture.json(members("network")), try APIFixture.json(members("disabled")))
        #expect(try api.evaluate(members("disabled")).object["action"] as? String == "allow")
        blockDuringWait()
        let batch = api.post("/v1/evaluations/batch", "[\(first), \(last)]")
        let answers = try #require(
            try JSONSerialization.jsonObject(with: Data(batch.response.body)) as? [[String: Any]]
        )
        #expect(answers.map { $0["action"] as? String } == ["deny", "deny"], "\(batch.text)")
    }

    @Test func `let a snapshot keep its policies`() throws {
        let earlier = api.store.snapshot
        #expect(api.store.current(earlier) === earlier)
        try api.write("policies: {own: {evaluator: disabled}}", to: "new.yaml")
        #expect(api.store.current(earlier) === earlier, "only blocks replace a snapshot")
        try api.block(list)
        let current = api.store.current(earlier)
        #expect(current !== earlier && current.serial != earlier.serial)
        #expect(current.blocks === api.store.snapshot.blocks && current.policySet(named: "new") == nil)
        #expect(current.revision == earlier.revision && api.store.current(current) === current)
    }
}
