import Testing
import TrustModel

@Suite struct `The catalog of reason codes` {
    @Test func `has unique names`() {
        #expect(Set(ReasonCode.all.map(\.name)).count == ReasonCode.all.count)
        #expect(Set(ReasonCode.all).count == ReasonCode.all.count)
    }

    @Test(arguments: ReasonCode.all.map(\.name)) func `finds codes by names of the form group.detail`(
        name: String
    ) throws {
        let groups = [
            "chain", "time", "host", "constraint", "usage", "extension", "crypto", "strict", "webpki", "revocation",
            "ct", "pin",
            "policy", "hazard", "internal", "notice",
        ]
        let match = try #require(try /([a-z]+)\.[a-z][A-Za-z0-9]*/.wholeMatch(in: name))
        #expect(groups.contains(String(match.1)))
        let code = try #require(ReasonCode(name: name))
        #expect(code.name == name)
    }

    @Test(arguments: ReasonCode.all.map(\.name)) func `has a meaning, a remedy and a reference for each code`(
        name: String
    ) throws {
        let code = try #require(ReasonCode(name: name))
        #expect(code.summary.hasSuffix(".") && code.summary.count > 10)
        #expect(code.remedy.hasSuffix(".") && code.remedy.count > 10)
        #expect(!code.reference.isEmpty)
        #expect(code.rank > 0)
    }

    @Test func `rejects unknown names`() {
        #expect(ReasonCode(name: "time.Expired") == nil)
        #expect(ReasonCode(name: "") == nil)
    }

    @Test func `has fatal gravity for reasons that no exception can accept, and recoverable gravity for others`() {
        #expect(ReasonCode.chainSignatureInvalid.gravity == .fatal)
        #expect(ReasonCode.timeExpired.gravity == .recoverable)
        #expect(ReasonCode.hostMismatch.gravity == .recoverable)
        #expect(ReasonCode.chainUntrustedRoot.gravity == .recoverable)
        #expect(ReasonCode.revocationRevoked.gravity == .fatal)
        #expect(ReasonCode.revocationUnavailable.gravity == .recoverable)
        #expect(ReasonCode.pinKeyMismatch.gravity == .recoverable)
        #expect(ReasonCode.chainDistrusted.gravity == .denied)
        #expect(ReasonCode.policyGuardRefused.gravity == .denied)
        #expect(ReasonCode.internalUnmapped.gravity == .other)
    }
}
