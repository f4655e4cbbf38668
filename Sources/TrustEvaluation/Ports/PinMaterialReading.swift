package import TrustModel

/// Reads what pins are made of: certificates, and public keys besides.
package protocol PinMaterialReading: CertificateReading {
    /// Reads PEM text (certificates, PKCS#7 bundles and public keys in any mix, other text around them), or the DER of one
    /// certificate, bundle or SubjectPublicKeyInfo.
    ///
    /// An RSA key of PKCS #1 counts as the SubjectPublicKeyInfo that it stands in when a certificate has it.
    ///
    /// - Parameters:
    ///   - bytes: what a file or a text holds.
    ///   - limits: how many certificates and keys there may be, and how large each.
    /// - Returns: what could be read, in the order of the bytes, and an error for each part that could not; one
    ///   `noCertificate` where there is nothing at all.
    func readablePinMaterials(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) -> (materials: [PinMaterial], failures: [CertificateReadingError])
}

extension PinMaterialReading {
    /// Reads the same forms, all or nothing.
    ///
    /// - Throws: the first part that cannot be read, or that there is none.
    package func pinMaterials(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) throws(CertificateReadingError) -> [PinMaterial] {
        let (materials, failures) = readablePinMaterials(in: bytes, limits: limits)
        if let failure = failures.first { throw failure }
        return materials
    }
}

/// What a pin can be made of.
package enum PinMaterial: Sendable, Hashable {
    /// A whole certificate, which has a key as well.
    case certificate(Certificate)
    /// A key without a certificate: the SHA-256 of its SubjectPublicKeyInfo.
    case publicKey(Fingerprint)

    /// The SHA-256 of the SubjectPublicKeyInfo.
    package var keyFingerprint: Fingerprint {
        switch self {
        case .certificate(let certificate): certificate.facts.publicKeyFingerprint
        case .publicKey(let fingerprint): fingerprint
        }
    }
}
