import Foundation
import Testing
import TrustTestSupport

/// Tests with revoked leaves that are trusted without their issuer: pinned, or trust anchors themselves.
@Suite struct `A revoked leaf that is itself trusted by the policy` {
    private let requests: InlineRequests
    /// A CA without a path to a trust anchor.
    private let issuer: TestAuthority
    private let leaf: TestCertificate

    init() throws {
        requests = try InlineRequests()
        issuer = try TestAuthority.root("Private Root").issueAuthority("Private Issuing")
        leaf = try issuer.issueLeaf("api.example.com")
    }

    private var chain: String { leaf.pem + issuer.certificate.pem }

    private var list: String {
        get throws { try issuer.revocationList(revoking: [leaf]).pem }
    }

    private func policy(_ evaluator: String, _ members: [String: Any] = [:]) -> [String: Any] {
        ["evaluator": evaluator].merging(members) { $1 }
    }

    /// Certificate pins of the leaf, which make it a trust anchor if the policy has no anchors.
    private var pinned: [String: Any] { ["pins": [leaf.pem], "requireBackupPin": false] }

    /// The policies with the leaf as a trust anchor.
    private var policies: [[String: Any]] {
        [
            policy("pinCertificates", pinned),
            policy("pinCertificates", pinned.merging(["validateCertificateChain": false]) { $1 }),
            policy("default", ["anchors": [leaf.pem]]),
            policy("revocation", ["anchors": [leaf.pem], "revocation": ["requirePositiveResponse": true]]),
            policy(
                "securityPolicy",
                [
                    "sslPinningMode": "certificate", "pinnedCertificates": [leaf.pem],
                    "allowInvalidCertificates": true,
                ]
            ),
        ]
    }

    private func evaluate(_ policy: [String: Any], _ members: [String: Any]) throws -> Answer {
        try requests.evaluate(policy, ["chain": chain].merging(members) { $1 })
    }

    /// Returns the messages of all reasons with a code.
    private func messages(_ code: String, _ answer: Answer) -> [String] {
        answer.reasons.filter { $0["code"] as? String == code }.compactMap { $0["message"] as? String }
    }

    private func codes(_ severity: String, _ answer: Answer) -> [String] {
        answer.reasons.filter { $0["severity"] as? String == severity }.compactMap { $0["code"] as? String }
    }

    @Test func `is rejected by a CRL or OCSP response of its CA, and by a delegated responder`() throws {
        let responder = try issuer.issueResponder()
        let evidence: [[String: Any]] = [
            ["crls": try list],
            ["ocsp": TestPEM.base64(try issuer.ocspResponse(for: leaf, status: .revoked(at: .reference)).der)],
            [
                "ocsp": TestPEM.base64(
                    try issuer.ocspResponse(for: leaf, status: .revoked(at: .reference), responder: responder).der
                )
            ],
        ]
        for policy in policies {
            #expect(try evaluate(policy, [:]).trusted == true, "\(policy)")
            for evidence in evidence {
                let answer = try evaluate(policy, evidence)
                #expect(answer.trusted == false, "\(policy) \(evidence.keys)")
                #expect(codes("error", answer).contains("revocation.revoked"), "\(answer.text)")
                #expect(messages("revocation.responseInvalid", answer).isEmpty, "\(answer.text)")
            }
        }
    }

    @Test func `is rejected if its CA is only an intermediate of the policy, and by a CRL of the policy`() throws {
        var own = policy("pinCertificates", pinned)
        own["intermediates"] = [issuer.certificate.pem]
        #expect(try evaluate(own, ["chain": leaf.pem, "crls": try list]).trusted == false)
        own["revocation"] = ["crls": [try list]]
        let answer = try evaluate(own, ["chain": leaf.pem])
        #expect(answer.trusted == false)
        #expect(codes("error", answer).contains("revocation.revoked"), "\(answer.text)")
    }

    @Test func `is not revoked by a CA with the same name and another key`() throws {
        let namesake = try TestAuthority.root("Other Root").issueAuthority("Private Issuing")
        let forged = try namesake.revocationList { list in
            list.revoke(leaf)
            list.authorityKeyIdentifier = issuer.template.subjectKeyIdentifier
        }
        let response = try namesake.ocspResponse(for: leaf, status: .revoked(at: .reference))
        let chains = [
            leaf.pem + namesake.certificate.pem, leaf.pem + namesake.certificate.pem + issuer.certificate.pem,
        ]
        for policy in policies {
            for chain in chains {
                for evidence in [["crls": forged.pem], ["ocsp": TestPEM.base64(response.der)]] {
                    let answer = try evaluate(policy, ["chain": chain].merging(evidence) { $1 })
                    #expect(answer.trusted == true, "\(answer.text)")
                    #expect(!answer.reasonCodes.contains("revocation.revoked"), "\(answer.text)")
                    #expect(answer.reasonCodes.contains("revocation.responseInvalid"), "\(answer.text)")
                }
            }
        }
    }

