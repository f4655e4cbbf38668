import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Decodes the members `ocsp`, `crls` and `scts` of a request, each a string or an array of strings.
struct EvidenceDecoder {
    /// The evidence members of a JSON request, not decoded yet.
    struct Texts {
        /// A string with its JSON pointer into the request.
        typealias Placed = (text: String, pointer: String)

        let responses: [Placed]
        let lists: [Placed]
        let timestamps: [Placed]

        /// Reads the three members; reports values of other types as issues.
        init(_ reader: inout MappingReader) {
            responses = Self.texts(&reader, "ocsp", expected: "base64 DER, or an array of base64 DER")
            lists = Self.texts(
                &reader,
                "crls",
                expected: "a PEM or base64 DER string, or an array of strings that are each PEM or base64 DER"
            )
            timestamps = Self.texts(
                &reader,
                "scts",
                expected: "a base64 timestamp or list of timestamps, or an array of them"
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

    let reader: any RevocationEvidenceReading & TimestampReading
    let limits = EvidenceLimits()

    /// Parses the strings in order; the pointer of a problem identifies the invalid string.
    func evidence(in texts: Texts) throws(Problem) -> RevocationEvidence {
        var evidence = RevocationEvidence()
        for (text, pointer) in texts.responses {
            evidence.responses += try read(pointer) { () throws(EvidenceReadingError) in
                try check(evidence.responses.count, "OCSP responses")
                let bytes = Array(text.utf8)
                // OCSP responses have no PEM form, but the reader receives PEM text too, to report a private key in it.
                let der =
                    PEMText.hasBlock(in: bytes)
                    ? bytes : try Self.der(fromBase64: bytes, otherwise: .malformedEvidence, "not base64")
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

    /// Parses the certificate timestamps in order, each string as one timestamp or as a list.
    func timestamps(in texts: Texts) throws(Problem) -> [TimestampElement] {
        var timestamps: [TimestampElement] = []
        for (text, pointer) in texts.timestamps {
            timestamps += try read(pointer) { () throws(EvidenceReadingError) in
                let bytes = Array(text.utf8)
                let found = try reader.timestamps(
                    in: PEMText.hasBlock(in: bytes)
                        ? bytes : try Self.der(fromBase64: bytes, otherwise: .malformedEvidence, "not base64")
                )
                try check(timestamps.count + found.count - 1, "certificate timestamps")
                return found
            }
        }
        return timestamps
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
            throw EvidenceReadingError(.tooManyPieces, reason: "the request has more than \(limits.count) \(what)")
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
