import Foundation
import Testing
import TrustTestSupport

/// Tests of Alamofire's revocation mechanisms, the validation before them, and the responses that they accept.
@Suite struct `Alamofire's revocation mechanisms` {
    private let pki: CompatibilityPKI

    init() throws {
        pki = try CompatibilityPKI()
    }

    private func expired() throws -> TestCertificate {
        try pki.api.issuing.issueLeaf("api.example.com") {
            $0.notBefore = .reference.adding(days: -90)
            $0.notAfter = .reference.adding(days: -1)
        }
    }

    private func answer(
        _ leaf: TestCertificate,
        _ policy: [String: Any],
        status: TestOCSPCertificateStatus? = nil
    ) throws -> Answer {
        var request: [String: Any] = [
            "chain": [leaf.pem, pki.api.issuing.certificate.pem], "host": "api.example.com",
            "policy": policy.merging(["evaluator": "revocation"]) { $1 },
        ]
        if let status {
            request["ocsp"] = Data(try pki.api.issuing.ocspResponse(for: leaf, status: status).der)
                .base64EncodedString()
        }
        return try pki.api.evaluate(request)
    }

    private static let compatibilities = ["alamofire4", "alamofire5"]

    @Test(arguments: compatibilities)
    func `accept a chain without evidence, unless it is required`(compatibility: String) throws {
        let leaf = pki.api.leaf
        #expect(try answer(leaf, ["compatibility": compatibility]).trusted == true)
        let required = try answer(
            leaf,
            ["compatibility": compatibility, "options": ["any", "requirePositiveResponse"]]
        )
        #expect(required.reasonCodes.first == "revocation.unavailable")
        #expect(required.trusted == false)
    }

    @Test(arguments: compatibilities)
    func `reject a revoked certificate with every method`(compatibility: String) throws {
        let revoked = TestOCSPCertificateStatus.revoked(at: .reference.adding(days: -2), reason: .keyCompromise)
        for options in [["any"], ["ocsp"], ["crl"], ["ocsp", "crl", "preferCRL", "networkAccessDisabled"]] {
            let policy: [String: Any] = ["compatibility": compatibility, "options": options]
            #expect(try answer(pki.api.leaf, policy, status: revoked).reasonCodes.first == "revocation.revoked")
        }
    }

    @Test(arguments: compatibilities)
    func `accept an unknown certificate without requirePositiveResponse`(compatibility: String) throws {
        let answer = try answer(pki.api.leaf, ["compatibility": compatibility], status: .unknown)
        #expect(answer.trusted == true)
        #expect(answer.reasonCodes.contains("revocation.unknown"))
    }

    @Test func `evaluate the SSL policy and revocation together in Alamofire 4`() throws {
        for validateHost in [true, false] {
            let policy: [String: Any] = ["compatibility": "alamofire4", "validateHost": validateHost]
            #expect(try answer(expired(), policy, status: .good).reasonCodes.first == "time.expired")
        }
        let other = try pki.api.issuing.issueLeaf("other.example.com")
        #expect(try answer(other, ["compatibility": "alamofire4"]).reasonCodes.first == "host.mismatch")
        let ignoring = try answer(other, ["compatibility": "alamofire4", "validateHost": false])
        #expect(ignoring.trusted == true)
        #expect(ignoring.reasonCodes.contains("hazard.hostIgnored"))
    }

    @Test(arguments: [(true, true, false), (true, false, false), (false, true, false), (false, false, true)])
    func `perform the requested validation before revocation in Alamofire 5`(
        performDefaultValidation: Bool,
        validateHost: Bool,
        isTrusted: Bool
    ) throws {
        let policy: [String: Any] = [
            "compatibility": "alamofire5", "performDefaultValidation": performDefaultValidation,
            "validateHost": validateHost,
        ]
        let good = try answer(expired(), policy, status: .good)
        #expect(good.trusted == isTrusted)
        #expect(good.reasonCodes.contains("time.expired"))
        #expect(try answer(pki.api.leaf, policy, status: .good).trusted == true)
        let revoked = TestOCSPCertificateStatus.revoked(at: .reference.adding(days: -2), reason: .superseded)
        #expect(try answer(pki.api.leaf, policy, status: revoked).trusted == false)
    }

    @Test func `require a path to a trust anchor for revocation alone in Alamofire 5`() throws {
        let stranger = try TestAuthority.root("Stranger", key: .shared(.ecdsaP256, "stranger"))
        let leaf = try stranger.issueLeaf("api.example.com")
        let policy: [String: Any] = [
            "compatibility": "alamofire5", "performDefaultValidation": false, "validateHost": false,
        ]
        let answer = try answer(leaf, policy)
        #expect(answer.trusted == false)
        #expect(answer.reasonCodes.first == "chain.issuerNotFound")
    }

    @Test(arguments: [["preferCRL"], ["requirePositiveResponse"], ["OCSP"]])
    func `reject options without a method or with other names`(options: [String]) throws {
        let answer = try answer(pki.api.leaf, ["compatibility": "alamofire5", "options": options])
        #expect(answer.code == "invalidPolicy")
    }
}