    @Test func `is not revoked by another certificate of its CA, nor by itself if self-signed`() throws {
        let sibling = try issuer.issueAuthority("Private Issuing") { $0.keyUsage = [.crlSign] }
        let siblings = try sibling.revocationList(revoking: [leaf]).pem
        let answer = try evaluate(
            policy("pinCertificates", pinned),
            ["chain": chain + sibling.certificate.pem, "crls": siblings]
        )
        #expect(answer.trusted == true, "\(answer.text)")
        let own = try TestAuthority.root("Own") { $0.subjectAlternativeNames = [.dns("api.example.com")] }
        let selfSigned = try evaluate(
            policy("default", ["anchors": [own.certificate.pem], "profile": "rfc5280"]),
            ["chain": own.certificate.pem, "crls": try own.revocationList(revoking: [own.certificate]).pem]
        )
        #expect(selfSigned.trusted == true, "\(selfSigned.text)")
        #expect(!selfSigned.reasonCodes.contains("revocation.revoked"))
    }

    @Test func `is rejected although the chain has a variant of the CA without the right to sign CRLs`()
        throws
    {
        let stranger = try TestAuthority.root("Stranger")
        let crippled = try issuer.crossSigned(by: stranger) { $0.keyUsage = [.keyCertSign] }
        for validates in [true, false] {
            var own = policy("pinCertificates", pinned)
            own["validateCertificateChain"] = validates
            let whole = leaf.pem + crippled.pem + issuer.certificate.pem
            let answer = try evaluate(own, ["chain": whole, "crls": try list])
            #expect(answer.trusted == false, "\(answer.text)")
        }
        var keys = requests.pinning(
            ["sha256/" + TestPEM.base64(try leaf.keyPin())],
            ["requireBackupPin": false, "validateCertificateChain": false]
        )
        keys["intermediates"] = [issuer.certificate.pem]
        let answer = try evaluate(keys, ["chain": leaf.pem + crippled.pem, "crls": try list])
        #expect(answer.trusted == false, "\(answer.text)")
        #expect(codes("error", answer) == ["revocation.revoked"])
    }

    @Test func `is accepted with a warning if its CA is missing`() throws {
        let answer = try evaluate(policy("pinCertificates", pinned), ["chain": leaf.pem, "crls": try list])
        #expect(answer.trusted == true)
        #expect(
            messages("revocation.responseInvalid", answer) == [
                "The CRL issued by CN=Private Issuing (CRL number 1) cannot be checked: no available certificate "
                    + "has the key that signed "
                    + "CN=api.example.com."
            ]
        )
    }

    @Test func `is reported as good by evidence of its CA, which no policy requires`() throws {
        let answer = try evaluate(
            policy("revocation", ["anchors": [leaf.pem]]),
            ["crls": try issuer.revocationList().pem]
        )
        #expect(answer.trusted == true)
        #expect(answer.reasonCodes.contains("notice.revocation"), "\(answer.text)")
    }

    @Test func `is accepted with a warning by compatibility modes, which do not check trust anchors`() throws {
        let settings: [[String: Any]] = [
            policy("pinCertificates", ["compatibility": "alamofire4", "pins": [leaf.pem]]),
            policy(
                "pinCertificates",
                ["compatibility": "alamofire5", "pins": [leaf.pem], "acceptSelfSignedCertificates": true]
            ),
            policy(
                "securityPolicy",
                [
                    "compatibility": "afnetworking", "sslPinningMode": "certificate", "pinnedCertificates": [leaf.pem],
                    "allowInvalidCertificates": true,
                ]
            ),
        ]
        for policy in settings {
            let answer = try evaluate(policy, ["crls": try list])
            #expect(answer.trusted == true, "\(answer.text)")
            #expect(codes("warning", answer).contains("revocation.revoked"), "\(answer.text)")
        }
    }

    @Test func `is rejected by securityPolicy with invalid certificates allowed, except for AFNetworking`() throws {
        var own = policy(
            "securityPolicy",
            ["sslPinningMode": "publicKey", "pinnedCertificates": [leaf.pem], "allowInvalidCertificates": true]
        )
        #expect(try evaluate(own, [:]).trusted == true)
        let refused = try evaluate(own, ["crls": try list])
        #expect(refused.trusted == false)
        #expect(codes("error", refused) == ["revocation.revoked"])
        own["compatibility"] = "afnetworking"
        let accepted = try evaluate(own, ["crls": try list])
        #expect(accepted.trusted == true, "\(accepted.text)")
        #expect(codes("warning", accepted).contains("revocation.revoked"))
    }
}
