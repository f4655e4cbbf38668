extension TestAuthority {
    /// Changes the template of a CRL before it is signed.
    package typealias RevocationListEdit = (inout RevocationListTemplate) throws -> Void

    /// Creates a complete CRL of this CA with the given revoked certificates, without reasons.
    ///
    /// Its number is 1. The edit may add entries with a reason, create a delta CRL, or forge the signature.
    package func revocationList(
        revoking certificates: [TestCertificate] = [],
        edit: RevocationListEdit = { _ in }
    ) throws -> TestRevocationList {
        var list = RevocationListTemplate(issuer: name, signingKey: key)
        list.authorityKeyIdentifier = template.subjectKeyIdentifier
        list.crlNumber = 1
        for certificate in certificates {
            list.revoke(certificate)
        }
        try edit(&list)
        return try list.revocationList()
    }
}
