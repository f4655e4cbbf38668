import Synchronization
import TrustModel

/// The handle of a certificate that OpenSSL decodes when it is first needed: of a bundle of anchors, few ever end a path.
final class DeferredHandle: CertificateHandle {
    private let der: [UInt8]
    private let made = AtomicLazyReference<X509Handle>()

    /// Takes DER that our own parser has found sound.
    init(_ der: [UInt8]) {
        self.der = der
    }

    /// The decoded certificate; nil where OpenSSL cannot decode it.
    var decoded: X509Handle? {
        if let made = made.load() { return made }
        guard let parsed = try? CertificateParser.parse(der), let handle = try? X509Handle(der, parsed) else {
            return nil
        }
        return made.storeIfNil(handle)
    }
}

extension Certificate {
    /// Whether this library read the certificate.
    var isOfOpenSSL: Bool { handle is X509Handle || handle is DeferredHandle }

    /// The certificate as this library has it; nil where it cannot decode it, or another library read it.
    var x509: X509Handle? {
        (handle as? X509Handle) ?? (handle as? DeferredHandle)?.decoded
    }
}
