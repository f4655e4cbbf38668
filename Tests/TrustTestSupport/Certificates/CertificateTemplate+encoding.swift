extension CertificateTemplate {
    /// Signs the certificate of this template.
    ///
    /// - Throws: ``OpenSSLFailure`` if the signing key cannot sign with the algorithm.
    package func certificate() throws -> TestCertificate {
        try TestCertificate(signing: signedPart, as: self)
    }

    /// The complete TBSCertificate (RFC 5280 section 4.1).
    package var signedPart: [UInt8] {
        DERWriter.sequence(
            version == 1 && !writesVersion1 ? [] : DERWriter.explicit(0, DERWriter.integer(version - 1)),
            DERWriter.integer(content: serialNumber),
            signature.innerIdentifier,
            issuer.der,
            DERWriter.sequence(notBeforeEncoding.der(notBefore), notAfterEncoding.der(notAfter)),
            subject.der,
            subjectPublicKeyInfo,
            issuerUniqueID.map { DERWriter.implicit(1, [0] + $0) } ?? [],
            subjectUniqueID.map { DERWriter.implicit(2, [0] + $0) } ?? [],
            extensions.list.isEmpty ? [] : DERWriter.explicit(3, extensions.der)
        )
    }
}
