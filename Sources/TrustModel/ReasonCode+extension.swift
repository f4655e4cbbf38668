/// Form.
extension ReasonCode {
    /// `extension.invalid`.
    package static let extensionInvalid = ReasonCode(
        "extension.invalid",
        .fatal,
        rank: 48,
        "An extension is malformed or a duplicate.",
        remedy: "Have the certificate reissued.",
        reference: "RFC 5280 §4.2"
    )

    /// `extension.proxyCertificate`.
    package static let extensionProxyCertificate = ReasonCode(
        "extension.proxyCertificate",
        .fatal,
        rank: 85,
        "The certificate is a proxy certificate, which is not accepted here.",
        remedy: "Use the end entity's own certificate.",
        reference: "RFC 3820"
    )
}
