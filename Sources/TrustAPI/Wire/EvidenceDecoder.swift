import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the `ocsp` and `crls` of a request: one text or an array of them.
struct EvidenceDecoder {
    /// The texts as they stand in a JSON request.
    struct Texts {
        /// A text with its place in the request.
        typealias Placed = (text: String, pointer: String)

        let responses: [Placed]
        let lists: [Placed]

        /// Takes the two members; what is neither text nor an array of texts becomes an issue.
        init(_ reader: inout MappingReader) {
            responses = Self.texts(&reader, "ocsp", expected: "base64 DER, or an array of base64 DER")
            lists = Self.texts(
                &reader,
                "crls",
                expected: "PEM text or base64 DER, or an array of PEM texts and base64 DER"
            )
        }

        private static func texts(_ reader: inout MappingReader, _ key: String, expected: String) -> [Placed] {
            guard let value = reader.value(key) else { return [] }
            switch value.node.content {
            case .string: return value.string().map { [($0, value.pointer)] } ?? []
            case .sequence:
                return (value.list() ?? []).compactMap { item in item.string().map { ($0, item.pointer) } }
            case .null, .bool, .number, .mapping:
                value.refuse("expected \(expected)")
                return []
            }
        }
    }

    let reader: any RevocationEvidenceReading
    let limits = EvidenceLimits()

    /// Reads the texts in order; pointers name the text that is to blame.
    func evidence(in texts: Texts) throws(Problem) -> RevocationEvidence {
        var evidence = RevocationEvidence()
        for (text, pointer) in texts.responses {
            evidence.responses += try read(pointer) { () throws(EvidenceReadingError) in
                try check(evidence.responses.count, "OCSP responses")
                let bytes = Array(text.utf8)
                // OCSP responses have no PEM form, but a private key is recognized in PEM text too.
                let der =
                    PEMText.hasBlock(in: bytes)
                    ? bytes : try Self.der(fromBase64: bytes, otherwise: .malformedEvidence, "no base64")
                return [try reader.ocspResponse(in: der, limits: limits)]
            }
        }
        for (text, pointer) in texts.lists {
            evidence.lists += try read(pointer) { () throws(EvidenceReadingError) in
                try check(evidence.lists.count, "CRLs")
                var remaining = limits
                remaining.count -= evidence.lists.count
                let bytes = Array(text.utf8)
                return try reader.revocationLists(
                    in: PEMText.hasBlock(in: bytes)
                        ? bytes : try Self.der(fromBase64: bytes, otherwise: .malformedPEM, "neither PEM nor base64"),
                    limits: remaining
                )
            }
        }
        return evidence
    }

    private func read<Piece>(
        _ pointer: String,
        _ body: () throws(EvidenceReadingError) -> [Piece]
    ) throws(Problem) -> [Piece] {
        do throws(EvidenceReadingError) {
            return try body()
        } catch {
            throw Problem(error, pointer: pointer)
        }
    }

    private func check(_ count: Int, _ what: String) throws(EvidenceReadingError) {
        guard count < limits.count else {
            throw EvidenceReadingError(.tooManyPieces, reason: "there are more than \(limits.count) \(what)")
        }
    }

    private static func der(
        fromBase64 text: [UInt8],
        otherwise code: EvidenceReadingError.Code,
        _ what: String
    ) throws(EvidenceReadingError) -> [UInt8] {
        do throws(Base64.DecodingError) {
            return try Base64.decode(text[...])
        } catch {
            throw EvidenceReadingError(code, offset: error.offset, reason: "the text is \(what): it \(error.reason)")
        }
    }
}
