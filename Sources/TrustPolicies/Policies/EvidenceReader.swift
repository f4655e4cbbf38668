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
        let lists = MaterialReader<CertificateRevocationList>.Kind(
            plural: "CRLs",
            isOfCertificates: false,
            extensions: MaterialFiles.crlExtensions,
            parse: { bytes, limits in Self.lists(in: bytes, EvidenceLimits(limits), reader) },
            digests: { digest($0.der).map { [$0] } ?? [] }
        )
        let responses = MaterialReader<OCSPResponse>.Kind(
            plural: "OCSP responses",
            isOfCertificates: false,
            extensions: MaterialFiles.ocspExtensions,
            parse: { bytes, limits in Self.response(in: bytes, EvidenceLimits(limits), reader) },
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
        allowance.take(1)
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

extension EvidenceLimits {
    fileprivate init(_ limits: CertificateLimits) {
        self.init(count: limits.count, bytesEach: limits.bytesEach)
    }
}
