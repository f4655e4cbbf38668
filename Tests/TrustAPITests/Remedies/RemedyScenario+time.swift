import TrustTestSupport

extension RemedyScenario {
    private static let early =
        "Check the clock of the evaluating host, or the request's `at`. If it is right, wait, or have the certificate "
        + "reissued with an earlier start."

    static let time = [
        RemedyScenario("time.expired", "Renew the certificate and install the new one.") {
            $0.leaf { $0.notAfter = .reference.adding(days: -3) }
        } cure: {
            $0.leaf { $0.notAfter = .reference.adding(days: 60) }
        },
        RemedyScenario(
            "time.expired",
            "Get the CA's current intermediate certificate and send it in place of this one. "
                + "To renew the leaf alone does not help."
        ) {
            $0.issuing { $0.notAfter = .reference.adding(days: -3) }
        } cure: {
            $0.send { [$0.leaf, try current($0.issuing).certificate] }
        },
        RemedyScenario("time.expired", anchor) {
            $0.root { $0.notAfter = .reference.adding(days: -3) }
        } cure: {
            $0.anchors { [try current($0.root).certificate] }
        },
        RemedyScenario("time.expired", anchor) {
            $0.leaf { $0.notAfter = .reference.adding(days: -3) }
            $0.anchors { [$0.leaf] }
        } cure: {
            $0.leaf { $0.notAfter = .reference.adding(days: 60) }
        },
        RemedyScenario("time.notYetValid", early) {
            $0.leaf { $0.notBefore = .reference.adding(days: 3) }
        } cure: {
            $0.member("at", "2026-01-05T00:00:00Z")
        },
        RemedyScenario("time.notYetValid", early) {
            $0.leaf { $0.notBefore = .reference.adding(days: 3) }
        } cure: {
            $0.leaf { $0.notBefore = .reference.adding(days: -3) }
        },
        RemedyScenario("time.malformed", "Have the certificate reissued with a well-formed validity period.") {
            $0.leaf { $0.notAfterEncoding = .text("2601320000Z") }
        } cure: {
            $0.leaf { $0.notAfterEncoding = .automatic }
        },
        RemedyScenario(
            "time.validityTooLong",
            "Have the certificate reissued with a validity period within the limit."
        ) {
            $0.policy("constraints", ["maximumLifetime": "30d"])
        } cure: {
            $0.leaf { $0.notBefore = .reference.adding(days: -10) }
            $0.leaf { $0.notAfter = .reference.adding(days: 10) }
        },
    ]

    private static let anchor =
        "Replace this trust anchor with its renewed certificate, in the policy's `anchors` or in the system's trust "
        + "store."

    /// The same CA, certified anew for its key.
    private static func current(_ authority: TestAuthority) throws -> TestAuthority {
        try authority.reissued { $0.notAfter = .reference.adding(days: 365) }
    }
}
