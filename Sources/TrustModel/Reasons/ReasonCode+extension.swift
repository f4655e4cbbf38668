extension ReasonCode {
    /// `extension.invalid`.
    package static let extensionInvalid = ReasonCode(
        "extension.invalid",
        .fatal,
        rank: 48,
        downgrading: .forbidden(),
        meaning: "An extension is malformed, occurs more than once, or must not be in this certificate.",
        cause: """
            The encoding of an extension is wrong, or the certificate has the extension twice. The message gives the \
            extension, the byte offset and the defect. Or noRevAvail is in a CA certificate, or beside the location of \
            a CRL or an OCSP responder (RFC 9608). Reasons that only follow from the absence of the extension, such as \
            `constraint.notCA` for malformed basic constraints, are omitted.
            """,
        remedy: "Have the certificate reissued so that the extension is well-formed and occurs only once.",
        reference: "RFC 5280 §4.2",
        openSSL: (41, "X509_V_ERR_INVALID_EXTENSION")
    )

    /// `extension.proxyCertificate`.
    package static let extensionProxyCertificate = ReasonCode(
        "extension.proxyCertificate",
        .fatal,
        rank: 85,
        downgrading: .allowed,
        meaning: "The chain contains a proxy certificate, and proxy certificates are not accepted.",
        cause: "The certificate is a proxy certificate (RFC 3820), as used in grid computing.",
        remedy: "Present the end entity's own certificate instead of a proxy certificate.",
        reference: "RFC 3820",
        openSSL: (40, "X509_V_ERR_PROXY_CERTIFICATES_NOT_ALLOWED")
    )
}
