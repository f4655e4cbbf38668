extension TestAuthority {
    /// Creates a certificate with this authority's name, key and extensions under another issuer.
    package func crossSigned(by issuer: TestAuthority, edit: Edit = { _ in }) throws -> TestCertificate {
        var copy = template
        copy.reissue(by: issuer.template)
        try edit(&copy)
        return try copy.certificate()
    }

    /// Creates another certificate of this CA with the same name, key and issuer, but another serial number.
    package func reissued(edit: Edit = { _ in }) throws -> TestAuthority {
        var copy = template
        copy.serialNumber = SerialNumbers.next()
        try edit(&copy)
        return try TestAuthority(copy)
    }
}
