extension TestAuthority {
    /// Changes the template of a revocation list before it is signed.
    package typealias RevocationListEdit = (inout RevocationListTemplate) throws -> Void

    /// Makes a complete list of this authority that revokes the certificates given, without a reason.
    ///
    /// Its number is 1; the edit may add entries with a reason, make the list a delta, or forge it.
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
