/// The chain: who issued whom, up to an anchor.
extension ReasonCode {
    /// `chain.signatureInvalid`.
    package static let chainSignatureInvalid = ReasonCode(
        "chain.signatureInvalid",
        .fatal,
        rank: 10,
        "The signature of a certificate was not made with its issuer's key.",
        remedy: "Obtain the certificate and its issuer's again: one of them was altered or belongs to another chain.",
        reference: "RFC 5280 §6.1.3 (a)(1)"
    )

    /// `chain.issuerNotFound`.
    package static let chainIssuerNotFound = ReasonCode(
        "chain.issuerNotFound",
        .recoverable,
        rank: 20,
        "No certificate with the name and key of the issuer was sent or is a trust anchor.",
        remedy:
            "Configure the server to send its intermediate certificates, or add the issuer to the policy's anchors.",
        reference: "RFC 5280 §6.1"
    )

    /// `chain.untrustedRoot`.
    package static let chainUntrustedRoot = ReasonCode(
        "chain.untrustedRoot",
        .recoverable,
        rank: 20,
        "The chain ends in a self-signed certificate that is not an anchor.",
        remedy: "Add the root to the policy's anchors if it is yours; otherwise do not trust this chain.",
        reference: "RFC 5280 §6.1.1 (d)"
    )

    /// `chain.selfSignedLeaf`.
    package static let chainSelfSignedLeaf = ReasonCode(
        "chain.selfSignedLeaf",
        .recoverable,
        rank: 20,
        "The certificate is signed by itself and is not an anchor.",
        remedy: "Replace it by a certificate of an authority, or make it an anchor of the policy.",
        reference: "RFC 5280 §6.1.1 (d)"
    )

    /// `chain.distrusted`.
    package static let chainDistrusted = ReasonCode(
        "chain.distrusted",
        .denied,
        rank: 15,
        "A certificate of the chain is explicitly distrusted.",
        remedy: "Replace the certificate: its authority was distrusted on purpose.",
        reference: "SecTrustSettings"
    )

    /// `chain.issuerMismatch`.
    package static let chainIssuerMismatch = ReasonCode(
        "chain.issuerMismatch",
        .fatal,
        rank: 102,
        "A certificate's key identifiers do not match its issuer's.",
        remedy: "Reissue the certificate under the issuer's present key, or send the matching issuer.",
        reference: "RFC 5280 §4.2.1.1"
    )

    /// `chain.tooLong`.
    package static let chainTooLong = ReasonCode(
        "chain.tooLong",
        .recoverable,
        rank: 40,
        "There are more intermediate certificates than the policy allows.",
        remedy: "Shorten the chain, or raise maxChainDepth.",
        reference: "RFC 5280 §6.1"
    )

    /// `chain.loop`.
    package static let chainLoop = ReasonCode(
        "chain.loop",
        .recoverable,
        rank: 20,
        "The chain leads back to an authority that is part of it, and to no anchor.",
        remedy:
            "Send the certificate that an anchor's authority issued, or add one of the authorities to the policy's anchors.",
        reference: "RFC 4158 §2.4.2"
    )

    /// `chain.order`.
    package static let chainOrder = ReasonCode(
        "chain.order",
        .recoverable,
        rank: 1,
        "The first certificate is a CA certificate, and the end-entity certificate was sent behind it.",
        remedy: "Send the end-entity certificate first, then each certificate's issuer.",
        reference: "RFC 8446 §4.4.2"
    )
}
