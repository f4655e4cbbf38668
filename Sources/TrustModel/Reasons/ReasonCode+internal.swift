/// The evaluation itself.
extension ReasonCode {
    /// `internal.unmapped`.
    package static let internalUnmapped = ReasonCode(
        "internal.unmapped",
        .other,
        rank: 200,
        "Reserved; no longer reported.",
        remedy: "Upgrade the daemon that reported it.",
        reference: "OpenSSL x509_vfy.h"
    )

    /// `internal.validationFailed`.
    package static let internalValidationFailed = ReasonCode(
        "internal.validationFailed",
        .other,
        rank: 200,
        "The cryptographic library failed, so that the chain could not be evaluated.",
        remedy: "Try again; if it fails again, report it with the chain.",
        reference: "OpenSSL EVP_PKEY_verify"
    )

    /// `internal.budgetExhausted`.
    package static let internalBudgetExhausted = ReasonCode(
        "internal.budgetExhausted",
        .other,
        rank: 3,
        "The chain needs more work than one request may cause.",
        remedy: "Send only the certificates that belong to the chain.",
        reference: "RFC 4158 §5.2"
    )
}
