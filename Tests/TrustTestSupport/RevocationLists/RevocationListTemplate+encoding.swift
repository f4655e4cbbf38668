extension RevocationListTemplate {
    /// Signs the CRL of this template.
    ///
    /// - Throws: ``OpenSSLFailure`` if the signing key cannot sign with the algorithm.
    package func revocationList() throws -> TestRevocationList {
        try TestRevocationList(signing: signedPart, as: self)
    }

    /// The complete TBSCertList (RFC 5280 section 5.1).
    package var signedPart: [UInt8] {
        DERWriter.sequence(
            version == 1 && !writesVersion1 ? [] : DERWriter.integer(version - 1),
            signature.innerIdentifier,
            issuer.der,
            thisUpdateEncoding.der(thisUpdate),
            nextUpdate.map { nextUpdateEncoding.der($0) } ?? [],
            entries.isEmpty && encodedEntries.isEmpty && !writesEmptyEntries
                ? [] : DERWriter.sequence(encodedEntries, entries.flatMap(\.der)),
            extensions.list.isEmpty ? [] : DERWriter.explicit(0, extensions.der)
        )
    }
}
