import Foundation
import Testing
import TrustModel
import TrustTestSupport

/// Tests with evidence created by the `openssl` program.
@Suite struct `Revocation evidence` {
    private let authority: OpenSSLAuthority
    private let api: APIFixture

    init() throws {
        api = try APIFixture()
        authority = try OpenSSLAuthority()
        try authority.issue("leaf", extensions: "leaf")
    }

    /// The system time, which the program also uses.
    ///
    /// It is read after the evidence was created, so it is never earlier than the evidence.
    private var now: Instant { Instant(secondsSince1970: Int64(Date().timeIntervalSince1970)) }

    private func evaluate(
        _ evidence: [String: Any],
        required: Bool = false,
        seconds: Int64 = 0,
        revocation: [String: Any] = [:]
    ) throws -> Answer {
        var settings = revocation
        settings["requirePositiveResponse"] = required
        let policy: [String: Any] = [
            "evaluator": "revocation", "anchors": [try authority.pem("ca")], "revocation": settings,
        ]
        let question: [String: Any] = [
            "chain": try authority.pem("leaf"), "host": "api.example.com", "policy": policy,
            "at": now.adding(seconds: seconds).description,
        ]
        return try api.evaluate(question.merging(evidence) { $1 })
    }

    /// Returns the reason codes except the notice about the trust anchor.
    private func codes(_ evidence: [String: Any], seconds: Int64 = 0) throws -> [String] {
        try evaluate(evidence, seconds: seconds).reasonCodes.filter { $0 != "notice.anchor" }
    }

    private func fact(_ name: String, _ answer: Answer) -> String? {
        (answer.reasons.first?["facts"] as? [String: Any])?[name] as? String
    }

    @Test(arguments: ["-sha1", "-sha256", "-sha384", "-sha512"])
    func `a good response of the issuer is reported and satisfies requirePositiveResponse`(digest: String) throws {
        let answer = try evaluate(["ocsp": authority.response(about: "leaf", digest: digest)], required: true)
        #expect(answer.trusted == true)
        #expect(Set(answer.reasonCodes) == ["notice.anchor", "notice.revocation"])
        let until = try #require((answer.object["validUntil"] as? String).flatMap { Instant(rfc3339: $0) })
        #expect(until < now.adding(seconds: 3 * 86400))
    }

    @Test func `a revoked certificate is rejected with the reason and date`() throws {
        try authority.revoke("leaf", reason: "keyCompromise")
        let answer = try evaluate(["ocsp": [authority.response(about: "leaf")]])
        #expect(answer.reasonCodes == ["revocation.revoked"])
        #expect(answer.object["result"] as? String == "fatalTrustFailure")
        #expect(fact("reason", answer) == "keyCompromise")
        #expect(fact("method", answer) == "ocsp")
        let date = try #require(fact("revokedAt", answer).flatMap { Instant(rfc3339: $0) })
        #expect(abs(date.secondsSince1970 - now.secondsSince1970) < 600)
        let byList = try evaluate(["crls": authority.list()])
        #expect(byList.reasonCodes == ["revocation.revoked"])
        #expect(fact("reason", byList) == "keyCompromise")
        #expect(fact("method", byList) == "crl")
    }

    @Test func `a revoked certificate is rejected under a policy without revocation settings`() throws {
        try authority.revoke("leaf", reason: "superseded")
        let list = try authority.list()
        api.clock.now = now
        let answer = try api.evaluate([
            "chain": try authority.pem("leaf"), "host": "api.example.com", "crls": list,
            "policy": ["evaluator": "default", "anchors": [try authority.pem("ca")]],
        ])
        #expect(answer.reasonCodes == ["revocation.revoked"])
    }

    @Test func `an unknown certificate is a warning, or an error with requirePositiveResponse`()
        throws
    {
        try authority.clearDatabase()
        let response = try authority.response(about: "leaf")
        #expect(try codes(["ocsp": response]) == ["revocation.unknown"])
        #expect(try evaluate(["ocsp": response]).trusted == true)
        #expect(try evaluate(["ocsp": response], required: true).trusted == false)
    }

    @Test func `a response or CRL outside its validity period is stale`() throws {
        let evidence: [[String: Any]] = [
            ["ocsp": try authority.response(about: "leaf")], ["crls": try authority.list()],
        ]
        for evidence in evidence {
            #expect(try codes(evidence, seconds: 3 * 86400) == ["revocation.stale"])
            #expect(try evaluate(evidence, required: true, seconds: 3 * 86400).trusted == false)
            #expect(try codes(evidence, seconds: -3600).contains("revocation.stale"))
        }
    }

    @Test func `a delegated responder requires the purpose OCSP signing`() throws {
        try authority.issue("responder", extensions: "responder")
        try authority.issue("server", extensions: "leaf")
        #expect(try codes(["ocsp": authority.response(about: "leaf", by: "responder")]) == ["notice.revocation"])
        #expect(try codes(["ocsp": authority.response(about: "leaf", by: "server")]) == ["revocation.responseInvalid"])
    }

