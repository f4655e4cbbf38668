import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads trust anchors and intermediates given as text, as files or as directories.
final class AnchorReader {
    private let reader: MaterialReader<Certificate>

    /// Creates a reader of certificates; `allowance` is shared by all lists, or nil if each list has its own.
    init(
        reader: any CertificateReading,
        source: MaterialSource,
        limits: CertificateLimits,
        sharing allowance: MaterialAllowance? = nil
    ) {
        let kind = MaterialReader<Certificate>.Kind(
            plural: "certificates",
            isOfCertificates: true,
            extensions: MaterialFiles.certificateExtensions,
            parse: { bytes, limits in
                let (certificates, failures) = reader.readableCertificates(in: bytes, limits: limits)
                return (certificates, failures.map { PartFailure($0) })
            },
            digests: \.contentDigests
        )
        self.reader = MaterialReader(kind, source: source, limits: limits, sharing: allowance)
    }

    /// Digests of the certificates read from files, in document order.
    var fromFiles: [Fingerprint] { reader.fromFiles }

    /// Reads the certificates of a list in order, and passes each with its item to `visit`; reports unreadable items.
    func certificates(
        of items: [DocumentValue],
        _ visit: (Certificate, DocumentValue) -> Void = { _, _ in }
    ) -> [Certificate] {
        reader.materials(of: items, visit)
    }
}
