import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// Revocation if only pins decide and the chain leads to no anchor.
@Suite struct `A revoked certificate whose key is pinned without a chain` {
    /// A pinned leaf below an unknown issuer, and a CRL with that issuer's name.
    private func verdict(
        revokedBy list: (Hierarchy) throws -> TestRevocationList = { hierarchy in
            try hierarchy.intermediate.revocationList { $0.revoke(hierarchy.leaf) }
        },
        edit: @escaping @Sendable (inout PathRequirements) -> Void = { _ in }
    ) throws -> Verdict {
        let hierarchy = try Hierarchy()
        var pinCase = try PinCase(hierarchy, pinning: 0)
        pinCase.enforcement = .hostAndPins
        pinCase.engineCase.anchors = []
        pinCase.engineCase.evidence = RevocationEvidence(lists: [try list(hierarchy).read()])
        pinCase.engineCase.edit = edit
        return try pinCase.verdict()
    }

    @Test func `is rejected`() throws {
        let verdict = try verdict()
        #expect(verdict.action == .deny)
        #expect(verdict.errorCodes == ["revocation.revoked"])
    }

    @Test func `is accepted with a warning if a library is reproduced`() throws {
        let verdict = try verdict(edit: { $0.acceptsRevokedPins = true })
        #expect(verdict.action == .allow)
        #expect(verdict.warningCodes.contains("revocation.revoked"))
    }

    @Test func `is not revoked by an issuer of the same name with a key that did not sign it`() throws {
        let verdict = try verdict(revokedBy: { hierarchy in
            let other = try TestAuthority.root("Other").issueAuthority("Issuing")
            return try other.revocationList { $0.revoke(hierarchy.leaf) }
        })
        #expect(verdict.action == .allow)
        #expect(!verdict.warningCodes.contains("revocation.revoked"))
    }

    @Test func `is rejected if the budget is exhausted before the evidence is examined`() throws {
        let hierarchy = try Hierarchy()
        var pinCase = try PinCase(hierarchy, pinning: 0)
        pinCase.enforcement = .hostAndPins
        pinCase.engineCase.anchors = []
        pinCase.engineCase.budget = WorkBudget(signatureChecks: 4)
        let list = try hierarchy.intermediate.revocationList { $0.revoke(hierarchy.leaf) }.read()
        pinCase.engineCase.evidence = RevocationEvidence(lists: [list])
        let verdict = try pinCase.verdict()
        #expect(verdict.action == .deny)
        #expect(verdict.errorCodes.contains("internal.budgetExhausted"))
    }

    @Test func `is rejected as an anchor too if the budget is exhausted before its issuer is found`() throws {
        let hierarchy = try Hierarchy()
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.leaf])
        let list = try hierarchy.intermediate.revocationList { $0.revoke(hierarchy.leaf) }.read()
        #expect(try engineCase.verdict().action == .allow)
        engineCase.evidence = RevocationEvidence(lists: [list])
        #expect(try engineCase.verdict().errorCodes == ["revocation.revoked"])
        engineCase.budget = WorkBudget(signatureChecks: 0)
        let exhausted = try engineCase.verdict()
        #expect(exhausted.action == .deny)
        #expect(exhausted.errorCodes.contains("internal.budgetExhausted"))
        engineCase.edit = { $0.acceptsRevokedPins = true }
        let accepted = try engineCase.verdict()
        #expect(accepted.action == .allow)
        #expect(accepted.warningCodes.contains("internal.budgetExhausted"))
    }
}
