/// What a trusted verdict rests on.
extension ReasonCode {
    /// `notice.anchor`.
    package static let noticeAnchor = ReasonCode(
        "notice.anchor",
        .recoverable,
        rank: 300,
        "The chain ends in this anchor.",
        remedy: "Nothing to do.",
        reference: "RFC 5280 §6.1.1 (d)"
    )

    /// `notice.pin`.
    package static let noticePin = ReasonCode(
        "notice.pin",
        .recoverable,
        rank: 305,
        "A certificate or a key of the chain is this pin.",
        remedy: "Nothing to do.",
        reference: "RFC 7469 §2.6"
    )

    /// `notice.pinSetExpiring`.
    package static let noticePinSetExpiring = ReasonCode(
        "notice.pinSetExpiring",
        .recoverable,
        rank: 140,
        "The pin set expires within 30 days.",
        remedy: "Check the pins and set a later `expires` in the policy before that day.",
        reference: "Android Network Security Configuration, pin-set expiration"
    )

    /// `notice.exception`.
    package static let noticeException = ReasonCode(
        "notice.exception",
        .recoverable,
        rank: 290,
        "An exception of the policy accepts what was found.",
        remedy: "Correct the faults before the exception ends.",
        reference: "SecTrustSetExceptions"
    )

    /// `notice.revocation`.
    package static let noticeRevocation = ReasonCode(
        "notice.revocation",
        .recoverable,
        rank: 310,
        "The evidence says that a certificate is not revoked.",
        remedy: "Nothing to do.",
        reference: "RFC 6960 §2.2"
    )

    /// `notice.certificatePolicies`.
    package static let noticeCertificatePolicies = ReasonCode(
        "notice.certificatePolicies",
        .recoverable,
        rank: 315,
        "The path is valid for these certificate policies.",
        remedy: "Nothing to do.",
        reference: "RFC 5280 §6.1.6"
    )
}
