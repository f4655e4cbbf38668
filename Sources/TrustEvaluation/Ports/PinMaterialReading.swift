package import TrustModel

/// Reads the material of pins: certificates and public keys.
package protocol PinMaterialReading: CertificateReading {
    /// Reads PEM text with any mix of certificates, PKCS#7 bundles and public keys, or the DER of one certificate,
    /// bundle or SubjectPublicKeyInfo.
    ///
    /// An RSA key in PKCS #1 form is read as the SubjectPublicKeyInfo that certificates contain.
    ///
    /// - Returns: The readable parts in the order of the bytes, and one error for each unreadable part; a single
    ///   `noCertificate` if the input contains no part.
    func readablePinMaterials(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) -> (materials: [PinMaterial], failures: [CertificateReadingError])
}

extension PinMaterialReading {
    /// Reads all parts; throws the error of the first unreadable part, or `noCertificate`.
    package func pinMaterials(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) throws(CertificateReadingError) -> [PinMaterial] {
        let (materials, failures) = readablePinMaterials(in: bytes, limits: limits)
        if let failure = failures.first { throw failure }
        return materials
    }
}

/// A certificate or key that can be pinned.
package enum PinMaterial: Sendable, Hashable {
    /// A certificate, which can be pinned itself or by its key.
    case certificate(Certificate)
    /// A key without a certificate, as the SHA-256 of its SubjectPublicKeyInfo.
    case publicKey(Fingerprint)

    /// The SHA-256 of the SubjectPublicKeyInfo.
    package var keyFingerprint: Fingerprint {
        switch self {
        case .certificate(let certificate): certificate.facts.publicKeyFingerprint
        case .publicKey(let fingerprint): fingerprint
        }
    }
}
