extension TestAuthority {
    /// Makes a certificate with this authority's name, key and extensions under another issuer.
    package func crossSigned(by issuer: TestAuthority, edit: Edit = { _ in }) throws -> TestCertificate {
        var copy = template
        copy.reissue(by: issuer.template)
        try edit(&copy)
        return try copy.certificate()
    }

    /// Makes the same authority again: same name, key and issuer, another serial number, and what the edit changes.
    package func reissued(edit: Edit = { _ in }) throws -> TestAuthority {
        var copy = template
        copy.serialNumber = SerialNumbers.next()
        try edit(&copy)
        return try TestAuthority(copy)
    }
}
