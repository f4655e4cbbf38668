extension TestExtension {
    /// Creates subjectKeyIdentifier (RFC 5280 section 4.2.1.2).
    package static func subjectKeyIdentifier(_ identifier: [UInt8], critical: Bool = false) -> TestExtension {
        raw(.subjectKeyIdentifier, critical: critical, value: DERWriter.octetString(identifier))
    }

    /// Creates authorityKeyIdentifier (RFC 5280 section 4.2.1.1).
    ///
    /// - Parameters:
    ///   - keyIdentifier: the issuer's key identifier; nil omits it.
    ///   - issuer: the name of the issuer's issuer; nil omits it.
    ///   - serialNumber: the content octets of the issuer's serial number; nil omits it.
    ///   - critical: whether the extension is critical, which the RFC forbids.
    /// - Returns: the extension.
    package static func authorityKeyIdentifier(
        _ keyIdentifier: [UInt8]? = nil,
        issuer: TestName? = nil,
        serialNumber: [UInt8]? = nil,
        critical: Bool = false
    ) -> TestExtension {
        let value = DERWriter.sequence(
            keyIdentifier.map { DERWriter.implicit(0, $0) } ?? [],
            issuer.map { DERWriter.explicit(1, TestGeneralName.directory($0).der) } ?? [],
            serialNumber.map { DERWriter.implicit(2, $0) } ?? []
        )
        return raw(.authorityKeyIdentifier, critical: critical, value: value)
    }

    /// Creates authorityInfoAccess with addresses of OCSP responders and of the issuer's certificate (section 4.2.2.1).
    package static func authorityInformationAccess(
        ocsp: [String] = [],
        issuers: [String] = [],
        critical: Bool = false
    ) -> TestExtension {
        let descriptions =
            ocsp.map { accessDescription("1.3.6.1.5.5.7.48.1", $0) }
            + issuers.map { accessDescription("1.3.6.1.5.5.7.48.2", $0) }
        return raw(.authorityInformationAccess, critical: critical, value: DERWriter.sequence(of: descriptions))
    }

    private static func accessDescription(_ method: TestObjectIdentifier, _ address: String) -> [UInt8] {
        DERWriter.sequence(method.der, TestGeneralName.uri(address).der)
    }
}
