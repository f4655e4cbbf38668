import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// Many trust anchors with one name, as the CAs of all clusters of an organization.
@Suite struct `Trust anchors of one name` {
    private static func silent(_ template: inout CertificateTemplate) {
        (template.authorityKeyIdentifier, template.subjectKeyIdentifier) = (nil, nil)
    }

    /// Returns CAs with a name, each with its own key.
    private static func clusters(
        _ count: Int,
        edit: TestAuthority.Edit = { _ in }
    ) throws -> [TestAuthority] {
        try (0..<count).map {
            try TestAuthority.root("kubernetes", key: .shared(.ecdsaP256, "cluster \($0)"), edit: edit)
        }
    }

    /// Returns further certificates of one other key, each with its own key identifier.
    private static func strangers(_ count: Int) throws -> [TestCertificate] {
        let key = try TestKey.shared(.ecdsaP256, "stranger")
        return try (0..<count).map { number in
            try TestAuthority.root("kubernetes", key: key) {
                $0.subjectKeyIdentifier = [UInt8(number >> 8), UInt8(number & 0xFF), 7]
            }.certificate
        }
    }

    private func evaluate(_ engineCase: EngineCase) throws -> (verdict: Verdict, signatures: Int) {
        let verifier = try CountingVerifier()
        let verdict = try engineCase.evaluation(by: verifier).verdict
        return (verdict, verifier.signatures)
    }

    @Test(arguments: [1, 400])
    func `cost nothing if the key identifier of the chain is that of one anchor`(count: Int) throws {
        let clusters = try Self.clusters(count)
        let last = clusters[count - 1]
        let issuing = try last.issueAuthority("Issuing")
        let anchors = clusters.map(\.certificate)
        let direct = try evaluate(EngineCase([try last.issueLeaf("api.example.com")], anchors: anchors))
        #expect(direct.verdict.summaries == ["notice notice.anchor 1"])
        #expect(direct.signatures == 1)
        let leaf = try issuing.issueLeaf("api.example.com")
        let below = try evaluate(EngineCase([leaf, issuing.certificate], anchors: anchors))
        #expect(below.verdict.summaries == ["notice notice.anchor 2"])
        #expect(below.signatures == 2)
    }

    @Test func `cost nothing if the chain is rejected for another reason`() throws {
        let anchors = try Self.clusters(400)
        var engineCase = EngineCase([try anchors[7].issueLeaf("api.example.com")], anchors: anchors.map(\.certificate))
        engineCase.host = .name(.dns("www.example.com"))
        let wrongHost = try evaluate(engineCase)
        #expect(wrongHost.verdict.errorCodes == ["host.mismatch"])
        #expect(wrongHost.signatures <= 2)
        engineCase.chain = [
            try anchors[7].issueLeaf("www.example.com") { $0.notAfter = .reference.adding(days: -1) },
            anchors[7].certificate,
        ]
        let expired = try evaluate(engineCase)
        #expect(expired.verdict.errorCodes == ["time.expired"])
        #expect(expired.signatures <= 2)
    }

    @Test func `cost nothing if the chain names one of them by its issuer and serial number`() throws {
        let clusters = try Self.clusters(400) { $0.subjectKeyIdentifier = nil }
        let anchors = clusters.map(\.certificate)
        let serialNumber = clusters[7].template.serialNumber
        let leaf = try clusters[7].issueLeaf("api.example.com") {
            $0.extensions.set(.authorityKeyIdentifier(issuer: clusters[7].name, serialNumber: serialNumber))
        }
        let (verdict, signatures) = try evaluate(EngineCase([leaf], anchors: anchors))
        #expect(verdict.outcome == .trusted)
        #expect(signatures == 1)
    }

