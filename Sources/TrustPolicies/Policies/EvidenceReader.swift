import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the revocation evidence that a document gives: CRLs and OCSP responses in place, by file or by directory.
///
/// One reader serves one document, as ``MaterialReader`` does.
final class EvidenceReader {
    private let reader: any RevocationEvidenceReading
    private let limits: EvidenceLimits
    private let listReader: MaterialReader<CertificateRevocationList>
    private let responseReader: MaterialReader<OCSPResponse>

    /// Takes where to read from and how much.
    ///
    /// - Parameters:
    ///   - reader: reads the bytes.
    ///   - source: where items may come from.
    ///   - limits: how many of each kind there may be, and how large.
    ///   - boundsAllLists: whether all lists of a kind together have the limit, not each.
    ///   - digest: what stands for the bytes of a piece in the revision; nil where there is no revision.
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

    /// Digests of what files held, in the order of the document, CRLs first.
    var fromFiles: [Fingerprint] { listReader.fromFiles + responseReader.fromFiles }

    /// The CRLs of a list of items; what cannot be read becomes an issue of its item.
    func lists(of items: [DocumentValue]) -> [CertificateRevocationList] {
        listReader.materials(of: items)
    }

    /// The OCSP responses of a list of items; what cannot be read, and what holds no answer, becomes an issue of its item.
    func responses(of items: [DocumentValue]) -> [OCSPResponse] {
        let allowance = responseReader.allowance
        var responses: [OCSPResponse] = []
        for item in items {
            guard let text = item.string() else { continue }
            do {
                let found = try read(text, within: allowance)
                if let empty = found.first(where: { $0.answer == nil }) {
                    item.refuse("the OCSP response holds no answer but `\(empty.status)`")
                }
                responses += found
            } catch {
                item.refuse(error)
                if error.isOfAllowance { break }
            }
        }
        return responses
    }

    /// OCSP responses have no PEM form: base64 that decodes to a SEQUENCE stands for itself, anything else is a path.
    ///
    /// So is what is too short for an answer, since a file's name can be base64 too.
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
