/// The evaluation itself.
extension ReasonCode {
    /// `internal.unmapped`.
    package static let internalUnmapped = ReasonCode(
        "internal.unmapped",
        .other,
        rank: 200,
        "The cryptographic library reported an error that has no code of its own.",
        remedy: "Report it, with the chain and the native code.",
        reference: "OpenSSL x509_vfy.h"
    )

    /// `internal.validationFailed`.
    package static let internalValidationFailed = ReasonCode(
        "internal.validationFailed",
        .other,
        rank: 200,
        "The cryptographic library could not complete the validation.",
        remedy: "Try again; if it fails again, report it with the chain.",
        reference: "OpenSSL X509_verify_cert"
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
