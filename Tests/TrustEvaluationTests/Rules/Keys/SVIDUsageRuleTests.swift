import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The SVID usage rule` {
    private func findings(
        purpose: KeyPurpose? = nil,
        leaf: @escaping TestAuthority.Edit
    ) throws -> [String]? {
        var ruleCase = try Hierarchy(leaf: leaf).ruleCase
        ruleCase.requirements = PathRequirements(profile: .spiffe, purpose: purpose, anchors: [])
        return try ruleCase.findings(of: SVIDUsageRule())
    }

    @Test func `requires a critical key usage with digitalSignature (X509-SVID §4.3)`() throws {
        let error = "error constraint.keyUsage 0"
        #expect(try findings { $0.keyUsage = [.digitalSignature, .keyEncipherment] } == [])
        #expect(try findings { $0.keyUsage = .keyAgreement } == [error])
        #expect(try findings { $0.keyUsage = nil } == [error])
        #expect(try findings { $0.extensions.set(.keyUsage(.digitalSignature, critical: false)) } == [error])
        #expect(try findings { $0.extensions.set(.keyUsage(.keyAgreement, critical: false)) } == [error, error])
    }

    private static let warning = ["warning usage.extendedKeyUsage 0"]

    @Test(
        arguments: [
            ([.serverAuthentication, .clientAuthentication], nil, []), ([], nil, []),
            ([.clientAuthentication], nil, warning), ([.serverAuthentication, .codeSigning], nil, warning),
            ([.anyExtendedKeyUsage], nil, warning), ([.codeSigning], nil, ["error usage.extendedKeyUsage 0"]),
            ([.clientAuthentication], .clientAuth, warning), ([.codeSigning], .codeSigning, warning),
            // The purpose rule reports that the leaf does not allow the purpose of the policy.
            ([.serverAuthentication], .clientAuth, []),
        ] as [([TestObjectIdentifier], KeyPurpose?, [String])]
    )
    func `warns of an extended key usage without serverAuth and clientAuth, and rejects one without both (§4.4)`(
        purposes: [TestObjectIdentifier],
        purpose: KeyPurpose?,
        expected: [String]
    ) throws {
        #expect(try findings(purpose: purpose) { $0.extendedKeyUsages = purposes } == expected)
    }
}
