extension ReasonCode {
    /// `chain.signatureInvalid`.
    package static let chainSignatureInvalid = ReasonCode(
        "chain.signatureInvalid",
        .fatal,
        rank: 10,
        meaning: "A certificate's signature cannot be verified with its issuer's public key.",
        remedy:
            "Get the certificate and its issuer's certificate from the CA again, and send both. Either one of the two "
            + "certificates was altered, or the issuer's certificate belongs to another CA with the same name.",
        reference: "RFC 5280 §6.1.3 (a)(1)"
    )

    /// `chain.issuerNotFound`.
    package static let chainIssuerNotFound = ReasonCode(
        "chain.issuerNotFound",
        .recoverable,
        rank: 20,
        meaning: "No certificate with the issuer's name and key is in the chain or among the trust anchors.",
        remedy:
            "Configure the server (or client) that sent this chain to send its intermediate certificates too. If a "
            + "private root issued this certificate directly, add that root to the policy's `anchors`.",
        reference: "RFC 5280 §6.1"
    )

    /// `chain.untrustedRoot`.
    package static let chainUntrustedRoot = ReasonCode(
        "chain.untrustedRoot",
        .recoverable,
        rank: 20,
        meaning: "The chain ends in a self-signed certificate that is not a trust anchor.",
        remedy:
            "To trust this root, compare its fingerprint with the one from a trusted source, such as the team that "
            + "runs this CA. If the fingerprints match, add the root to the policy's `anchors`. Otherwise do not trust "
            + "this chain.",
        reference: "RFC 5280 §6.1.1 (d)"
    )

    /// `chain.selfSignedLeaf`.
    package static let chainSelfSignedLeaf = ReasonCode(
        "chain.selfSignedLeaf",
        .recoverable,
        rank: 20,
        meaning: "The end-entity certificate is self-signed and is not a trust anchor.",
        remedy:
            "Install a certificate issued by a CA. To trust exactly this certificate, compare its fingerprint with the "
            + "one from a trusted source, such as the team that runs the server. If the fingerprints match, add the "
            + "certificate to the policy's `anchors`.",
        reference: "RFC 5280 §6.1.1 (d)"
    )

    /// `chain.distrusted`.
    package static let chainDistrusted = ReasonCode(
        "chain.distrusted",
        .denied,
        rank: 15,
        meaning: "Trust settings explicitly distrust a certificate of the chain.",
        remedy:
            "Use a certificate from another CA. If the distrust is not intended, change the trust settings in the "
            + "source that the message names.",
        reference: "OpenSSL X509_check_trust; SecTrustSettings",
        reportMode: .alwaysDenied
    )

    /// `chain.issuerMismatch`.
    package static let chainIssuerMismatch = ReasonCode(
        "chain.issuerMismatch",
        .fatal,
        rank: 102,
        meaning: "A certificate's authority key identifier does not match its issuer's certificate.",
        remedy:
            "If the issuer has another certificate that matches the authority key identifier, send that certificate. "
            + "Otherwise have the certificate reissued with an authority key identifier that matches the issuer's "
            + "certificate.",
        reference: "RFC 5280 §4.2.1.1"
    )

    /// `chain.tooLong`.
    package static let chainTooLong = ReasonCode(
        "chain.tooLong",
        .recoverable,
        rank: 40,
        meaning: "The path has more intermediate certificates than the policy allows.",
        remedy: "Present a chain with fewer intermediate certificates, or raise the policy's `maxChainDepth`.",
        reference: "RFC 5280 §6.1"
    )

    /// `chain.loop`.
    package static let chainLoop = ReasonCode(
        "chain.loop",
        .recoverable,
        rank: 20,
        meaning: "The chain forms a loop: it leads back to one of its own CAs and never reaches a trust anchor.",
        remedy:
            "Send a certificate that connects a CA in the loop to a trust anchor. If you trust a CA in the loop, you "
            + "can instead add that CA's certificate to the policy's `anchors`.",
        reference: "RFC 4158 §2.4.2"
    )

    /// `chain.issuerNotSent`.
    package static let chainIssuerNotSent = ReasonCode(
        "chain.issuerNotSent",
        .recoverable,
        rank: 130,
        meaning: "The chain lacks the certificate of an issuer, which was fetched.",
        remedy:
            "Install the issuer's certificate, named in the message, on the server (or client) that sent the chain. Many "
            + "clients do not fetch missing certificates and reject such a chain.",
        reference: "RFC 8446 §4.4.2"
    )

    /// `chain.order`.
    package static let chainOrder = ReasonCode(
        "chain.order",
        .recoverable,
        rank: 1,
        meaning: "The first certificate is a CA certificate, and the end-entity certificate was sent after it.",
        remedy:
            "Send the end-entity certificate first, then its issuer's certificate, and so on. Evaluate the corrected "
            + "chain before you consider the other errors for certificate 0: they are about the CA certificate.",
        reference: "RFC 8446 §4.4.2"
    )

    /// `chain.anchorConstrained`.
    package static let chainAnchorConstrained = ReasonCode(
        "chain.anchorConstrained",
        .recoverable,
        rank: 16,
        meaning:
            "The trust anchor is partially distrusted, and the path meets none of the conditions under which it is trusted.",
        remedy:
            "Get a certificate from another CA; the CAs of this trust anchor are being phased out by the source that the "
            + "message names. If the source has changed its decision, update the document with the constraint. If this "
            + "chain must be accepted meanwhile, add an exception to the policy.",
        reference: "Mozilla CKA_NSS_SERVER_DISTRUST_AFTER; Chrome Root Store ConstraintSet"
    )
}
