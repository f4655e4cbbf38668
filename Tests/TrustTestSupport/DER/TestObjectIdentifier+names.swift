// RFC 5280 section 4.2.1 and 4.2.2: certificate extensions.
extension TestObjectIdentifier {
    /// The subjectKeyIdentifier extension.
    package static let subjectKeyIdentifier: Self = "2.5.29.14"
    /// The keyUsage extension.
    package static let keyUsage: Self = "2.5.29.15"
    /// The subjectAltName extension.
    package static let subjectAlternativeName: Self = "2.5.29.17"
    /// The issuerAltName extension.
    package static let issuerAlternativeName: Self = "2.5.29.18"
    /// The basicConstraints extension.
    package static let basicConstraints: Self = "2.5.29.19"
    /// The nameConstraints extension.
    package static let nameConstraints: Self = "2.5.29.30"
    /// The cRLDistributionPoints extension.
    package static let crlDistributionPoints: Self = "2.5.29.31"
    /// The certificatePolicies extension.
    package static let certificatePolicies: Self = "2.5.29.32"
    /// The special policy anyPolicy.
    package static let anyPolicy: Self = "2.5.29.32.0"
    /// The policyMappings extension.
    package static let policyMappings: Self = "2.5.29.33"
    /// The authorityKeyIdentifier extension.
    package static let authorityKeyIdentifier: Self = "2.5.29.35"
    /// The policyConstraints extension.
    package static let policyConstraints: Self = "2.5.29.36"
    /// The extKeyUsage extension.
    package static let extendedKeyUsage: Self = "2.5.29.37"
    /// The inhibitAnyPolicy extension.
    package static let inhibitAnyPolicy: Self = "2.5.29.54"
    /// The authorityInfoAccess extension.
    package static let authorityInformationAccess: Self = "1.3.6.1.5.5.7.1.1"
    /// The TLS feature extension (RFC 7633).
    package static let tlsFeature: Self = "1.3.6.1.5.5.7.1.24"
    /// The id-pkix-ocsp-nocheck extension (RFC 6960 section 4.2.2.2.1).
    package static let ocspNoCheck: Self = "1.3.6.1.5.5.7.48.1.5"
}

// RFC 6960 section 4: OCSP responses.
extension TestObjectIdentifier {
    /// The response type id-pkix-ocsp-basic.
    package static let ocspBasicResponse: Self = "1.3.6.1.5.5.7.48.1.1"
    /// The nonce extension of a request or a response.
    package static let ocspNonce: Self = "1.3.6.1.5.5.7.48.1.2"
}

// RFC 5280 sections 4.2.1.15, 5.2 and 5.3: extensions of CRLs and of their entries.
extension TestObjectIdentifier {
    /// The cRLNumber extension of a list.
    package static let crlNumber: Self = "2.5.29.20"
    /// The reasonCode extension of an entry.
    package static let reasonCode: Self = "2.5.29.21"
    /// The invalidityDate extension of an entry.
    package static let invalidityDate: Self = "2.5.29.24"
    /// The deltaCRLIndicator extension of a list.
    package static let deltaCRLIndicator: Self = "2.5.29.27"
    /// The issuingDistributionPoint extension of a list.
    package static let issuingDistributionPoint: Self = "2.5.29.28"
    /// The certificateIssuer extension of an entry.
    package static let certificateIssuer: Self = "2.5.29.29"
    /// The freshestCRL extension of a certificate or a list.
    package static let freshestCRL: Self = "2.5.29.46"
}

// RFC 5280 section 4.2.1.12: purposes of extended key usage.
extension TestObjectIdentifier {
    /// The purpose anyExtendedKeyUsage.
    package static let anyExtendedKeyUsage: Self = "2.5.29.37.0"
    /// The purpose serverAuth.
    package static let serverAuthentication: Self = "1.3.6.1.5.5.7.3.1"
    /// The purpose clientAuth.
    package static let clientAuthentication: Self = "1.3.6.1.5.5.7.3.2"
    /// The purpose codeSigning.
    package static let codeSigning: Self = "1.3.6.1.5.5.7.3.3"
    /// The purpose emailProtection.
    package static let emailProtection: Self = "1.3.6.1.5.5.7.3.4"
    /// The purpose timeStamping.
    package static let timeStamping: Self = "1.3.6.1.5.5.7.3.8"
    /// The purpose OCSPSigning.
    package static let ocspSigning: Self = "1.3.6.1.5.5.7.3.9"
}

// RFC 5280 appendix A.1: attribute types of names.
extension TestObjectIdentifier {
    /// The attribute commonName.
    package static let commonName: Self = "2.5.4.3"
    /// The attribute countryName.
    package static let country: Self = "2.5.4.6"
    /// The attribute localityName.
    package static let locality: Self = "2.5.4.7"
    /// The attribute stateOrProvinceName.
    package static let stateOrProvince: Self = "2.5.4.8"
    /// The attribute organizationName.
    package static let organization: Self = "2.5.4.10"
    /// The attribute organizationalUnitName.
    package static let organizationalUnit: Self = "2.5.4.11"
    /// The attribute serialNumber of a name.
    package static let nameSerialNumber: Self = "2.5.4.5"
    /// The attribute emailAddress (PKCS #9).
    package static let emailAddress: Self = "1.2.840.113549.1.9.1"
    /// The attribute domainComponent (RFC 4519).
    package static let domainComponent: Self = "0.9.2342.19200300.100.1.25"
}
