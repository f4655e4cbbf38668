import Testing
import TrustModel

@Suite struct `The handling of a reason code in report mode` {
    /// The groups and codes whose errors report mode waives on a path that is otherwise accepted.
    private static let waived = [
        "pin.", "policy.constraintViolated", "policy.clientNotAllowed", "policy.customRejected", "time.validityTooLong",
        "ct.", "webpki.", "strict.", "revocation.unavailable", "revocation.stale", "revocation.unknown",
        "revocation.notCovered", "revocation.notEnrolled",
    ]
    /// The groups and codes that deny under every setting.
    private static let alwaysDenied = ["internal.", "revocation.revoked", "chain.distrusted", "policy.blocked"]

    private static func isListed(_ code: ReasonCode, in list: [String]) -> Bool {
        list.contains { $0.hasSuffix(".") ? code.name.hasPrefix($0) : code.name == $0 }
    }

    @Test(arguments: ReasonCode.all.map(\.name))
    func `is that of the list, and a code that is not listed denies`(name: String) throws {
        let code = try #require(ReasonCode(name: name))
        #expect((code.reportMode == .waived) == Self.isListed(code, in: Self.waived))
        #expect((code.reportMode == .alwaysDenied) == Self.isListed(code, in: Self.alwaysDenied))
    }
}
