/// A test CA: its certificate and key, which issue certificates.
///
/// Every `edit` closure changes the template before it is signed. The default key is a new key on P-256.
package struct TestAuthority: Sendable {
    /// Changes a template before it is signed.
    package typealias Edit = (inout CertificateTemplate) throws -> Void

    /// The authority's certificate.
    package let certificate: TestCertificate

    /// Signs a template as a CA, regardless of its extensions.
    package init(_ template: CertificateTemplate) throws {
        certificate = try template.certificate()
    }

    /// The template from which the authority's certificate was signed.
    package var template: CertificateTemplate { certificate.template }

    /// The key pair.
    package var key: TestKey { template.subjectKey }

    /// The subject's name.
    package var name: TestName { template.subject }

    /// Creates a self-signed root with this common name.
    package static func root(
        _ commonName: String,
        key: TestKey? = nil,
        edit: Edit = { _ in }
    ) throws -> TestAuthority {
        var template = try CertificateTemplate.root(.commonName(commonName), key: key ?? .generate(.ecdsaP256))
        try edit(&template)
        return try TestAuthority(template)
    }

    /// Creates an intermediate CA issued by this one.
    package func issueAuthority(
        _ commonName: String,
        key: TestKey? = nil,
        edit: Edit = { _ in }
    ) throws -> TestAuthority {
        let key = try key ?? .generate(.ecdsaP256)
        var authority = try CertificateTemplate.authority(.commonName(commonName), key: key, issuer: template)
        try edit(&authority)
        return try TestAuthority(authority)
    }

    /// Creates the certificate of a TLS server and client whose DNS name is `host`.
    package func issueLeaf(
        _ host: String,
        key: TestKey? = nil,
        edit: Edit = { _ in }
    ) throws -> TestCertificate {
        var leaf = try CertificateTemplate.leaf(host, key: key ?? .generate(.ecdsaP256), issuer: template)
        try edit(&leaf)
        return try leaf.certificate()
    }
}
