import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the anchors and intermediates that a document gives in place, by file or by directory.
final class AnchorReader {
    private let reader: MaterialReader<Certificate>

    /// Takes where to read from and how much; an allowance where all lists together are bounded, not each.
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

    /// Fingerprints of the certificates that files held, in the order of the document.
    var fromFiles: [Fingerprint] { reader.fromFiles }

    /// The certificates of a list of items; what cannot be read becomes an issue of its item.
    ///
    /// - Parameters:
    ///   - items: the list.
    ///   - visit: called with each certificate and the item that gives it.
    /// - Returns: the certificates in the order of the list.
    func certificates(
        of items: [DocumentValue],
        _ visit: (Certificate, DocumentValue) -> Void = { _, _ in }
    ) -> [Certificate] {
        reader.materials(of: items, visit)
    }
}
