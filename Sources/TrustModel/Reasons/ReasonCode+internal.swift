/// Reasons about evaluations that could not be completed.
extension ReasonCode {
    /// `internal.unmapped`.
    package static let internalUnmapped = ReasonCode(
        "internal.unmapped",
        .other,
        rank: 200,
        meaning: "Reserved; no longer reported.",
        remedy: "Upgrade the daemon that reported it.",
        reference: "OpenSSL x509_vfy.h",
        reportMode: .alwaysDenied
    )

    /// `internal.validationFailed`.
    package static let internalValidationFailed = ReasonCode(
        "internal.validationFailed",
        .other,
        rank: 200,
        meaning: "The cryptographic library failed, so the chain could not be evaluated.",
        remedy:
            "Check that the machine has free memory, and evaluate the chain again. If the evaluation fails again, "
            + "report the failure and the chain to the maintainers of anchord.",
        reference: "OpenSSL EVP_PKEY_verify",
        reportMode: .alwaysDenied
    )

    /// `internal.budgetExhausted`.
    package static let internalBudgetExhausted = ReasonCode(
        "internal.budgetExhausted",
        .other,
        rank: 3,
        meaning: "Evaluating the chain exceeds the work limit of one request.",
        remedy:
            "Send only the end-entity certificate and its intermediates. If all certificates that were sent are "
            + "needed, raise the configuration key that the message names. A fixed bound cannot be raised.",
        reference: "RFC 4158 §5.2",
        reportMode: .alwaysDenied
    )
}
