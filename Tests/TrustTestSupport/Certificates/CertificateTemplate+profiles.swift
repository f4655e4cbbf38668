extension CertificateTemplate {
    /// Makes the template of a self-signed root: 10 years around the reference moment.
    package static func root(_ name: TestName, key: TestKey) throws -> CertificateTemplate {
        var template = CertificateTemplate(subject: name, subjectKey: key, issuer: name, signingKey: key)
        try template.becomeAuthority()
        template.notBefore = .reference.adding(days: -5 * 365)
        template.notAfter = .reference.adding(days: 5 * 365)
        return template
    }

    /// Makes the template of an authority under another: 5 years around the reference moment.
    package static func authority(
        _ name: TestName,
        key: TestKey,
        issuer: CertificateTemplate
    ) throws -> CertificateTemplate {
        var template = child(name, key: key, of: issuer)
        try template.becomeAuthority()
        template.notBefore = .reference.adding(days: -2 * 365)
        template.notAfter = .reference.adding(days: 3 * 365)
        return template
    }

    /// Makes the template of a TLS server and client: 90 days around the reference moment.
    package static func leaf(
        _ host: String,
        key: TestKey,
        issuer: CertificateTemplate
    ) throws -> CertificateTemplate {
        var template = child(.commonName(host), key: key, of: issuer)
        template.keyUsage = .digitalSignature
        template.extendedKeyUsages = [.serverAuthentication, .clientAuthentication]
        template.subjectAlternativeNames = [.dns(host)]
        template.subjectKeyIdentifier = try key.identifier()
        return template
    }

    /// Makes the template of an OCSP responder to which an authority delegates: 90 days around the reference moment.
    package static func responder(
        _ name: TestName,
        key: TestKey,
        issuer: CertificateTemplate
    ) throws -> CertificateTemplate {
        var template = child(name, key: key, of: issuer)
        template.keyUsage = .digitalSignature
        template.extendedKeyUsages = [.ocspSigning]
        template.subjectKeyIdentifier = try key.identifier()
        template.extensions.set(.ocspNoCheck())
        return template
    }

    /// Puts the certificate under another issuer, keeping all that is the subject's own.
    mutating func reissue(by issuing: CertificateTemplate) {
        issuer = issuing.subject
        signature = SignatureTemplate(key: issuing.subjectKey)
        authorityKeyIdentifier = issuing.subjectKeyIdentifier
        serialNumber = SerialNumbers.next()
    }

    private static func child(_ subject: TestName, key: TestKey, of issuing: CertificateTemplate) -> CertificateTemplate
    {
        var template = CertificateTemplate(
            subject: subject,
            subjectKey: key,
            issuer: issuing.subject,
            signingKey: issuing.subjectKey
        )
        template.authorityKeyIdentifier = issuing.subjectKeyIdentifier
        return template
    }

    private mutating func becomeAuthority() throws {
        pathLength = nil
        keyUsage = [.keyCertSign, .crlSign]
        subjectKeyIdentifier = try subjectKey.identifier()
    }
}
