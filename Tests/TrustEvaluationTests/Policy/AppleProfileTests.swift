import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@Suite struct `The profile appleSSL (SecPolicyCreateSSL)` {
    /// The reasons of the verdict on an edited hierarchy, as `severity code depth`.
    private func summaries(
        root: TestAuthority.Edit = { _ in },
        intermediate: TestAuthority.Edit = { _ in },
        host: String = "api.example.com",
        leaf: TestAuthority.Edit = { _ in }
    ) throws -> [String] {
        let hierarchy = try Hierarchy(root: root, intermediate: intermediate, leaf: leaf)
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.host = .name(.dns(host))
        engineCase.edit = { $0 = PathRequirements(profile: .appleSSL, anchors: $0.anchors) }
        return try engineCase.verdict().summaries
    }

    private static let trusted = ["notice notice.anchor 2"]

    @Test func `trusts a chain that meets all requirements`() throws {
        #expect(try summaries() == Self.trusted)
    }

    @Test(arguments: [
        ([TestObjectIdentifier.serverAuthentication], trusted),
        ([.anyExtendedKeyUsage], ["error usage.extendedKeyUsage 0"]), ([], ["error usage.extendedKeyUsage 0"]),
        ([.clientAuthentication], ["error usage.extendedKeyUsage 0"]),
    ])
    func `requires serverAuth in the extended key usage (HT210176)`(
        purposes: [TestObjectIdentifier],
        expected: [String]
    ) throws {
        #expect(try summaries(leaf: { $0.extendedKeyUsages = purposes }) == expected)
    }

    @Test func `rejects SHA-1 except in the anchor's own signature`() throws {
        #expect(try summaries(root: { $0.signature.algorithm = .ecdsa(.sha1) }) == Self.trusted)
        #expect(
            try summaries(intermediate: { $0.signature.algorithm = .ecdsa(.sha1) }) == ["error crypto.digestWeak 1"]
        )
    }

    @Test func `compares only alternative names, and no wildcard directly below a public suffix`() throws {
        #expect(try summaries(leaf: { $0.subjectAlternativeNames = [] }) == ["error host.noSAN 0"])
        let wildcards = [
            ("*.example.com", "api.example.com", Self.trusted), ("*.co.uk", "example.co.uk", ["error host.mismatch 0"]),
            ("a*.example.com", "api.example.com", ["error host.mismatch 0", "warning strict.subjectAltNameSyntax 0"]),
        ]
        for (name, host, expected) in wildcards {
            #expect(try summaries(host: host, leaf: { $0.subjectAlternativeNames = [.dns(name)] }) == expected)
        }
    }

    @Test func `limits the validity period`() throws {
        #expect(try summaries(leaf: { $0.notAfter = $0.notBefore.adding(days: 825) }) == Self.trusted)
        #expect(
            try summaries(leaf: { $0.notAfter = $0.notBefore.adding(days: 826) }) == ["error time.validityTooLong 0"]
        )
    }

    @Test func `rejects an expired anchor`() throws {
        #expect(try summaries(root: { $0.notAfter = .reference.adding(days: -1) }) == ["error time.expired 2"])
    }

    @Test func `warns about requirements on conforming CAs`() throws {
        #expect(
            try summaries(leaf: { $0.authorityKeyIdentifier = nil })
                == ["warning strict.authorityKeyIdentifierMissing 0"] + Self.trusted
        )
    }
}
