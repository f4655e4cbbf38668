import DecisionFiles
import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustService

/// A line of the log, as far as a replay needs it.
enum ReplayItem: Sendable {
    /// A certificate, a CRL, an OCSP response or a policy.
    case part(Fingerprint, [UInt8])
    /// The question of decisions, or the reason why it cannot be read.
    case question(Fingerprint, Result<RecordedQuestion, ReplayFailure>)
    case decision(ReplayDecision)

    /// The lines to which decisions refer: the name of the digest, and that of the content.
    private static let referred: [(kind: String, content: String)] = [
        ("certificate", "der"), ("inputs", "question"), ("ocsp", "der"), ("crl", "der"), ("policy", "document"),
    ]
    private static let digestBytes = 64

    /// Reads a line to which decisions refer; nil for other lines.
    ///
    /// - Throws: the reason why the line is damaged, as a predicate.
    init?(referred line: [UInt8]) throws(Damage) {
        for (kind, name) in Self.referred {
            let start = Array("{\"\(kind)\":\"".utf8)
            guard line.starts(with: start) else { continue }
            let middle = Array("\",\"\(name)\":".utf8)
            let digest = line.dropFirst(start.count).prefix(Self.digestBytes)
            let rest = line[digest.endIndex...]
            guard let digest = Fingerprint(hexadecimal: digest), rest.starts(with: middle) else {
                throw Damage(reason: "is a part without digest or content")
            }
            let content = Array(rest.dropFirst(middle.count).dropLast())
            let bytes = name == "der" ? try Self.decoded(content) : content
            guard SHA256.fingerprint(of: bytes[...]) == digest else {
                throw Damage(reason: "was changed: its content has another digest")
            }
            self = kind == "inputs" ? .question(digest, Self.question(bytes)) : .part(digest, bytes)
            return
        }
        return nil
    }

    /// Returns the part of allowed decisions that a run has, from its line; nil if it has all.
    static func sample(ofRun line: [UInt8]) -> String? {
        ResponseValue(String(decoding: line, as: UTF8.self))?["sample"].text
    }

    /// A defect of a line.
    struct Damage: Error {
        let reason: String
    }

    private static func decoded(_ text: [UInt8]) throws(Damage) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        guard text.count > 1, text.first == quote, text.last == quote,
            let bytes = try? Base64.decode(text.dropFirst().dropLast())
        else { throw Damage(reason: "is a part that is not base64") }
        return bytes
    }

    private static func question(_ text: [UInt8]) -> Result<RecordedQuestion, ReplayFailure> {
        do throws(ReplayFailure) {
            return .success(try RecordedQuestion(text))
        } catch {
            return .failure(error)
        }
    }
}
