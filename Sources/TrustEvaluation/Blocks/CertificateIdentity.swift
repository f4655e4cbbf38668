package import TrustModel

/// A value of a certificate that an index can look up.
package enum CertificateIdentity: Hashable, Sendable {
    /// The SHA-256 of the certificate.
    case certificate(Fingerprint)
    /// The SHA-256 of the SubjectPublicKeyInfo.
    case publicKey(Fingerprint)
    /// The serial number without leading zeros.
    case serialNumber(OctetKey)
    /// The DER of the issuer's name, and the serial number without leading zeros.
    case issued(by: OctetKey, serialNumber: OctetKey)
}

extension CertificateIdentity {
    /// The kinds of identities.
    enum Kind: CaseIterable {
        case certificate
        case publicKey
        case serialNumber
        case issued
    }

    var kind: Kind {
        switch self {
        case .certificate: .certificate
        case .publicKey: .publicKey
        case .serialNumber: .serialNumber
        case .issued: .issued
        }
    }

    /// Creates the identity of a certificate of one kind.
    init(_ kind: Kind, of facts: CertificateFacts) {
        let serialNumber = OctetKey(facts.serialNumber[...].withoutLeadingZeros)
        self =
            switch kind {
            case .certificate: .certificate(facts.fingerprint)
            case .publicKey: .publicKey(facts.publicKeyFingerprint)
            case .serialNumber: .serialNumber(serialNumber)
            case .issued: .issued(by: OctetKey(facts.issuer.der[...]), serialNumber: serialNumber)
            }
    }
}

extension ArraySlice<UInt8> {
    /// The octets of a serial number that all encodings of the number share.
    var withoutLeadingZeros: ArraySlice<UInt8> { drop { $0 == 0 } }
}
