import TrustModel

final class OpenSSLHandle: CertificateHandle {
    /// The subject's key, decoded by its first signature check.
    let key: PublicKeyHandle
    let signedPart: SignedPart

    var publicKeyInfo: ArraySlice<UInt8> { key.info }

    init(key: PublicKeyHandle, signedPart: SignedPart) {
        self.key = key
        self.signedPart = signedPart
    }
}

extension Certificate {
    /// The handle of a certificate parsed by this target; nil for other handles.
    var openSSL: OpenSSLHandle? { handle as? OpenSSLHandle }
}
