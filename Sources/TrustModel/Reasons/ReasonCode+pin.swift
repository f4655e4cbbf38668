extension ReasonCode {
    /// `pin.certificateMismatch`.
    package static let pinCertificateMismatch = ReasonCode(
        "pin.certificateMismatch",
        .recoverable,
        rank: 45,
        meaning: "None of the path's certificates matches a pin.",
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
        meaning: "None of the path's public keys matches a pin.",
        remedy:
            "Ask the operator of the server or client over another channel, such as by telephone, whether the key was "
            + "rotated on purpose. If yes, add the pin of the new key to the policy, but no pin of a CA. If no, treat "
            + "this as an attack.",
        reference: "RFC 7469 §2.6",
        reportMode: .waived
    )

    /// `pin.setEmpty`.
    package static let pinSetEmpty = ReasonCode(
        "pin.setEmpty",
        .recoverable,
        rank: 4,
        meaning: "The policy requires a pin but has none.",
        remedy: "Add pins to the policy.",
        reference: "Alamofire noCertificatesFound, noPublicKeysFound",
        reportMode: .waived
    )

    /// `pin.setExpired`.
    package static let pinSetExpired = ReasonCode(
        "pin.setExpired",
        .recoverable,
        rank: 44,
        meaning: "The pin set has expired.",
        remedy: "Check that the pins are still correct, and set a later `expires` in the policy.",
        reference: "Android Network Security Configuration, pin-set expiration",
        reportMode: .waived
    )

    /// `pin.noBackup`.
    package static let pinNoBackup = ReasonCode(
        "pin.noBackup",
        .recoverable,
        rank: 125,
        meaning: "The policy has only one pin and therefore no backup pin.",
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
        meaning: "A pin of the policy cannot be decoded and is ignored; AFNetworking also ignores it.",
        remedy: "Replace the pin with a certificate or public key that can be decoded, or remove it.",
        reference: "AFNetworking AFSecurityPolicy setPinnedCertificates",
        reportMode: .waived
    )
}
