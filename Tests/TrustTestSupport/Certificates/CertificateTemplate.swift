/// The fields of a certificate, which a test can change before signing.
///
/// Properties for an extension update ``extensions``; nil or an empty list removes the extension. Other contents are
/// possible with ``extensions``, the verbatim encodings, and ``TestCertificate/init(signing:as:)``.
package struct CertificateTemplate: Sendable {
    /// The version, 1 to 3; 1 is the default of the field and is omitted.
    package var version = 3
    /// Whether version 1 is encoded, although it is the default.
    package var writesVersion1 = false
    /// The content octets of the serial number, written unchanged; unique within the process unless set.
    package var serialNumber = SerialNumbers.next()
    /// The name of the certificate's issuer.
    package var issuer: TestName
    /// The name of the certificate's subject.
    package var subject: TestName
    /// The start of the validity period, inclusive.
    package var notBefore: TestInstant
    /// The end of the validity period, inclusive.
    package var notAfter: TestInstant
    /// The encoding of ``notBefore``.
    package var notBeforeEncoding = TestTimeEncoding.automatic
    /// The encoding of ``notAfter``.
    package var notAfterEncoding = TestTimeEncoding.automatic
    /// The subject's key pair.
    package let subjectKey: TestKey
    /// The complete SubjectPublicKeyInfo; that of ``subjectKey`` unless set.
    package var subjectPublicKeyInfo: [UInt8]
    /// The issuerUniqueID (RFC 5280 section 4.1.2.8); nil omits it.
    package var issuerUniqueID: [UInt8]?
    /// The subjectUniqueID (RFC 5280 section 4.1.2.8); nil omits it.
    package var subjectUniqueID: [UInt8]?
    /// The extensions; omitted if empty.
    package var extensions = TestExtensions()
    /// The signature of the certificate.
    package var signature: SignatureTemplate

    /// The pathLenConstraint of a CA; setting it makes the subject a CA.
    package var pathLength: Int? {
        didSet { extensions.set(.basicConstraints(isAuthority: true, pathLength: pathLength)) }
    }

    /// The subject alternative names; setting them makes the extension non-critical.
    package var subjectAlternativeNames: [TestGeneralName] = [] {
        didSet {
            let names = subjectAlternativeNames.isEmpty ? nil : subjectAlternativeNames
            extensions.replace(.subjectAlternativeName, with: names.map { .subjectAlternativeName($0) })
        }
    }

    /// The extended key usage.
    package var extendedKeyUsages: [TestObjectIdentifier] = [] {
        didSet {
            let purposes = extendedKeyUsages.isEmpty ? nil : extendedKeyUsages
            extensions.replace(.extendedKeyUsage, with: purposes.map { .extendedKeyUsage($0) })
        }
    }

    /// The key usage.
    package var keyUsage: TestKeyUsage? {
        didSet { extensions.replace(.keyUsage, with: keyUsage.map { .keyUsage($0) }) }
    }

    /// The subject key identifier, which issued certificates have as their authority key identifier.
    package var subjectKeyIdentifier: [UInt8]? {
        didSet {
            extensions.replace(.subjectKeyIdentifier, with: subjectKeyIdentifier.map { .subjectKeyIdentifier($0) })
        }
    }

    /// The identifier of the issuer's key.
    package var authorityKeyIdentifier: [UInt8]? {
        didSet {
            extensions.replace(
                .authorityKeyIdentifier,
                with: authorityKeyIdentifier.map { .authorityKeyIdentifier($0) }
            )
        }
    }

    /// Creates a template without extensions, valid for 90 days around the reference time.
    package init(subject: TestName, subjectKey: TestKey, issuer: TestName, signingKey: TestKey) {
        self.subject = subject
        self.subjectKey = subjectKey
        self.issuer = issuer
        subjectPublicKeyInfo = subjectKey.subjectPublicKeyInfo
        signature = SignatureTemplate(key: signingKey)
        notBefore = .reference.adding(days: -30)
        notAfter = .reference.adding(days: 60)
    }
}
