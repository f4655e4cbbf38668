import Foundation
import TrustTestSupport

extension RemedyScenario {
    private static let early =
        "Check the clock of the machine that runs anchord, or the request's `at`. If the time is right, wait until the "
        + "certificate is valid, or have it reissued with an earlier start date."

    static let time = [
        RemedyScenario("time.expired", "Renew the certificate and install the new one.") {
            $0.leaf { $0.notAfter = .reference.adding(days: -3) }
        } cure: {
            $0.leaf { $0.notAfter = .reference.adding(days: 60) }
        },
        RemedyScenario(
            "time.expired",
            "Get the CA's current intermediate certificate and install it in place of this one on the server (or client) "
                + "that sent this chain. Renewing only the end-entity certificate does not help."
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
        RemedyScenario(
            "notice.expiresSoon",
            "Renew the certificate, or set a later `expires` in the policy, before the date in the message."
        ) {
            $0.leaf { $0.notAfter = .reference.adding(days: 3) }
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
            "Have the certificate reissued with a shorter validity period, within the limit that the message gives."
        ) {
            $0.policy("constraints", ["maximumLifetime": "30d"])
        } cure: {
            $0.leaf { $0.notBefore = .reference.adding(days: -10) }
            $0.leaf { $0.notAfter = .reference.adding(days: 10) }
        },
        RemedyScenario("time.expired", clock + "renew the certificates.") {
            $0.clock(TestInstant(year: 2040, month: 1, day: 1))
        } cure: {
            $0.clock(.reference)
        },
        RemedyScenario(
            "time.notYetValid",
            clock + "wait until the certificates are valid, or have them reissued with the right dates."
        ) {
            $0.clock(TestInstant(year: 1970, month: 1, day: 1))
        } cure: {
            $0.clock(.reference)
        },
        RemedyScenario("time.expired", another) {
            $0.member("at", "2040-01-01T00:00:00Z")
        } cure: {
            $0.member("at", "2026-01-01T00:00:00Z")
        },
        RemedyScenario("time.notYetValid", another) {
            $0.member("at", "1970-01-01T00:00:00Z")
        } cure: {
            $0.member("at", NSNull())
        },
    ]

    private static let clock =
        "Check the clock of the machine that runs anchord and its time synchronization (NTP) first. If the clock is right, "
    private static let another =
        "Choose a time at which all certificates are valid, and give it in the request's `at`. To evaluate at the "
        + "current time, give no time."
    private static let anchor =
        "Replace this trust anchor with its renewed certificate, in the policy's `anchors` or in the system's trust "
        + "store."

    /// Returns a new certificate for the same CA and key.
    private static func current(_ authority: TestAuthority) throws -> TestAuthority {
        try authority.reissued { $0.notAfter = .reference.adding(days: 365) }
    }
}
