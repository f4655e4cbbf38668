import TrustEvaluation
import TrustModel

/// Reads the anchors that a document gives in place, by file or by directory.
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
            digest: \.facts.fingerprint
        )
        self.reader = MaterialReader(kind, source: source, limits: limits, sharing: allowance)
    }

    /// Fingerprints of the certificates that files held, in the order of the document.
    var fromFiles: [Fingerprint] { reader.fromFiles }

    /// The certificates of a list of items; what cannot be read becomes an issue of its item.
    func certificates(of items: [DocumentValue]) -> [Certificate] {
        reader.materials(of: items)
    }
}
