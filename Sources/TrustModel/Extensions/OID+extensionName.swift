/// What extensions are called.
extension OID {
    /// Name and identifier of an extension, such as `keyUsage (2.5.29.15)`; the identifier alone where no name is known.
    package var extensionLabel: String {
        Self.extensionNames.first { $0.type == self }.map { "\($0.name) (\(self))" } ?? description
    }

    /// The names of the standards' ASN.1 modules, without `id-ce-` and `id-pe-` (RFC 5280, 3779, 3820).
    private static let extensionNames: [(type: OID, name: String)] = [
        (.subjectKeyIdentifier, "subjectKeyIdentifier"), (.keyUsage, "keyUsage"),
        (.subjectAlternativeName, "subjectAltName"), (.issuerAlternativeName, "issuerAltName"),
        (.basicConstraints, "basicConstraints"), (.nameConstraints, "nameConstraints"),
        (.crlDistributionPoints, "cRLDistributionPoints"), (.certificatePolicies, "certificatePolicies"),
        (.policyMappings, "policyMappings"), (.authorityKeyIdentifier, "authorityKeyIdentifier"),
        (.policyConstraints, "policyConstraints"), (.extendedKeyUsage, "extKeyUsage"), (.freshestCRL, "freshestCRL"),
        (.inhibitAnyPolicy, "inhibitAnyPolicy"), (.authorityInformationAccess, "authorityInfoAccess"),
        (.subjectInformationAccess, "subjectInfoAccess"), (.addressBlocks, "ipAddrBlocks"),
        (.systemNumbers, "autonomousSysIds"), (.proxyCertificateInformation, "proxyCertInfo"),
        (.netscapeCertificateType, "netscape-cert-type"),
    ]
}
