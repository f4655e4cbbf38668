import TrustModel

/// The parts of a certificate that signature checks need.
final class OpenSSLHandle: CertificateHandle {
    /// The subject's key, decoded when it first verifies a signature.
    let key: PublicKeyHandle
    /// The places of the signature and of the signed bytes in the certificate's DER.
    let signedPart: SignedPart

    /// Takes the parts.
    init(key: PublicKeyHandle, signedPart: SignedPart) {
        self.key = key
        self.signedPart = signedPart
    }
}

extension Certificate {
    /// The handle of a certificate that this target read; nil for others.
    var openSSL: OpenSSLHandle? { handle as? OpenSSLHandle }
}
