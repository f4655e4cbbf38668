/// Time.
extension ReasonCode {
    /// `time.expired`.
    package static let timeExpired = ReasonCode(
        "time.expired",
        .recoverable,
        rank: 50,
        "A certificate is no longer valid.",
        remedy: "Renew the certificate and install the new one.",
        reference: "RFC 5280 §6.1.3 (a)(2)"
    )

    /// `time.notYetValid`.
    package static let timeNotYetValid = ReasonCode(
        "time.notYetValid",
        .recoverable,
        rank: 50,
        "A certificate is not valid yet.",
        remedy:
            "Check the clock of the machine that runs anchord, or the request's `at`. If it is right, wait, or have "
            + "the certificate reissued with an earlier start.",
        reference: "RFC 5280 §6.1.3 (a)(2)"
    )

    /// `time.malformed`.
    package static let timeMalformed = ReasonCode(
        "time.malformed",
        .fatal,
        rank: 50,
        "A certificate's validity cannot be read.",
        remedy: "Have the certificate reissued with a well-formed validity period.",
        reference: "RFC 5280 §4.1.2.5"
    )

    /// `time.validityTooLong`.
    package static let timeValidityTooLong = ReasonCode(
        "time.validityTooLong",
        .recoverable,
        rank: 120,
        "A certificate is valid for longer than the policy allows.",
        remedy: "Have the certificate reissued with a validity period within the limit.",
        reference: "CA/Browser Forum Baseline Requirements §6.3.2"
    )
}
