extension OID {
    /// The name and identifier of an extension, such as `keyUsage (2.5.29.15)`; only the identifier if unknown.
    package var extensionLabel: String {
        Self.extensionNames.first { $0.type == self }.map { "\($0.name) (\(self))" } ?? description
    }

    /// The names in the ASN.1 modules of RFC 5280, 3779, 3820, 7633 and 9608, without the prefixes `id-ce-` and `id-pe-`.
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
        (.netscapeCertificateType, "netscape-cert-type"), (.noRevocationAvailable, "noRevAvail"),
        (.tlsFeature, "tlsfeature"),
    ]
}
