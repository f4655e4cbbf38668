extension ReasonCode {
    /// `extension.invalid`.
    package static let extensionInvalid = ReasonCode(
        "extension.invalid",
        .fatal,
        rank: 48,
        meaning: "An extension is malformed, occurs more than once, or must not be in this certificate.",
        remedy: "Have the certificate reissued so that the extension is well-formed and occurs only once.",
        reference: "RFC 5280 §4.2"
    )

    /// `extension.proxyCertificate`.
    package static let extensionProxyCertificate = ReasonCode(
        "extension.proxyCertificate",
        .fatal,
        rank: 85,
        meaning: "The chain contains a proxy certificate, and proxy certificates are not accepted.",
        remedy: "Present the end entity's own certificate instead of a proxy certificate.",
        reference: "RFC 3820"
    )
}
