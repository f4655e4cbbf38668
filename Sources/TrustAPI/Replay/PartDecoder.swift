import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustService

/// Decodes the parts of a question, each once, however often it is referred to.
struct PartDecoder {
    private let parts: RecordedQuestion.Parts
    private let readers: RecordedQuestion.Readers
    private var certificates: [Fingerprint: [Certificate]] = [:]
    private var responses: [Fingerprint: OCSPResponse] = [:]
    private var lists: [Fingerprint: [CertificateRevocationList]] = [:]

    init(_ parts: RecordedQuestion.Parts, _ readers: RecordedQuestion.Readers) {
        (self.parts, self.readers) = (parts, readers)
    }

    mutating func certificates(_ digests: [Fingerprint]) throws(ReplayFailure) -> [Certificate] {
        var found: [Certificate] = []
        for digest in digests {
            found += try Self.once(digest, &certificates, of: parts) { [readers] in
                try readers.certificates.certificates(in: $0, limits: CertificateLimits(count: 1))
            }
        }
        return found
    }

    mutating func evidence(
        _ references: RecordedQuestion.EvidenceReferences
    ) throws(ReplayFailure) -> RevocationEvidence {
        var evidence = RevocationEvidence()
        for digest in references.responses {
            evidence.responses.append(
                try Self.once(digest, &responses, of: parts) { [readers] in
                    try readers.evidence.ocspResponse(in: $0, limits: EvidenceLimits())
                }
            )
        }
        for digest in references.lists {
            evidence.lists += try Self.once(digest, &lists, of: parts) { [readers] in
                try readers.evidence.revocationLists(in: $0, limits: EvidenceLimits(count: 1))
            }
        }
        return evidence
    }

    func timestamps(_ texts: [String]) throws(ReplayFailure) -> [TimestampElement] {
        var timestamps: [TimestampElement] = []
        for text in texts {
            do {
                timestamps += try readers.evidence.timestamps(in: Base64.decode(Array(text.utf8)[...]))
            } catch {
                throw ReplayFailure(.unreadableInputs, detail: "a certificate timestamp: \(error)")
            }
        }
        return timestamps
    }

    private static func once<Piece>(
        _ digest: Fingerprint,
        _ known: inout [Fingerprint: Piece],
        of parts: RecordedQuestion.Parts,
        parse: ([UInt8]) throws -> Piece
    ) throws(ReplayFailure) -> Piece {
        if let piece = known[digest] { return piece }
        guard let bytes = parts[digest] else { throw ReplayFailure(.brokenReference) }
        do {
            let piece = try parse(bytes)
            known[digest] = piece
            return piece
        } catch {
            throw ReplayFailure(.unreadableInputs, detail: "the part \(digest.hex): \(error)")
        }
    }
}
