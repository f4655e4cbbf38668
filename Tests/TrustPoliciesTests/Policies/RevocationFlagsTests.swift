import Testing
import TrustEvaluation

@Suite struct `The key revocationFlags` {
    private let evaluator = "evaluator: revocation\ncompatibility: alamofire4\n"

    private func revocation(_ keys: String) throws -> RevocationRequirements {
        try #require(try standardPolicy(evaluator + keys)?.revocation)
    }

    @Test(
        arguments: [
            ("3", [.ocsp, .crl], .ocsp, false), ("kSecRevocationUseAnyAvailableMethod", [.ocsp, .crl], .ocsp, false),
            ("kSecRevocationOCSPMethod", [.ocsp], .ocsp, false), ("1", [.ocsp], .ocsp, false),
            ("[kSecRevocationCRLMethod]", [.crl], .crl, false), ("2", [.crl], .crl, false),
            ("[kSecRevocationUseAnyAvailableMethod, kSecRevocationPreferCRL]", [.ocsp, .crl], .crl, false),
            ("15", [.ocsp, .crl], .crl, true),
            ("[kSecRevocationOCSPMethod, kSecRevocationRequirePositiveResponse]", [.ocsp], .ocsp, true),
            ("[kSecRevocationOCSPMethod, kSecRevocationNetworkAccessDisabled]", [.ocsp], .ocsp, false),
            ("31", [.ocsp, .crl], .crl, true),
        ] as [(String, Set<RevocationRequirements.Method>, RevocationRequirements.Method, Bool)]
    )
    func `accepts a name, a list of names or a number`(
        flags: String,
        methods: Set<RevocationRequirements.Method>,
        preferred: RevocationRequirements.Method,
        isRequired: Bool
    ) throws {
        let requirements = try revocation("revocationFlags: \(flags)")
        #expect(requirements.methods == methods)
        #expect(requirements.preferred == preferred)
        #expect(requirements.requirePositiveResponse == isRequired)
    }

    @Test(arguments: [
        ("revocationFlags: 0", "/revocationFlags: expected a number from 1 to 31, found 0"),
        ("revocationFlags: 32", "/revocationFlags: expected a number from 1 to 31, found 32"),
        (
            "revocationFlags: 8",
            "/revocationFlags: no revocation method is given: add kSecRevocationOCSPMethod (1) or kSecRevocationCRLMethod (2)"
        ),
        ("revocationFlags: []", "/revocationFlags: the list is empty: add an item or omit the key"),
        (
            "revocationFlags: 1\noptions: [ocsp]",
            "/options: `options` and `revocationFlags` are two forms of the same setting: keep one of them"
        ),
    ]) func `rejects flags without a method, and options in addition`(keys: String, issue: String) {
        #expect(policyIssues(evaluator + keys).contains { $0.hasSuffix(issue) }, "\(policyIssues(evaluator + keys))")
    }

    @Test func `suggests the most similar name`() {
        let issues = policyIssues(evaluator + "revocationFlags: kSecRevocationOcspMethod")
        #expect(issues.first?.hasSuffix("did you mean `kSecRevocationOCSPMethod`?") == true, "\(issues)")
    }

    @Test func `is accepted only with alamofire4`() {
        let other = "evaluator: revocation\ncompatibility: alamofire5\nrevocationFlags: 1"
        #expect(policyIssues(other).first?.hasSuffix("with `compatibility: alamofire4`") == true)
        #expect(
            policyIssues("evaluator: revocation\nrevocationFlags: 1").first?.contains("does not apply to") == true
        )
    }
}
