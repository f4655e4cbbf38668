import Testing
import TrustModel
import TrustTestSupport

@Suite struct `A request about a client` {
    private let api: APIFixture

    init() throws {
        api = try APIFixture()
    }

    private func answer(_ profile: Profile, _ purposes: [TestObjectIdentifier]) throws -> Answer {
        let leaf = try api.issuing.issueLeaf("Ann") {
            $0.extendedKeyUsages = purposes
            $0.subjectAlternativeNames = [
                profile == .spiffe ? .uri("spiffe://corp.example/ann") : .email("ann@example.com")
            ]
        }
        let policy: [String: Any] = [
            "evaluator": "default", "profile": profile.rawValue, "purpose": "clientAuth",
            "anchors": [api.root.certificate.pem], "trustDomain": "corp.example",
        ]
        return try api.evaluate(["chain": leaf.pem + api.issuing.certificate.pem, "policy": policy])
    }

    @Test(arguments: Profile.allCases) func `needs no host under any profile`(profile: Profile) throws {
        let client = try answer(profile, [.clientAuthentication])
        #expect(client.status == 200 && client.trusted == true, "\(client.text)")
        #expect(!client.reasonCodes.contains { $0.hasPrefix("host.") || $0.hasPrefix("hazard.") }, "\(client.text)")
        let server = try answer(profile, [.serverAuthentication])
        #expect(server.trusted == (profile == .basicX509), "\(server.text)")
        #expect(server.errorCodes == (profile == .basicX509 ? [] : ["usage.extendedKeyUsage"]), "\(server.text)")
    }
}