    @Test func `cost nothing if there are ten thousand`() throws {
        let cluster = try TestAuthority.root("kubernetes")
        let strangers = try Self.strangers(10_000)
        let chain = [try cluster.issueLeaf("api.example.com")]
        let found = try evaluate(EngineCase(chain, anchors: strangers + [cluster.certificate]))
        #expect(found.verdict.summaries == ["notice notice.anchor 1"])
        #expect(found.signatures == 1)
        let missing = try evaluate(EngineCase(chain, anchors: strangers))
        #expect(missing.verdict.errorCodes == ["chain.issuerNotFound"])
        #expect(missing.signatures == 1)
    }

    @Test func `that signed nothing are reported as other keys, after a few signatures`() throws {
        let anchors = try Self.clusters(400)
        let foreign = try TestAuthority.root("kubernetes")
        let leaf = try foreign.issueLeaf("api.example.com")
        let (verdict, signatures) = try evaluate(EngineCase([leaf], anchors: anchors.map(\.certificate)))
        #expect(verdict.summaries == ["error chain.issuerNotFound 0"])
        #expect(signatures <= 16)
        #expect(
            try #require(verdict.reasons.first).message.hasPrefix(
                "No issuer found for CN=api.example.com: 64 or more certificates with the name \"CN=kubernetes\" were "
                    + "found, but none of them has the key identifier "
            )
        )
        let root = try evaluate(EngineCase([leaf, foreign.certificate], anchors: anchors.map(\.certificate)))
        #expect(root.verdict.errorCodes == ["chain.untrustedRoot"])
        #expect(root.signatures <= 18)
    }

    @Test func `are found by signature if they have no key identifiers`() throws {
        let anchors = try Self.clusters(300, edit: Self.silent)
        for position in [0, 150, 299] {
            let leaf = try anchors[position].issueLeaf("api.example.com") { $0.authorityKeyIdentifier = nil }
            let (verdict, signatures) = try evaluate(EngineCase([leaf], anchors: anchors.map(\.certificate)))
            #expect(verdict.outcome == .trusted)
            #expect(signatures <= 300)
        }
    }

    @Test func `without key identifiers are tried within the budget, whose limit is named`() throws {
        let anchors = try Self.clusters(400, edit: Self.silent)
        let foreign = try TestAuthority.root("kubernetes", edit: Self.silent)
        let leaf = try foreign.issueLeaf("api.example.com")
        var engineCase = EngineCase([leaf], anchors: anchors.map(\.certificate))
        let (verdict, signatures) = try evaluate(engineCase)
        #expect(verdict.summaries == ["error internal.budgetExhausted"])
        #expect(verdict.outcome == .indeterminate)
        #expect(verdict.action == .deny)
        #expect((300...320).contains(signatures))
        let reason = try #require(verdict.reasons.first)
        #expect(
            reason.message
                == "No path was found within the work budget: one evaluation is limited to 16000 microseconds of work in "
                + "total (raised with limits.signatureChecks or limits.paths). The policy has 400 certificates with the "
                + "name \"CN=kubernetes\"; the chain has 1 certificate."
        )
        #expect(reason.fact("namesakes") == .number(400))
        #expect(reason.specialRemedy == .manyNamesakes)
        engineCase.budget = WorkBudget(signatureChecks: 2000)
        #expect(try engineCase.verdict().outcome == .untrusted)
    }

    @Test func `lead to all certificates of the key that signed, regardless of their key identifiers`() throws {
        let strangers = try Self.strangers(100)
        let cluster = try TestAuthority.root("kubernetes") { $0.notAfter = .reference.adding(days: -1) }
        let renewed = try TestAuthority.root("kubernetes", key: cluster.key) { $0.subjectKeyIdentifier = [1, 2, 3] }
        let silent = try TestAuthority.root("kubernetes", key: cluster.key) { $0.subjectKeyIdentifier = nil }
        let leaf = try cluster.issueLeaf("api.example.com")
        for (other, warning) in [(renewed, "chain.issuerMismatch"), (silent, "strict.subjectKeyIdentifierMissing")] {
            let anchors = strangers + [cluster.certificate, other.certificate]
            let (verdict, signatures) = try evaluate(EngineCase([leaf], anchors: anchors))
            #expect(verdict.outcome == .trusted)
            #expect(verdict.warningCodes == [warning])
            #expect(signatures == 1)
        }
    }

    @Test func `do not hide a self-signed certificate`() throws {
        let anchors = try Self.clusters(400, edit: Self.silent)
        let foreign = try TestAuthority.root("kubernetes", edit: Self.silent)
        let (verdict, signatures) = try evaluate(
            EngineCase([foreign.certificate], anchors: anchors.map(\.certificate))
        )
        #expect(verdict.errorCodes.contains("chain.selfSignedLeaf"))
        #expect(signatures == 1)
    }

    @Test func `have the same verdict in any order`() throws {
        let clusters = try Self.clusters(20)
        let twin = try TestAuthority.root("kubernetes", key: clusters[3].key)
        let leaf = try clusters[3].issueLeaf("api.example.com")
        let anchors = clusters.map(\.certificate) + [twin.certificate]
        let expected = try EngineCase([leaf], anchors: anchors).verdict()
        #expect(expected.outcome == .trusted)
        for _ in 0..<5 {
            let verdict = try EngineCase([leaf] + anchors.shuffled(), anchors: anchors.shuffled()).verdict()
            #expect(verdict.reasons == expected.reasons)
            #expect(verdict.pathDER == expected.pathDER)
        }
    }
}

