import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

private let digest = Fingerprint([UInt8](repeating: 7, count: 32))

@Suite struct `Trust settings` {
    private func settings(trusted: [OID]? = nil, rejected: [OID] = []) throws -> TrustSettings {
        TrustSettings(trusted: trusted, rejected: rejected, digest: try #require(digest))
    }

    @Test func `exclude rejected uses, and all uses outside a list of trusted uses`() throws {
        let rejected = try settings(rejected: [.serverAuth])
        #expect(!rejected.allow(.serverAuth))
        #expect(rejected.allow(.clientAuth))
        let trusted = try settings(trusted: [.serverAuth])
        #expect(trusted.allow(.serverAuth))
        #expect(!trusted.allow(.clientAuth))
        #expect(!(try settings(trusted: [])).allow(.serverAuth))
        #expect(!(try settings(trusted: [.serverAuth], rejected: [.serverAuth])).allow(.serverAuth))
        let other = try #require(OID(dotted: "1.2.3"))
        #expect(!(try settings(rejected: [other])).allow(.other(other)))
    }

    @Test func `apply anyExtendedKeyUsage to every purpose`() throws {
        #expect(!(try settings(rejected: [.anyExtendedKeyUsage])).allow(.codeSigning))
        #expect((try settings(trusted: [.anyExtendedKeyUsage])).allow(.codeSigning))
        #expect((try settings(trusted: [.anyExtendedKeyUsage])).allow(.any))
    }

    @Test func `exclude the purpose any if they exclude a single purpose`() throws {
        #expect(!(try settings(rejected: [.codeSigning])).allow(.any))
        #expect(!(try settings(trusted: [.serverAuth, .clientAuth])).allow(.any))
        #expect(!(try settings(rejected: [.codeSigning])).allow(.other(.anyExtendedKeyUsage)))
    }

    @Test func `apply together if there are several copies of a certificate`() throws {
        let certificate = try Hierarchy().leaf.read()
        let copies = [
            certificate, certificate.with(try settings(rejected: [.clientAuth])),
            certificate.with(try settings(trusted: [.serverAuth, .clientAuth])),
        ]
        for copies in permutations(of: copies) {
            let source = TrustSettingsSource(name: "test", copies)
            #expect(source.restriction(of: certificate, for: .serverAuth) == nil)
            #expect(source.restriction(of: certificate, for: .clientAuth) != nil)
            #expect(source.restriction(of: certificate, for: .codeSigning) != nil)
            let set = AnchorSet(name: "test", certificates: copies)
            #expect(set.certificates.count == 1)
            #expect(set.contentDigests.count == 3)
        }
    }
}

@Suite struct `The trust settings rule` {
    @Test func `rejects a distrusted certificate that was sent with another valid signature of the same content`()
        throws
    {
        let hierarchy = try Hierarchy()
        let intermediate = hierarchy.intermediate
        // ECDSA signatures are not unique: anyone can create another one for the same content.
        let twin = try intermediate.reissued { $0.serialNumber = intermediate.certificate.template.serialNumber }
        #expect(twin.certificate.der != intermediate.certificate.der)
        let settings = TrustSettings(trusted: nil, rejected: [.serverAuth], digest: try #require(digest))
        let rejected = try intermediate.certificate.read().with(settings)
        var question = EngineCase([hierarchy.leaf, twin.certificate], anchors: [hierarchy.root.certificate])
        #expect(try question.verdict().outcome == .trusted)
        question.edit = { $0.intermediates = IntermediateSet(name: "test", certificates: [rejected]) }
        let verdict = try question.verdict()
        #expect(verdict.outcome == .untrusted)
        #expect(verdict.reasons.first?.code == .chainDistrusted)
    }

    @Test func `is skipped if no certificate has trust settings`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: TrustSettingsRule()) == nil)
    }

    @Test func `leaves budget for paths without distrusted certificates, which are examined first`() throws {
        let hierarchy = try Hierarchy()
        let rejected = try (0..<20).map { _ in try hierarchy.intermediate.reissued().certificate }
        var question = EngineCase(
            [hierarchy.leaf, hierarchy.intermediate.certificate],
            anchors: [hierarchy.root.certificate]
        )
        question.budget = WorkBudget(paths: 1, signatureChecks: 400)
        let settings = TrustSettings(trusted: nil, rejected: [.serverAuth], digest: try #require(digest))
        let intermediates = IntermediateSet(
            name: "test",
            certificates: try rejected.map { try $0.read().with(settings) }
        )
        question.edit = { $0.intermediates = intermediates }
        #expect(try question.verdict().outcome == .trusted)
    }
}
