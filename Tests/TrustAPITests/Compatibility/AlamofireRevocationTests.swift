import Foundation
import Testing
import TrustTestSupport

/// Alamofire's revocation mechanisms: what they validate besides, and what counts as an answer.
@Suite struct `Alamofire decides on revocation` {
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
    func `without an answer a chain passes, unless one is required`(compatibility: String) throws {
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
    func `a revoked certificate is refused, whatever method is asked for`(compatibility: String) throws {
        let revoked = TestOCSPCertificateStatus.revoked(at: .reference.adding(days: -2), reason: .keyCompromise)
        for options in [["any"], ["ocsp"], ["crl"], ["ocsp", "crl", "preferCRL", "networkAccessDisabled"]] {
            let policy: [String: Any] = ["compatibility": compatibility, "options": options]
            #expect(try answer(pki.api.leaf, policy, status: revoked).reasonCodes.first == "revocation.revoked")
        }
    }

    @Test(arguments: compatibilities)
    func `an unknown certificate passes best effort`(compatibility: String) throws {
        let answer = try answer(pki.api.leaf, ["compatibility": compatibility], status: .unknown)
        #expect(answer.trusted == true)
        #expect(answer.reasonCodes.contains("revocation.unknown"))
    }

    @Test func `Alamofire 4 asks the SSL policy and revocation in one evaluation`() throws {
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
    func `Alamofire 5 validates what it is asked to before it looks at revocation`(
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

    @Test func `Alamofire 5 needs a path to an anchor for revocation alone`() throws {
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
    func `options name a method, spelt as the library spells it`(options: [String]) throws {
        let answer = try answer(pki.api.leaf, ["compatibility": "alamofire5", "options": options])
        #expect(answer.code == "invalidPolicy")
    }
}