/// CAs of one name without key identifiers, each certified by each other.
@Suite struct `A mesh of CAs of one name` {
    private let root: TestAuthority
    private let leaf: TestCertificate
    private let mesh: [TestCertificate]
    private let authorities: [TestAuthority]

    private static func silent(_ template: inout CertificateTemplate) {
        (template.authorityKeyIdentifier, template.subjectKeyIdentifier) = (nil, nil)
    }

    init() throws {
        root = try TestAuthority.root("X", edit: Self.silent)
        let authorities = try (0..<8).map { _ in try TestAuthority.root("X", edit: Self.silent) }
        self.authorities = authorities
        mesh = try authorities.flatMap { authority in
            try authorities.filter { $0.key.publicKey != authority.key.publicKey }.map {
                try $0.issueAuthority("X", key: authority.key, edit: Self.silent).certificate
            }
        }
        leaf = try authorities[0].issueLeaf("api.example.com") { $0.authorityKeyIdentifier = nil }
    }

    @Test(arguments: 1...7) func `is left by each exit to an anchor`(exit: Int) throws {
        let out = try root.issueAuthority("X", key: authorities[exit].key, edit: Self.silent)
        let verdict = try EngineCase([leaf] + mesh + [out.certificate], anchors: [root.certificate]).verdict()
        #expect(verdict.outcome == .trusted)
        #expect(verdict.path.count <= 10)
    }

    @Test(arguments: 1...7) func `is left by each exit to a CA of another name`(exit: Int) throws {
        let top = try TestAuthority.root("Top")
        let outer = try top.issueAuthority("Outer")
        let out = try outer.issueAuthority("X", key: authorities[exit].key) { $0.subjectKeyIdentifier = nil }
        let chain = [leaf] + mesh + [out.certificate, outer.certificate]
        #expect(try EngineCase(chain, anchors: [top.certificate]).verdict().outcome == .trusted)
    }

    @Test func `without an exit ends in a loop, and no signature is called invalid`() throws {
        for anchors in [[], [root.certificate]] {
            let verdict = try EngineCase([leaf] + mesh, anchors: anchors).verdict()
            #expect(verdict.outcome != .trusted)
            #expect(!verdict.errorCodes.contains("chain.signatureInvalid"))
            #expect(verdict.errorCodes.contains("internal.budgetExhausted"))
        }
    }
}
