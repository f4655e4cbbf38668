import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// Blocks in the search for paths, and for the signers of evidence.
@Suite struct `Blocks in an evaluation` {
    private let hierarchy: Hierarchy

    init() throws {
        hierarchy = try Hierarchy()
    }

    /// An intermediate with the same name and key, which another root issued.
    private func crossSigned() throws -> (certificate: TestCertificate, root: TestAuthority) {
        let other = try TestAuthority.root("Other Root", key: .shared(.ecdsaP256, "other block root"))
        let name = try hierarchy.intermediate.certificate.read().facts.subject.values(of: .commonName)[0]
        let cross = try other.issueAuthority(name, key: hierarchy.intermediate.certificate.key)
        return (cross.certificate, other)
    }

    @Test func `remove the paths through a blocked certificate, and another path is accepted`() throws {
        let (cross, other) = try crossSigned()
        var engineCase = EngineCase(
            hierarchy.path + [cross],
            anchors: [hierarchy.root.certificate, other.certificate]
        )
        let issuing = try hierarchy.intermediate.certificate.fingerprint()
        for blocked in [issuing, try cross.fingerprint()] {
            engineCase.blocks = [Block("ca", FingerprintCondition(.certificate, [blocked]))]
            let verdict = try engineCase.answer().verdict
            #expect(verdict.outcome == .trusted, "\(verdict.summaries)")
            #expect(!verdict.path.contains { $0.certificate.facts.fingerprint == blocked })
        }
        engineCase.blocks = [try Block("key", keyOf: cross)]
        let verdict = try engineCase.answer().verdict
        #expect(verdict.summaries == ["error policy.blocked 1"] && verdict.action == .deny)
    }

    @Test func `apply to a trust anchor`() throws {
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.blocks = [try Block("root", keyOf: hierarchy.root.certificate)]
        let verdict = try engineCase.answer().verdict
        #expect(verdict.summaries == ["error policy.blocked 2"])
        #expect(verdict.reasons[0].fact("block") == .text("root"))
    }

    @Test func `deny a leaf with all of its other errors, and ask for no evidence`() throws {
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.instant = Instant(.reference.adding(days: 61))
        engineCase.blocks = [try Block("leaf", keyOf: hierarchy.leaf, isOfLeaf: true)]
        let answer = try engineCase.answer()
        #expect(answer.verdict.summaries == ["error policy.blocked 0", "error time.expired 0"])
        #expect(answer.verdict.result == .deny && answer.verdict.resultRule == .explicitDistrust)
        #expect(answer.needs.isEmpty && answer.verdict.reuse.isRepeatable)
    }

    @Test func `of the leaf do not apply to a CA, nor to the leaf in the path of another`() throws {
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.blocks = [try Block("leaf", keyOf: hierarchy.intermediate.certificate, isOfLeaf: true)]
        #expect(try engineCase.answer().verdict.outcome == .trusted)
    }

    @Test func `apply to issuers that an earlier evaluation accepted`() throws {
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        let evaluator = PathEvaluator(try engineCase.requirements())
        for _ in 1...2 { #expect(try engineCase.answer(under: evaluator).verdict.outcome == .trusted) }
        engineCase.blocks = [try Block("ca", keyOf: hierarchy.intermediate.certificate)]
        #expect(try engineCase.answer(under: evaluator).verdict.errorCodes == ["policy.blocked"])
    }

    @Test func `ignore the responses of a blocked OCSP responder`() throws {
        var revocation = RevocationCase(hierarchy)
        revocation.requirements?.requirePositiveResponse = true
        let responder = try revocation.issuer.issueResponder("Responder") { _ in }
        try revocation.addResponse(.good, responder: responder)
        #expect(try revocation.verdict().outcome == .trusted)
        revocation.blocks = [try Block("responder", keyOf: responder)]
        let verdict = try revocation.verdict()
        #expect(verdict.outcome != .trusted && !verdict.errorCodes.contains("policy.blocked"))
        #expect(verdict.reasons.contains { $0.message.contains("whose certificate is blocked by `responder`") })
    }

    @Test func `ignore the CRLs of a blocked signer`() throws {
        var revocation = RevocationCase(hierarchy)
        revocation.requirements?.requirePositiveResponse = true
        // The issuer signs its CRLs with another key.
        let name = try revocation.issuer.certificate.read().facts.subject.values(of: .commonName)[0]
        let signer = try hierarchy.root.issueAuthority(name, key: .shared(.ecdsaP256, "block CRL signer"))
        revocation.others = [signer.certificate]
        revocation.add(try signer.revocationList())
        #expect(try revocation.verdict().outcome == .trusted)
        revocation.blocks = [try Block("signer", keyOf: signer.certificate)]
        let verdict = try revocation.verdict()
        #expect(verdict.outcome != .trusted && !verdict.errorCodes.contains("policy.blocked"))
        #expect(verdict.reasons.contains { $0.message.contains("is blocked by `signer`") })
    }
}