    @Test func `a response by an unauthorized responder is invalid`() throws {
        try authority.makeStranger("stranger")
        #expect(
            try codes(["ocsp": authority.response(about: "leaf", by: "stranger")]) == ["revocation.responseInvalid"]
        )
    }

    @Test func `a response for another certificate is not used`() throws {
        try authority.issue("other", extensions: "leaf")
        let answer = try evaluate(["ocsp": authority.response(about: "other")])
        #expect(Set(answer.reasonCodes) == ["notice.anchor", "revocation.responseInvalid", "revocation.unavailable"])
        #expect(try evaluate(["ocsp": authority.response(about: "other")], required: true).trusted == false)
    }

    @Test func `a responder error is reported as unavailable`() throws {
        let tryLater = Data([0x30, 3, 0x0A, 1, 3]).base64EncodedString()
        #expect(try codes(["ocsp": tryLater]) == ["revocation.unavailable", "revocation.unavailable"])
        #expect(try evaluate(["ocsp": tryLater], required: true).reasonCodes.first == "revocation.unavailable")
    }

    @Test func `a CRL without the certificate means good, as PEM and as base64 DER`() throws {
        let pem = try authority.list()
        #expect(try codes(["crls": pem]) == ["notice.revocation"])
        let base64 = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        #expect(try codes(["crls": [base64]]) == ["notice.revocation"])
        #expect(try evaluate(["crls": pem], required: true).trusted == true)
    }

    @Test func `a delta CRL updates its base, and revokes a certificate even without the base`() throws {
        let base = try authority.list()
        try authority.revoke("leaf", reason: "cessationOfOperation")
        let delta = try authority.list("delta")
        #expect(try codes(["crls": [base]]) == ["notice.revocation"])
        #expect(try codes(["crls": [base, delta]]) == ["revocation.revoked"])
        #expect(try codes(["crls": delta]) == ["revocation.revoked"])
    }

    @Test func `CRLs with partial reasons mean good only together`() throws {
        let parts = [try authority.list("compromises"), try authority.list("otherReasons")]
        #expect(try codes(["crls": parts]) == ["notice.revocation"])
        #expect(try codes(["crls": [parts[0]]]) == ["revocation.unavailable"])
    }

    @Test func `a CRL of another scope or issuer is not used`() throws {
        #expect(try codes(["crls": authority.list("authorities")]) == ["revocation.responseInvalid"])
        let other = try OpenSSLAuthority()
        // The CA has the same name, but another key identifier.
        #expect(try codes(["crls": other.list()]) == ["revocation.unavailable"])
        let stranger = try TestAuthority.root("Stranger").revocationList().pem
        #expect(try codes(["crls": stranger]) == ["revocation.responseInvalid", "revocation.unavailable"])
    }

    @Test func `evidence in an inline policy is used`() throws {
        try authority.revoke("leaf", reason: "superseded")
        let list = try authority.list()
        #expect(try evaluate([:], revocation: ["crls": [list]]).reasonCodes == ["revocation.revoked"])
        let response = try authority.response(about: "leaf")
        #expect(try evaluate([:], revocation: ["ocsp": [response]]).reasonCodes == ["revocation.revoked"])
    }

    @Test func `malformed evidence is a problem with the position of the text and the byte offset`() throws {
        let good = try authority.list()
        let cases: [([String: Any], String, String, String)] = [
            (["ocsp": "MAA="], "malformedEvidence", "/ocsp", "Byte 2: the response's status is missing."),
            (["ocsp": ["%%"]], "malformedEvidence", "/ocsp/0", "Byte 0: the text is not base64"),
            (["crls": [good, "MAA="]], "malformedEvidence", "/crls/1", "CRL 0, byte 2: the signed part is missing."),
            (["crls": "%"], "malformedPEM", "/crls", "Byte 0: the text is neither PEM nor base64"),
            (["crls": try authority.pem("ca")], "malformedEvidence", "/crls", "There is no CRL."),
            (
                ["crls": [good.replacing("-----END X509 CRL-----", with: "")]], "malformedPEM", "/crls/0",
                "CRL 0, byte 0"
            ),
        ]
        for (evidence, code, pointer, detail) in cases {
            let answer = try evaluate(evidence)
            #expect(answer.status == 422)
            #expect(answer.code == code)
            #expect(answer.pointers == [pointer])
            #expect((answer.object["detail"] as? String)?.hasPrefix(detail) == true, "\(answer.text)")
        }
        #expect(try evaluate(["ocsp": 1]).pointers == ["/ocsp"])
        #expect(try evaluate(["crls": [1]]).pointers == ["/crls/0"])
        #expect(try evaluate(["crls": NSNull(), "ocsp": [String]()]).status == 200)
    }

    @Test func `more than 64 pieces of evidence are rejected`() throws {
        let list = try authority.list()
        let answer = try evaluate(["crls": String(repeating: list, count: 65)])
        #expect(answer.status == 422)
        #expect(answer.code == "tooMuchEvidence")
        #expect(try evaluate(["crls": Array(repeating: list, count: 64)]).status == 200)
        #expect(try evaluate(["crls": Array(repeating: list, count: 65)]).pointers == ["/crls/64"])
    }
}
