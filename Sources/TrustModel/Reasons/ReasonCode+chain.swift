extension ReasonCode {
    /// `chain.signatureInvalid`.
    package static let chainSignatureInvalid = ReasonCode(
        "chain.signatureInvalid",
        .fatal,
        rank: 10,
        downgrading: .forbidden(),
        meaning: "A certificate's signature cannot be verified with its issuer's public key.",
        cause: """
            The certificate was altered after it was signed, or the issuer's certificate belongs to another CA with the \
            same name and another key. If the issuer's key cannot be used to verify signatures, the reason is \
            `crypto.keyWeak` instead; if the algorithm is not supported, it is `crypto.algorithm`.
            """,
        remedy:
            "Get the certificate and its issuer's certificate from the CA again, and send both. Either one of the two "
            + "certificates was altered, or the issuer's certificate belongs to another CA with the same name.",
        reference: "RFC 5280 §6.1.3 (a)(1)",
        openSSL: (7, "X509_V_ERR_CERT_SIGNATURE_FAILURE"),
        others: [
            "`SEC_ERROR_BAD_SIGNATURE` (Firefox)"
        ]
    )

    /// `chain.issuerNotFound`.
    package static let chainIssuerNotFound = ReasonCode(
        "chain.issuerNotFound",
        .recoverable,
        rank: 20,
        downgrading: .forbidden(),
        meaning: "No certificate with the issuer's name and key is in the chain or among the trust anchors.",
        cause: """
            The server sends its own certificate without the intermediates, or the policy does not trust the CA. If \
            only certificates with the issuer's name but another key were found, the message compares the key \
            identifiers. The facts then list the SHA-256 digests (`candidates`) and key identifiers \
            (`candidateKeyIdentifiers`) of these certificates.
            """,
        remedy:
            "Configure the server (or client) that sent this chain to send its intermediate certificates too. If a "
            + "private root issued this certificate directly, add that root to the policy's `anchors`.",
        reference: "RFC 5280 §6.1",
        openSSL: (20, "X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY"),
        others: [
            "`errSecCreateChainFailed` (Apple)",
            "`x509.UnknownAuthorityError` (Go)",
            "`ERR_CERT_AUTHORITY_INVALID` (Chrome)",
            "`SEC_ERROR_UNKNOWN_ISSUER` (Firefox)",
        ]
    )

    /// `chain.untrustedRoot`.
    package static let chainUntrustedRoot = ReasonCode(
        "chain.untrustedRoot",
        .recoverable,
        rank: 20,
        downgrading: .forbidden(),
        meaning: "The chain ends in a self-signed certificate that is not a trust anchor.",
        cause:
            "The chain of a private CA was sent with its root, but the root is not among the policy's trust anchors.",
        remedy:
            "To trust this root, compare its fingerprint with the one from a trusted source, such as the team that "
            + "runs this CA. If the fingerprints match, add the root to the policy's `anchors`. Otherwise do not trust "
            + "this chain.",
        reference: "RFC 5280 §6.1.1 (d)",
        openSSL: (19, "X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN"),
        others: [
            "`errSecNotTrusted` (Apple)",
            "`x509.UnknownAuthorityError` (Go)",
            "`ERR_CERT_AUTHORITY_INVALID` (Chrome)",
            "`SEC_ERROR_UNKNOWN_ISSUER` (Firefox)",
        ]
    )

    /// `chain.selfSignedLeaf`.
    package static let chainSelfSignedLeaf = ReasonCode(
        "chain.selfSignedLeaf",
        .recoverable,
        rank: 20,
        downgrading: .forbidden(),
        meaning: "The end-entity certificate is self-signed and is not a trust anchor.",
        cause: """
            A development certificate, a certificate that a device issued to itself, or a machine-in-the-middle \
            attack. If a trust anchor has the name and key of the certificate but may not issue certificates, the \
            certificate was probably renewed; the fact `predecessor` is the SHA-256 of this anchor.
            """,
        remedy:
            "Install a certificate issued by a CA. To trust exactly this certificate, compare its fingerprint with the "
            + "one from a trusted source, such as the team that runs the server. If the fingerprints match, add the "
            + "certificate to the policy's `anchors`.",
        reference: "RFC 5280 §6.1.1 (d)",
        openSSL: (18, "X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT"),
        others: [
            "`x509.UnknownAuthorityError` (Go)",
            "`ERR_CERT_AUTHORITY_INVALID` (Chrome)",
            "`MOZILLA_PKIX_ERROR_SELF_SIGNED_CERT` (Firefox)",
        ]
    )

    /// `chain.distrusted`.
    package static let chainDistrusted = ReasonCode(
        "chain.distrusted",
        .denied,
        rank: 15,
        downgrading: .forbidden(),
        meaning: "Trust settings explicitly distrust a certificate of the chain.",
        cause: """
            A copy of the certificate has trust settings (`TRUSTED CERTIFICATE`, see \
            <doc:Anchors#Trust-settings>). These settings reject the required purpose, or trust the certificate only \
            for other purposes. The fact `source` names the source of this copy.
            """,
        remedy:
            "Use a certificate from another CA. If the distrust is not intended, change the trust settings in the "
            + "source that the message names.",
        reference: "OpenSSL X509_check_trust; SecTrustSettings",
        openSSL: (28, "X509_V_ERR_CERT_REJECTED"),
        reportMode: .alwaysDenied
    )

    /// `chain.issuerMismatch`.
    package static let chainIssuerMismatch = ReasonCode(
        "chain.issuerMismatch",
        .fatal,
        rank: 102,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A certificate's authority key identifier does not match its issuer's certificate.",
        cause:
            "The CA has several certificates for the same key, with different key identifiers. The signature is valid.",
        remedy:
            "If the issuer has another certificate that matches the authority key identifier, send that certificate. "
            + "Otherwise have the certificate reissued with an authority key identifier that matches the issuer's "
            + "certificate.",
        reference: "RFC 5280 §4.2.1.1",
        openSSL: (30, "X509_V_ERR_AKID_SKID_MISMATCH")
    )

    /// `chain.tooLong`.
    package static let chainTooLong = ReasonCode(
        "chain.tooLong",
        .recoverable,
        rank: 40,
        downgrading: .allowed,
        meaning: "The path has more intermediate certificates than the policy allows.",
        cause: "The path has more intermediates than the policy's `maxChainDepth`.",
        remedy: "Present a chain with fewer intermediate certificates, or raise the policy's `maxChainDepth`.",
        reference: "RFC 5280 §6.1",
        openSSL: (22, "X509_V_ERR_CERT_CHAIN_TOO_LONG")
    )

    /// `chain.loop`.
    package static let chainLoop = ReasonCode(
        "chain.loop",
        .recoverable,
        rank: 20,
        downgrading: .forbidden(),
        meaning: "The chain forms a loop: it leads back to one of its own CAs and never reaches a trust anchor.",
        cause: """
            CAs have certified each other, and none of them is a trust anchor. The chain lacks a certificate that a CA \
            outside the loop issued to a CA in the loop.
            """,
        remedy:
            "Send a certificate that connects a CA in the loop to a trust anchor. If you trust a CA in the loop, you "
            + "can instead add that CA's certificate to the policy's `anchors`.",
        reference: "RFC 4158 §2.4.2",
        openSSL: (55, "X509_V_ERR_PATH_LOOP")
    )

    /// `chain.issuerNotSent`.
    package static let chainIssuerNotSent = ReasonCode(
        "chain.issuerNotSent",
        .recoverable,
        rank: 130,
        downgrading: .allowed,
        meaning: "The chain lacks the certificate of an issuer, which was fetched.",
        cause: """
            The server (or client) sent a chain without an intermediate. The policy has `issuers: {fetch: true}`, and \
            the certificate was fetched from a location in the certificate below it. The message names both \
            certificates.
            """,
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
        downgrading: .forbidden("it only accompanies a rejection"),
        meaning: "The first certificate is a CA certificate, and the end-entity certificate was sent after it.",
        cause: """
            The server sends an intermediate or the root first. Certificate 0 is always evaluated as the end-entity \
            certificate, because a TLS peer proves only that it has the key of this certificate. The facts \
            `endEntityPosition`, `endEntity` and `endEntitySha256` identify the certificate that must be sent first, \
            and `isForHost` states whether this certificate is valid for the host. If certificate 0 is not an issuer \
            of the end-entity certificate, the message advises to omit certificate 0. `chain.order` is added after the \
            chain is rejected, and is listed first. It never changes a result, and exceptions need not list it.
            """,
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
        downgrading: .allowed,
        meaning:
            "The trust anchor is partially distrusted, and the path meets none of the conditions under which it is trusted.",
        cause: """
            A root program distrusts the CA from a date on, for some names or for some purposes, or it distrusts the \
            CA fully. The fact `anchor` is the pin of the anchor's key. The fact `alternatives` lists the failed \
            conditions of each alternative with the compared values, and is empty for full distrust. `source` and \
            `asOf` name the origin of the decision (<doc:Anchors#Anchor-constraints>).
            """,
        remedy:
            "Get a certificate that meets the condition, or one from another CA: if a root program sets the condition, it "
            + "phases the CAs of this trust anchor out. If the condition has changed, update the document with the "
            + "constraint. If this chain must be accepted meanwhile, add an exception to the policy.",
        reference: "Mozilla CKA_NSS_SERVER_DISTRUST_AFTER; Chrome Root Store ConstraintSet"
    )
}
