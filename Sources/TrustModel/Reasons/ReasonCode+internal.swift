/// Reasons about evaluations that could not be completed.
extension ReasonCode {
    /// `internal.unmapped`.
    package static let internalUnmapped = ReasonCode(
        "internal.unmapped",
        .other,
        rank: 200,
        downgrading: .forbidden(),
        meaning: "Reserved; no longer reported.",
        cause:
            "Earlier versions validated paths with OpenSSL and used this code for errors without a code of their own.",
        remedy: "Upgrade the daemon that reported it.",
        reference: "OpenSSL x509_vfy.h",
        reportMode: .alwaysDenied
    )

    /// `internal.validationFailed`.
    package static let internalValidationFailed = ReasonCode(
        "internal.validationFailed",
        .other,
        rank: 200,
        downgrading: .forbidden(),
        meaning: "The cryptographic library failed, so the chain could not be evaluated.",
        cause: """
            OpenSSL ran out of memory while it decoded a key, computed a digest or verified a signature. The verdict \
            is not cached.
            """,
        remedy:
            "Check that the machine has free memory, and evaluate the chain again. If the evaluation fails again, "
            + "report the failure and the chain to the maintainers of anchord.",
        reference: "OpenSSL EVP_PKEY_verify",
        openSSL: (1, "X509_V_ERR_UNSPECIFIED"),
        reportMode: .alwaysDenied
    )

    /// `internal.budgetExhausted`.
    package static let internalBudgetExhausted = ReasonCode(
        "internal.budgetExhausted",
        .other,
        rank: 3,
        downgrading: .forbidden(),
        meaning: "Evaluating the chain exceeds the work limit of one request.",
        cause: """
            The chain has so many cross-certificates, or certificates with equal names, that `limits.paths` or \
            `limits.signatureChecks` ended path building. Or the certificates are so large, or have so many names or \
            errors, that not all paths could be evaluated. The message gives the limit, its configured value, and the \
            configuration keys that raise it. If revocation evidence used part of the budget first, the message also \
            gives the remainder. If the policy has more certificates with the name of an issuer than the chain has \
            certificates, the policy is the cause: the message gives their number and name. Only namesakes without key \
            identifiers cause this work.
            """,
        remedy:
            "Send only the end-entity certificate and its intermediates. If all certificates that were sent are "
            + "needed, raise the configuration key that the message names. A fixed bound cannot be raised.",
        reference: "RFC 4158 §5.2",
        reportMode: .alwaysDenied
    )
}
