import Foundation
import Testing
import TrustModel
import TrustTestSupport

@testable import TrustAPI

/// Certificates for servers that clients present, since public CAs issue none for clients any more.
@Suite struct `A certificate for servers of a client` {
    private static let documents = [
        "edge.yaml": """
        otherwise: plain
        policies:
          plain: {evaluator: default, anchors: [ROOT], purpose: clientAuth, \(clients)}
          exempt:
            evaluator: default
            anchors: [ROOT]
            purpose: clientAuth
            clientPurpose: {serverAuthUntil: 2026-01-10}
            \(clients)
          any: {evaluator: composite, anyOf: [exempt, plain]}
          later:
            evaluator: default
            anchors: [ROOT]
            purpose: clientAuth
            clientPurpose: {serverAuthUntil: 2026-01-12}
            \(clients)
          either: {evaluator: composite, anyOf: [exempt, later]}
          nested: {evaluator: composite, anyOf: [plain, either]}
        """
    ]
    private static let clients = "allowedClients: {dnsNames: [batch.example.com]}"
    /// The last second of 2026-01-10.
    private static let end = Instant(secondsSince1970: 1_768_089_599)
    private let api: APIFixture

    init() throws {
        let caches = CacheSizes(verdicts: 10, certificates: 10, signatures: 10)
        api = try APIFixture(documents: Self.documents, caches: caches)
    }

    /// Returns a leaf and its issuer, both only for servers.
    private func chain(
        _ name: String = "batch.example.com",
        purposes: [TestObjectIdentifier] = [.serverAuthentication]
    )
        throws -> String
    {
        let issuing = try api.root.issueAuthority("Public Issuing") { $0.extendedKeyUsages = [.serverAuthentication] }
        return try issuing.issueLeaf(name) { $0.extendedKeyUsages = purposes }.pem + issuing.certificate.pem
    }

    private func answer(_ policy: String, _ chain: String, _ members: [String: Any] = [:]) throws -> Answer {
        try api.evaluate(["chain": chain, "policy": policy].merging(members) { $1 })
    }

    @Test func `is refused in plain words, with a private CA as the remedy`() throws {
        let refused = try answer("edge/plain", chain())
        #expect(refused.errorCodes == ["usage.extendedKeyUsage", "usage.extendedKeyUsage"])
        #expect(refused.text.contains("is a certificate for servers, not for clients"))
        #expect(refused.text.contains("from a private CA"))
    }

    @Test func `is accepted until the day ends by the machine's clock, with a warning, whatever the request's time`()
        throws
    {
        for policy in ["edge/exempt", "edge/any"] {
            let accepted = try answer(policy, chain())
            #expect(accepted.trusted == true, "\(accepted.text)")
            #expect(accepted.reasonCodes.contains("usage.extendedKeyUsage"))
            #expect((accepted.object["principal"] as? [String: String])?["value"] == "batch.example.com")
        }
        // A request can not go back to the time of the exemption.
        api.clock.now = Self.end
        #expect(try answer("edge/exempt", chain()).trusted == true)
        let cached = try chain()
        let early: [String: Any] = ["at": "2026-01-02T00:00:00Z"]
        #expect(try answer("edge/exempt", cached, early).trusted == true)
        api.clock.now = Self.end.adding(seconds: 1)
        #expect(try answer("edge/exempt", cached, early).trusted == false)
        let late = try answer("edge/exempt", chain())
        #expect(late.trusted == false && late.errorCodes.contains("usage.extendedKeyUsage"))
    }

    @Test func `is not accepted from memory after the end of any member of a composite`() throws {
        let afterFirst = Self.end.adding(seconds: 1)
        let last = Self.end.adding(seconds: 2 * 86_400)
        for policy in ["edge/later", "edge/either", "edge/nested"] {
            let chain = try chain()
            api.clock.now = afterFirst
            let accepted = try answer(policy, chain)
            #expect(accepted.trusted == true, "\(accepted.text)")
            #expect(accepted.object["validUntil"] as? String == "\(last)")
            api.clock.now = last
            #expect(try answer(policy, chain).trusted == true)
            api.clock.now = last.adding(seconds: 1)
            #expect(try answer(policy, chain).trusted == false, "\(policy)")
        }
    }

    @Test func `must have an allowed name, a valid path and no other purpose`() throws {
        #expect(try answer("edge/exempt", chain("other.example.com")).errorCodes == ["policy.clientNotAllowed"])
        #expect(try answer("edge/exempt", chain(purposes: [.codeSigning])).errorCodes == ["usage.extendedKeyUsage"])
        let stranger = try TestAuthority.root("Stranger").issueLeaf("batch.example.com")
        #expect(try answer("edge/exempt", stranger.pem).errorCodes == ["chain.issuerNotFound"])
    }

    @Test(arguments: [
        ("purpose: serverAuth, \(clients)", "requires `purpose: clientAuth`"),
        ("purpose: any, validateHost: false, \(clients)", "requires `purpose: clientAuth`"),
        ("purpose: clientAuth", "requires `allowedClients`"),
    ])
    func `can be accepted only from listed clients`(keys: String, expected: String) {
        let policy = "{evaluator: default, clientPurpose: {serverAuthUntil: 2026-01-10}, anchors: [ROOT], \(keys)}"
        do {
            try api.write("policies: {p: \(policy)}", to: "refused.yaml")
            Issue.record("the policy was loaded")
        } catch {
            #expect("\(error)".contains(expected), "\(error)")
        }
    }

    @Test func `is accepted neither by inline policies nor by floors`() throws {
        let inline: [String: Any] = [
            "evaluator": "default", "purpose": "clientAuth", "clientPurpose": ["serverAuthUntil": "2026-01-10"],
            "allowedClients": ["dnsNames": ["batch.example.com"]],
        ]
        let refused = try api.evaluate(["chain": try chain(), "policy": inline])
        #expect(refused.status == 400 && refused.pointers == ["/policy/clientPurpose"])
        #expect(throws: (any Error).self) { try APIFixture(documents: Self.documents, floors: "edge") }
    }
}
