extension ReasonCode {
    /// `time.expired`.
    package static let timeExpired = ReasonCode(
        "time.expired",
        .recoverable,
        rank: 50,
        meaning: "A certificate has expired.",
        remedy: "Renew the certificate and install the new one.",
        reference: "RFC 5280 §6.1.3 (a)(2)"
    )

    /// `time.notYetValid`.
    package static let timeNotYetValid = ReasonCode(
        "time.notYetValid",
        .recoverable,
        rank: 50,
        meaning: "A certificate is not yet valid.",
        remedy:
            "Check the clock of the machine that runs anchord, or the request's `at`. If the time is right, wait until "
            + "the certificate is valid, or have it reissued with an earlier start date.",
        reference: "RFC 5280 §6.1.3 (a)(2)"
    )

    /// `time.malformed`.
    package static let timeMalformed = ReasonCode(
        "time.malformed",
        .fatal,
        rank: 50,
        meaning: "A certificate's validity period is malformed.",
        remedy: "Have the certificate reissued with a well-formed validity period.",
        reference: "RFC 5280 §4.1.2.5"
    )

    /// `time.validityTooLong`.
    package static let timeValidityTooLong = ReasonCode(
        "time.validityTooLong",
        .recoverable,
        rank: 120,
        meaning: "A certificate's validity period is longer than the policy allows.",
        remedy:
            "Have the certificate reissued with a shorter validity period, within the limit that the message gives.",
        reference: "CA/Browser Forum Baseline Requirements §6.3.2",
        reportMode: .waived
    )
}
