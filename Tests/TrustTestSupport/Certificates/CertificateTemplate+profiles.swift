extension CertificateTemplate {
    /// Creates the template of a self-signed root: 10 years around the reference time.
    package static func root(_ name: TestName, key: TestKey) throws -> CertificateTemplate {
        var template = CertificateTemplate(subject: name, subjectKey: key, issuer: name, signingKey: key)
        try template.becomeAuthority()
        template.notBefore = .reference.adding(days: -5 * 365)
        template.notAfter = .reference.adding(days: 5 * 365)
        return template
    }

    /// Creates the template of an intermediate CA: 5 years around the reference time.
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

    /// Creates the template of a TLS server and client: 90 days around the reference time.
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

    /// Creates the template of a delegated OCSP responder: 90 days around the reference time.
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

    /// Changes the issuer and keeps all fields of the subject.
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
