extension ReasonCode {
    /// `pin.certificateMismatch`.
    package static let pinCertificateMismatch = ReasonCode(
        "pin.certificateMismatch",
        .recoverable,
        rank: 45,
        downgrading: .forbidden("change the policy's `pins`"),
        meaning: "None of the path's certificates matches a pin.",
        cause: """
            The certificate was renewed and the pins were not updated, or an attacker between client and server \
            presented another chain.
            """,
        remedy:
            "Ask the operator of the server or client over another channel, such as by telephone, whether the "
            + "certificate was replaced on purpose. If yes, add the pin of the new certificate to the policy, but no "
            + "pin of a CA. If no, treat this as an attack.",
        reference: "AFNetworking AFSSLPinningModeCertificate",
        reportMode: .waived
    )

    /// `pin.keyMismatch`.
    package static let pinKeyMismatch = ReasonCode(
        "pin.keyMismatch",
        .recoverable,
        rank: 45,
        downgrading: .forbidden("change the policy's `pins`"),
        meaning: "None of the path's public keys matches a pin.",
        cause: """
            A key was rotated, or the server changed to another CA, and the pins were not updated. Or an attacker \
            between client and server presented another chain.
            """,
        remedy:
            "Ask the operator of the server or client over another channel, such as by telephone, whether the key was "
            + "rotated on purpose. If yes, add the pin of the new key to the policy, but no pin of a CA. If no, treat "
            + "this as an attack.",
        reference: "RFC 7469 §2.6",
        others: [
            "`ERR_SSL_PINNED_KEY_NOT_IN_CERT_CHAIN` (Chrome)",
            "`MOZILLA_PKIX_ERROR_KEY_PINNING_FAILURE` (Firefox)",
        ],
        reportMode: .waived
    )

    /// `pin.setEmpty`.
    package static let pinSetEmpty = ReasonCode(
        "pin.setEmpty",
        .recoverable,
        rank: 4,
        downgrading: .forbidden("change the policy's `pins`"),
        meaning: "The policy requires a pin but has none.",
        cause: "No pin is configured, or none of the configured pins can be decoded.",
        remedy: "Add pins to the policy.",
        reference: "Alamofire noCertificatesFound, noPublicKeysFound",
        reportMode: .waived
    )

    /// `pin.setExpired`.
    package static let pinSetExpired = ReasonCode(
        "pin.setExpired",
        .recoverable,
        rank: 44,
        downgrading: .forbidden("change the policy's `pins`; with `onExpiry: open` it is a warning"),
        meaning: "The pin set has expired.",
        cause: """
            The pin set's `expires` has passed: with `onExpiry: closed` this is an error, with `onExpiry: open` a \
            warning.
            """,
        remedy: "Check that the pins are still correct, and set a later `expires` in the policy.",
        reference: "Android Network Security Configuration, pin-set expiration",
        reportMode: .waived
    )

    /// `pin.noBackup`.
    package static let pinNoBackup = ReasonCode(
        "pin.noBackup",
        .recoverable,
        rank: 125,
        downgrading: .neverError("it is already a warning"),
        meaning: "The policy has only one pin and therefore no backup pin.",
        cause: """
            The policy has `requireBackupPin: false`. Without that setting, a policy with a single pin is rejected \
            when it is loaded.
            """,
        remedy:
            "Generate a backup key, store it offline, and add its pin to the policy. Then the first key can be "
            + "replaced without locking clients out.",
        reference: "RFC 7469 §4.3",
        reportMode: .waived
    )

    /// `pin.unreadable`.
    package static let pinUnreadable = ReasonCode(
        "pin.unreadable",
        .recoverable,
        rank: 124,
        downgrading: .neverError("it is already a warning"),
        meaning: "A pin of the policy cannot be decoded and is ignored; AFNetworking also ignores it.",
        cause: """
            The evaluator `securityPolicy` compares keys, and one of its pins is neither a certificate nor a public \
            key. The other pins are used.
            """,
        remedy: "Replace the pin with a certificate or public key that can be decoded, or remove it.",
        reference: "AFNetworking AFSecurityPolicy setPinnedCertificates",
        reportMode: .waived
    )
}
