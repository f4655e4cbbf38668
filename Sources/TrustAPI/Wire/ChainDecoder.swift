import TrustEvaluation
import TrustModel

/// Decodes the `chain` of a request: a PEM string, or an array in which each string is PEM or base64 DER.
struct ChainDecoder {
    let reader: any CertificateReading
    let limits: CertificateLimits

    /// Parses a chain from the bytes of PEM text or DER.
    func chain(in bytes: [UInt8], pointer: String) throws(Problem) -> [Certificate] {
        do throws(CertificateReadingError) {
            return try reader.certificates(in: bytes, limits: limits)
        } catch {
            throw Problem(error, pointer: pointer)
        }
    }

    /// Parses the strings of a JSON request in order; the pointer of a problem identifies the invalid string.
    func chain(in texts: ChainTexts, at pointer: String = "/chain") throws(Problem) -> [Certificate] {
        switch texts {
        case .one(let text):
            return try certificates(in: text, pointer: pointer, before: 0)
        case .several(let texts):
            var chain: [Certificate] = []
            for (index, text) in texts.enumerated() {
                chain += try certificates(in: text, pointer: "\(pointer)/\(index)", before: chain.count)
            }
            return chain
        }
    }

    /// Parses the files of a form in order.
    func chain(in files: [[UInt8]]) throws(Problem) -> [Certificate] {
        var chain: [Certificate] = []
        for file in files {
            chain += try certificates(pointer: "/\(EvaluationForm.fileName)", before: chain.count) { file }
        }
        return chain
    }

    /// Parses one file after others, and appends its certificates.
    func append(_ file: [UInt8], to chain: inout [Certificate]) throws(Problem) {
        chain += try certificates(pointer: "", before: chain.count) { file }
    }

    private func certificates(in text: String, pointer: String, before: Int) throws(Problem) -> [Certificate] {
        try certificates(pointer: pointer, before: before) { () throws(CertificateReadingError) in
            let bytes = Array(text.utf8)
            return PEMText.hasBlock(in: bytes) ? bytes : try Self.der(fromBase64: bytes)
        }
    }

    /// Parses the certificates of one part of a request; `before` is the number of certificates in earlier parts.
    private func certificates(
        pointer: String,
        before: Int,
        in bytes: () throws(CertificateReadingError) -> [UInt8]
    ) throws(Problem) -> [Certificate] {
        var remaining = limits
        remaining.count -= before
        do throws(CertificateReadingError) {
            return try reader.certificates(in: try bytes(), limits: remaining)
        } catch {
            let isLimit = error.code == .tooManyCertificates
            let position = error.certificate.map { $0 + before }
            let reason = isLimit ? "there are more than \(limits.count) certificates" : error.reason
            throw Problem(
                CertificateReadingError(error.code, certificate: position, offset: error.offset, reason: reason),
                pointer: pointer
            )
        }
    }

    /// Returns a sentence about a usual mistake; empty if none is recognized.
    private static func hint(_ text: [UInt8]) -> String {
        let hint = InputHint.suffix(for: text)
        return hint.isEmpty ? "" : "; " + hint.dropFirst(2)
    }

    private static func der(fromBase64 text: [UInt8]) throws(CertificateReadingError) -> [UInt8] {
        do throws(Base64.DecodingError) {
            return try Base64.decode(text[...])
        } catch {
            throw CertificateReadingError(
                .malformedPEM,
                offset: error.offset,
                reason: "the text is neither PEM nor base64: it \(error.reason)" + hint(text)
            )
        }
    }
}

/// The `chain` member of a JSON request, not decoded yet.
enum ChainTexts {
    case one(String)
    case several([String])
}
