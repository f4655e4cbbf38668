/// Holds everything a certificate is made of, to be changed by a test before it is signed.
///
/// The properties that stand for an extension keep ``extensions`` up to date when they are set; nil or an empty list
/// removes the extension. What no property covers, ``extensions``, the verbatim encodings, and in the last resort
/// ``TestCertificate/init(signing:as:)`` can say.
package struct CertificateTemplate: Sendable {
    /// The version as people count, 1 to 3; 1 is the default of the field and is left out.
    package var version = 3
    /// The content octets of the serial number, written as they are; unique within the process unless set.
    package var serialNumber = SerialNumbers.next()
    /// The name of the certificate's issuer.
    package var issuer: TestName
    /// The name of the certificate's subject.
    package var subject: TestName
    /// The start of validity, itself included.
    package var notBefore: TestInstant
    /// The end of validity, itself included.
    package var notAfter: TestInstant
    /// How ``notBefore`` is written.
    package var notBeforeEncoding = TestTimeEncoding.automatic
    /// How ``notAfter`` is written.
    package var notAfterEncoding = TestTimeEncoding.automatic
    /// The key pair certified.
    package let subjectKey: TestKey
    /// The complete SubjectPublicKeyInfo; that of ``subjectKey`` unless set.
    package var subjectPublicKeyInfo: [UInt8]
    /// The issuerUniqueID (RFC 5280 section 4.1.2.8); nil writes none.
    package var issuerUniqueID: [UInt8]?
    /// The subjectUniqueID (RFC 5280 section 4.1.2.8); nil writes none.
    package var subjectUniqueID: [UInt8]?
    /// The extensions; none at all leaves the field out.
    package var extensions = TestExtensions()
    /// How the certificate is signed.
    package var signature: SignatureTemplate

    /// The pathLenConstraint of an authority; setting it makes the certificate an authority's.
    package var pathLength: Int? {
        didSet { extensions.set(.basicConstraints(isAuthority: true, pathLength: pathLength)) }
    }

    /// The names for which the certificate stands; writing them makes the extension not critical.
    package var subjectAlternativeNames: [TestGeneralName] = [] {
        didSet {
            let names = subjectAlternativeNames.isEmpty ? nil : subjectAlternativeNames
            extensions.replace(.subjectAlternativeName, with: names.map { .subjectAlternativeName($0) })
        }
    }

    /// The purposes for which the certificate may be used.
    package var extendedKeyUsages: [TestObjectIdentifier] = [] {
        didSet {
            let purposes = extendedKeyUsages.isEmpty ? nil : extendedKeyUsages
            extensions.replace(.extendedKeyUsage, with: purposes.map { .extendedKeyUsage($0) })
        }
    }

    /// The operations for which the key may be used.
    package var keyUsage: TestKeyUsage? {
        didSet { extensions.replace(.keyUsage, with: keyUsage.map { .keyUsage($0) }) }
    }

    /// The identifier of the subject's key; certificates issued by it name the same in theirs.
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

    /// Makes a template without extensions, valid for 90 days around the reference moment.
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
