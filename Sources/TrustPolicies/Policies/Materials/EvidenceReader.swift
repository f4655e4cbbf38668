import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads CRLs and OCSP responses given as text, as files or as directories.
///
/// Create one reader per document, as with ``MaterialReader``.
final class EvidenceReader {
    private let reader: any RevocationEvidenceReading
    private let limits: EvidenceLimits
    private let listReader: MaterialReader<CertificateRevocationList>
    private let responseReader: MaterialReader<OCSPResponse>

    /// Creates a reader of revocation evidence; `digest` is nil if the policy has no revision.
    ///
    /// With `boundsAllLists`, the maximum number applies to all lists of a kind together, not to each list.
    init(
        reader: any RevocationEvidenceReading,
        source: MaterialSource,
        limits: EvidenceLimits,
        boundsAllLists: Bool = false,
        digest: @escaping ([UInt8]) -> Fingerprint?
    ) {
        self.reader = reader
        self.limits = limits
        let bounds = CertificateLimits(count: limits.count, bytesEach: limits.bytesEach)
        let longest = limits.listBytes ?? limits.bytesEach
        let memory = ListMemory(maximum: 4 * longest)
        let lists = MaterialReader<CertificateRevocationList>.Kind(
            plural: "CRLs",
            isOfCertificates: false,
            extensions: MaterialFiles.crlExtensions,
            // PEM text is longer than DER by a third and the line ends.
            maximumFileBytes: MaterialFiles.maximumBytes + longest / 2 * 3,
            parse: { bytes, own in
                var limits = limits
                limits.count = own.count
                return memory.admit(Self.lists(in: bytes, limits, reader))
            },
            digests: { digest($0.der).map { [$0] } ?? [] }
        )
        let responses = MaterialReader<OCSPResponse>.Kind(
            plural: "OCSP responses",
            isOfCertificates: false,
            extensions: MaterialFiles.ocspExtensions,
            parse: { bytes, own in Self.response(in: bytes, EvidenceLimits(own), reader) },
            digests: { digest($0.der).map { [$0] } ?? [] }
        )
        func allowance() -> MaterialAllowance? { boundsAllLists ? MaterialAllowance(limits.count) : nil }
        listReader = MaterialReader(lists, source: source, limits: bounds, sharing: allowance())
        responseReader = MaterialReader(responses, source: source, limits: bounds, sharing: allowance())
    }

    /// Digests of the evidence read from files: CRLs, then OCSP responses, each in document order.
    var fromFiles: [Fingerprint] { listReader.fromFiles + responseReader.fromFiles }

    /// Reads the CRLs of a list, and passes each with its item to `visit`; an unreadable item becomes an issue.
    func lists(
        of items: [DocumentValue],
        _ visit: (CertificateRevocationList, DocumentValue) -> Void = { _, _ in }
    ) -> [CertificateRevocationList] {
        listReader.materials(of: items, visit)
    }

    /// Reads the OCSP responses of a list, and passes each with its item to `visit`.
    ///
    /// An unreadable or unsuccessful response becomes an issue.
    func responses(
        of items: [DocumentValue],
        _ visit: (OCSPResponse, DocumentValue) -> Void = { _, _ in }
    ) -> [OCSPResponse] {
        let allowance = responseReader.allowance
        var responses: [OCSPResponse] = []
        for item in items {
            guard let text = item.string() else { continue }
            do {
                let found = try read(text, within: allowance)
                if let empty = found.first(where: { $0.answer == nil }) {
                    item.refuse("the OCSP response has the status `\(empty.status)` and no answer: get a new response")
                }
                for response in found { visit(response, item) }
                responses += found
            } catch {
                item.refuse(error)
                if error.isOfAllowance { break }
            }
        }
        return responses
    }

    /// Reads base64 that decodes to a SEQUENCE as a response, and any other text as a path.
    ///
    /// OCSP responses have no PEM form. Short text is a path, since a file name can be valid base64.
    private func read(_ text: String, within allowance: MaterialAllowance) throws(MaterialFailure) -> [OCSPResponse] {
        guard text.utf8.count > 64, !allowance.isUsedUp, let der = try? Base64.decode(Array(text.utf8)[...]),
            der.first == 0x30
        else { return try responseReader.read(text, within: allowance) }
        allowance.spend(1)
        let (responses, failures) = Self.response(in: der, limits, reader)
        if let failure = failures.first {
            throw MaterialFailure(reason: "the base64 DER: \(failure.reason)", unreadable: failure.unreadable)
        }
        return responses
    }

    private static func lists(
        in bytes: [UInt8],
        _ limits: EvidenceLimits,
        _ reader: any RevocationEvidenceReading
    ) -> ([CertificateRevocationList], [PartFailure]) {
        do {
            return (try reader.revocationLists(in: bytes, limits: limits), [])
        } catch {
            return ([], [PartFailure(error)])
        }
    }

    private static func response(
        in bytes: [UInt8],
        _ limits: EvidenceLimits,
        _ reader: any RevocationEvidenceReading
    ) -> ([OCSPResponse], [PartFailure]) {
        do {
            return ([try reader.ocspResponse(in: bytes, limits: limits)], [])
        } catch {
            return ([], [PartFailure(error)])
        }
    }
}

/// The length of all CRLs of a document, which is bounded because each CRL stays in memory.
private final class ListMemory {
    private let maximum: Int
    private var bytes = 0

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// Returns CRLs that were read, or a failure if all CRLs together are too long.
    func admit(
        _ read: (lists: [CertificateRevocationList], failures: [PartFailure])
    ) -> ([CertificateRevocationList], [PartFailure]) {
        bytes += read.lists.reduce(0) { $0 + $1.der.count }
        guard bytes > maximum else { return read }
        let reason =
            "all CRLs together have more than \(maximum) bytes, which is four times `evidence.crlBytes` of the configuration"
        return ([], [PartFailure(EvidenceReadingError(.tooManyPieces, reason: reason))])
    }
}

extension EvidenceLimits {
    fileprivate init(_ limits: CertificateLimits) {
        self.init(count: limits.count, bytesEach: limits.bytesEach)
    }
}
