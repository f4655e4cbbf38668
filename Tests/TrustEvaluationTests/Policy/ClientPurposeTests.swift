import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The purpose clientAuth` {
    /// Returns the reasons for a client certificate of `CN=Ann`, without a host.
    private func summaries(
        _ profile: Profile,
        host: RequestedHost = .none,
        purpose: KeyPurpose = .clientAuth,
        leaf: @escaping TestAuthority.Edit
    ) throws -> [String] {
        let hierarchy = try Hierarchy(leaf: {
            $0.subject = .commonName("Ann")
            $0.extendedKeyUsages = [.clientAuthentication]
            $0.subjectAlternativeNames = []
            try leaf(&$0)
        })
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.host = host
        engineCase.edit = { $0 = PathRequirements(profile: profile, purpose: purpose, anchors: $0.anchors) }
        return try engineCase.verdict().summaries
    }

    private static let trusted = ["notice notice.anchor 2"]
    /// The profile `spiffe` requires a URI, which the tests of that profile have.
    private static let profiles = Profile.allCases.filter { $0 != .spiffe }
    private static let names: [[TestGeneralName]] = [
        [], [.email("ann@example.com")], [.directory(.commonName("Ann"))], [.uri("https://example.com/ann")],
        [.dns("ann.example.com")],
    ]

    @Test(arguments: profiles, names)
    func `accepts a client with any kind of name, and needs no host`(
        profile: Profile,
        names: [TestGeneralName]
    ) throws {
        #expect(try summaries(profile) { $0.subjectAlternativeNames = names } == Self.trusted)
    }

    @Test(arguments: profiles)
    func `accepts anyExtendedKeyUsage and no extended key usage (SecPolicyCreateSSL for clients)`(
        profile: Profile
    ) throws {
        for purposes: [TestObjectIdentifier] in [[.anyExtendedKeyUsage], []] {
            #expect(try summaries(profile) { $0.extendedKeyUsages = purposes } == Self.trusted)
        }
    }

    @Test(arguments: Profile.allCases)
    func `rejects a certificate for servers only, except under basicX509`(profile: Profile) throws {
        let summaries = try summaries(profile) {
            $0.extendedKeyUsages = [.serverAuthentication]
            $0.subjectAlternativeNames = [.uri("spiffe://corp.example/ann")]
        }
        #expect(summaries == (profile == .basicX509 ? Self.trusted : ["error usage.extendedKeyUsage 0"]))
    }

    @Test(arguments: profiles) func `does not compare a host in the request`(profile: Profile) throws {
        let summaries = try summaries(profile, host: .name(.dns("api.example.com"))) { _ in }
        #expect(summaries == ["warning hazard.hostIgnored"] + Self.trusted)
    }

    @Test func `applies no requirement of webpki on the extensions of servers`() throws {
        let edits: [(String, TestAuthority.Edit)] = [
            (
                "webpki.subjectAltNameCritical",
                { $0.extensions.set(.subjectAlternativeName([.dns("ann.example.com")], critical: true)) }
            ),
            (
                "webpki.basicConstraintsNotCritical",
                { $0.extensions.set(.basicConstraints(isAuthority: false, critical: false)) }
            ),
            (
                "webpki.extendedKeyUsageCritical",
                {
                    $0.extensions.set(
                        .extendedKeyUsage([.clientAuthentication, .serverAuthentication], critical: true)
                    )
                }
            ),
        ]
        for (code, edit) in edits {
            #expect(try summaries(.webpki, leaf: edit) == Self.trusted, "\(code)")
            let server = try summaries(.webpki, purpose: .serverAuth, leaf: edit)
            #expect(server.contains("error \(code) 0"), "\(code)")
        }
    }

    @Test func `does not accept a CA certificate as a client under webpki`() throws {
        let summaries = try summaries(.webpki) { $0.extensions.set(.basicConstraints(isAuthority: true)) }
        #expect(summaries.contains("error webpki.endEntityIsAuthority 0"))
    }

    @Test func `does not limit the lifetime under appleSSL`() throws {
        let edit: TestAuthority.Edit = { $0.notAfter = $0.notBefore.adding(days: 826) }
        #expect(try summaries(.appleSSL, leaf: edit) == Self.trusted)
    }
}
