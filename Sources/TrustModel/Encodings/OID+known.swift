/// Certificate extensions (RFC 5280 section 4.2).
extension OID {
    package static let subjectKeyIdentifier = OID(2, 5, 29, 14)
    package static let keyUsage = OID(2, 5, 29, 15)
    package static let subjectAlternativeName = OID(2, 5, 29, 17)
    package static let issuerAlternativeName = OID(2, 5, 29, 18)
    package static let basicConstraints = OID(2, 5, 29, 19)
    package static let nameConstraints = OID(2, 5, 29, 30)
    package static let crlDistributionPoints = OID(2, 5, 29, 31)
    package static let certificatePolicies = OID(2, 5, 29, 32)
    package static let policyMappings = OID(2, 5, 29, 33)
    package static let authorityKeyIdentifier = OID(2, 5, 29, 35)
    package static let policyConstraints = OID(2, 5, 29, 36)
    package static let extendedKeyUsage = OID(2, 5, 29, 37)
    package static let freshestCRL = OID(2, 5, 29, 46)
    package static let inhibitAnyPolicy = OID(2, 5, 29, 54)
    /// RFC 9608 section 2.
    package static let noRevocationAvailable = OID(2, 5, 29, 56)
    /// RFC 7633 section 4.
    package static let tlsFeature = OID(1, 3, 6, 1, 5, 5, 7, 1, 24)
    package static let authorityInformationAccess = OID(1, 3, 6, 1, 5, 5, 7, 1, 1)
    package static let addressBlocks = OID(1, 3, 6, 1, 5, 5, 7, 1, 7)
    package static let systemNumbers = OID(1, 3, 6, 1, 5, 5, 7, 1, 8)
    package static let subjectInformationAccess = OID(1, 3, 6, 1, 5, 5, 7, 1, 11)
    package static let proxyCertificateInformation = OID(1, 3, 6, 1, 5, 5, 7, 1, 14)
    package static let netscapeCertificateType = OID(2, 16, 840, 1, 113730, 1, 1)
    /// RFC 6962 section 3.3.
    package static let signedCertificateTimestamps = OID(1, 3, 6, 1, 4, 1, 11129, 2, 4, 2)
    /// The critical extension of precertificates (RFC 6962 section 3.1).
    package static let precertificatePoison = OID(1, 3, 6, 1, 4, 1, 11129, 2, 4, 3)
    /// The list of timestamps in an OCSP response (RFC 6962 section 3.3).
    package static let ocspTimestamps = OID(1, 3, 6, 1, 4, 1, 11129, 2, 4, 5)
    package static let anyPolicy = OID(2, 5, 29, 32, 0)
}

/// Access methods (RFC 5280 section 4.2.2.1) and types of policy qualifiers (section 4.2.1.4).
extension OID {
    package static let ocspAccess = OID(1, 3, 6, 1, 5, 5, 7, 48, 1)
    package static let issuersAccess = OID(1, 3, 6, 1, 5, 5, 7, 48, 2)
    package static let cpsQualifier = OID(1, 3, 6, 1, 5, 5, 7, 2, 1)
    package static let userNoticeQualifier = OID(1, 3, 6, 1, 5, 5, 7, 2, 2)
}

/// Key purposes (RFC 5280 section 4.2.1.12).
extension OID {
    package static let anyExtendedKeyUsage = OID(2, 5, 29, 37, 0)
    package static let serverAuth = OID(1, 3, 6, 1, 5, 5, 7, 3, 1)
    package static let clientAuth = OID(1, 3, 6, 1, 5, 5, 7, 3, 2)
    package static let codeSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 3)
    package static let emailProtection = OID(1, 3, 6, 1, 5, 5, 7, 3, 4)
    package static let timeStamping = OID(1, 3, 6, 1, 5, 5, 7, 3, 8)
    package static let ocspSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 9)
}

/// Public keys and curves (RFC 3279, 5480, 8410).
extension OID {
    package static let rsaEncryption = OID(1, 2, 840, 113549, 1, 1, 1)
    /// The arc of RSA's signature algorithms.
    package static let pkcs1 = OID(1, 2, 840, 113549, 1, 1)
    /// The arc of ECDSA's signature algorithms, except the algorithms that use SHA-3.
    package static let ecdsaSignatures = OID(1, 2, 840, 10045, 4)
    package static let rsassaPSS = OID(1, 2, 840, 113549, 1, 1, 10)
    package static let dsa = OID(1, 2, 840, 10040, 4, 1)
    package static let ecPublicKey = OID(1, 2, 840, 10045, 2, 1)
    package static let prime192v1 = OID(1, 2, 840, 10045, 3, 1, 1)
    package static let secp224r1 = OID(1, 3, 132, 0, 33)
    package static let prime256v1 = OID(1, 2, 840, 10045, 3, 1, 7)
    package static let secp384r1 = OID(1, 3, 132, 0, 34)
    package static let secp521r1 = OID(1, 3, 132, 0, 35)
    package static let secp256k1 = OID(1, 3, 132, 0, 10)
    package static let brainpoolP256r1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 7)
    package static let brainpoolP384r1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 11)
    package static let brainpoolP512r1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 13)
    package static let ed25519 = OID(1, 3, 101, 112)
    package static let ed448 = OID(1, 3, 101, 113)
}

/// Attribute types of names (RFC 4519, RFC 5280 appendix A).
extension OID {
    package static let commonName = OID(2, 5, 4, 3)
    package static let emailAddress = OID(1, 2, 840, 113549, 1, 9, 1)
}

/// CRL and CRL entry extensions (RFC 5280 sections 5.2 and 5.3).
extension OID {
    package static let crlNumber = OID(2, 5, 29, 20)
    package static let crlReason = OID(2, 5, 29, 21)
    package static let deltaCRLIndicator = OID(2, 5, 29, 27)
    package static let issuingDistributionPoint = OID(2, 5, 29, 28)
    package static let certificateIssuer = OID(2, 5, 29, 29)
}

/// Digests in OCSP (RFC 3279, 4055), and the basic OCSP response type (RFC 6960).
extension OID {
    package static let sha1 = OID(1, 3, 14, 3, 2, 26)
    package static let sha256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 1)
    package static let sha384 = OID(2, 16, 840, 1, 101, 3, 4, 2, 2)
    package static let sha512 = OID(2, 16, 840, 1, 101, 3, 4, 2, 3)
    package static let basicOCSPResponse = OID(1, 3, 6, 1, 5, 5, 7, 48, 1, 1)
}
