import Foundation
import Testing
import TrustTestSupport

/// The expectations depend on the OpenSSL at run time: 3.5 verifies the signatures, and 3.0 lacks the algorithms.
@Suite struct `Certificates with post-quantum signatures` {
    private let api: APIFixture

    init() throws {
        api = try APIFixture()
    }

    @Test(arguments: PostQuantumFiles.algorithms, ["leaf.pem", "mixed.pem"])
    func `are trusted, or the missing algorithm is named (RFC 9881, RFC 9909)`(
        algorithm: String,
        leaf: String
    ) throws {
        let files = PostQuantumFiles(algorithm: algorithm)
        let answer = try api.evaluate(try files.request(files.text(leaf)))
        guard try !files.isAvailable else {
            #expect(answer.trusted == true && answer.errorCodes == [], "\(answer.text)")
            return
        }
        try expectMissingAlgorithm(answer, algorithm)
    }

    private func expectMissingAlgorithm(_ answer: Answer, _ algorithm: String) throws {
        #expect(answer.trusted == false)
        #expect(answer.errorCodes == ["crypto.algorithm"], "\(answer.text)")
        let message = try #require(answer.reasons.first?["message"] as? String)
        #expect(message.contains("the cryptographic library, OpenSSL "))
        #expect(message.contains("lacks the algorithm \(algorithm) (2.16.840.1.101.3.4.3."))
        #expect(
            (answer.reasons.first?["remedy"] as? String)?.hasPrefix("Run anchord with OpenSSL 3.5 or later") == true
        )
    }

    @Test(arguments: PostQuantumFiles.algorithms)
    func `are rejected with a spoiled signature`(algorithm: String) throws {
        let files = PostQuantumFiles(algorithm: algorithm)
        for distance in [1, 1200, 2400] {
            var der = try files.der("mixed.pem")
            der[der.count - distance] ^= 1
            let answer = try api.evaluate(try files.request([Data(der).base64EncodedString()]))
            #expect(answer.trusted == false)
            let code = try files.isAvailable ? "chain.signatureInvalid" : "crypto.algorithm"
            #expect(answer.errorCodes == [code], "\(answer.text)")
        }
    }

    @Test(arguments: PostQuantumFiles.algorithms)
    func `are revoked by a CRL, and covered by an OCSP response`(algorithm: String) throws {
        let files = PostQuantumFiles(algorithm: algorithm)
        let isAvailable = try files.isAvailable
        for (leaf, member, evidence, code) in [
            ("leaf.pem", "crls", [try files.text("root.crl")] as Any, nil),
            ("mixed.pem", "crls", [try files.text("root.crl")], "revocation.revoked"),
            ("leaf.pem", "ocsp", try files.base64("leaf.ocsp"), nil),
        ] as [(String, String, Any, String?)] {
            let policy = [
                "revocation": ["methods": ["ocsp", "crl"], "requirePositiveResponse": true] as [String: Any]
            ]
            var request = try files.request(files.text(leaf), policy: policy)
            request[member] = evidence
            let answer = try api.evaluate(request)
            if isAvailable {
                #expect(answer.errorCodes == [code].compactMap(\.self), "\(answer.text)")
                #expect(answer.trusted == (code == nil))
            } else {
                #expect(answer.trusted == false)
                #expect(answer.text.contains("is signed with \(algorithm), which the cryptographic library, OpenSSL "))
            }
        }
    }

    @Test(arguments: PostQuantumFiles.algorithms)
    func `match pins and constraints by the names of the standards`(algorithm: String) throws {
        let files = PostQuantumFiles(algorithm: algorithm)
        let facts = api.post("/v1/certificates", try APIFixture.json(["chain": files.text("leaf.pem")]))
        let certificate = try #require((facts.object["certificates"] as? [[String: Any]])?.first)
        #expect((certificate["publicKey"] as? [String: Any])?["kind"] as? String == algorithm)
        let pin = try #require(certificate["spkiSha256"] as? String)
        let pinned =
            ["evaluator": "pinPublicKeys", "pins": [pin], "validateCertificateChain": false, "requireBackupPin": false]
            as [String: Any]
        let match = try api.evaluate(try files.request(files.text("leaf.pem"), policy: pinned))
        #expect(match.object["matchedPin"] as? String == pin, "\(match.text)")
        for (types, isMet) in [
            ([algorithm], true), (["ec", "ML-DSA-44", "SLH-DSA-SHAKE-256f"], algorithm == "ML-DSA-44"),
        ] {
            let constraints = [
                "leaf": ["key": ["types": types], "signatureAlgorithms": [algorithm]] as [String: Any]
            ]
            let answer = try api.evaluate(
                try files.request(files.text("leaf.pem"), policy: ["constraints": constraints])
            )
            #expect(answer.errorCodes.contains("policy.constraintViolated") == !isMet, "\(answer.text)")
        }
    }
}
