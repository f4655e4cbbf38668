/// Holds a certificate authority of a test: a certificate, its key, and the making of certificates under it.
///
/// Every `edit` closure changes the template after its defaults are set and before it is signed. A key that is not
/// given is a new one on P-256.
package struct TestAuthority: Sendable {
    /// Changes a template before it is signed.
    package typealias Edit = (inout CertificateTemplate) throws -> Void

    /// The authority's certificate.
    package let certificate: TestCertificate

    /// Signs a template and holds it as an authority, whatever its extensions say.
    package init(_ template: CertificateTemplate) throws {
        certificate = try template.certificate()
    }

    /// The template from which the authority's certificate was signed.
    package var template: CertificateTemplate { certificate.template }

    /// The key pair.
    package var key: TestKey { template.subjectKey }

    /// The subject's name.
    package var name: TestName { template.subject }

    /// Makes a self-signed root with this common name.
    package static func root(
        _ commonName: String,
        key: TestKey? = nil,
        edit: Edit = { _ in }
    ) throws -> TestAuthority {
        var template = try CertificateTemplate.root(.commonName(commonName), key: key ?? .generate(.ecdsaP256))
        try edit(&template)
        return try TestAuthority(template)
    }

    /// Makes an authority under this one.
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

    /// Makes the certificate of a TLS server and client whose DNS name is `host`.
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
