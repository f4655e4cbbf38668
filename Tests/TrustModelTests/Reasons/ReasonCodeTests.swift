import Testing
import TrustModel

@Suite struct `The catalogue of reason codes` {
    @Test func `has each name once`() {
        #expect(Set(ReasonCode.all.map(\.name)).count == ReasonCode.all.count)
        #expect(Set(ReasonCode.all).count == ReasonCode.all.count)
    }

    @Test(arguments: ReasonCode.all.map(\.name)) func `has names of the form group.detail, and finds them`(
        name: String
    ) throws {
        let groups = [
            "chain", "time", "host", "constraint", "usage", "extension", "crypto", "strict", "webpki", "revocation",
            "pin",
            "policy", "hazard", "internal", "notice",
        ]
        let match = try #require(try /([a-z]+)\.[a-z][A-Za-z0-9]*/.wholeMatch(in: name))
        #expect(groups.contains(String(match.1)))
        let code = try #require(ReasonCode(name: name))
        #expect(code.name == name)
    }

    @Test(arguments: ReasonCode.all.map(\.name)) func `says of each code what it means, what to do, and by which rule`(
        name: String
    ) throws {
        let code = try #require(ReasonCode(name: name))
        #expect(code.summary.hasSuffix(".") && code.summary.count > 10)
        #expect(code.remedy.hasSuffix(".") && code.remedy.count > 10)
        #expect(!code.reference.isEmpty)
        #expect(code.rank > 0)
    }

    @Test func `knows no other name`() {
        #expect(ReasonCode(name: "time.Expired") == nil)
        #expect(ReasonCode(name: "") == nil)
    }

    @Test func `says gravely what no one can accept and lightly what the person in charge could`() {
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
