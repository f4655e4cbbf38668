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

/// A recorded decision with a verdict.
struct ReplayDecision: Sendable {
    let id: String
    /// The policy as `SET/POLICY`; empty for an inline policy.
    let policy: String
    /// The host; empty without one.
    let host: String
    /// The time at which the inquiry arrived.
    let time: Instant
    /// The digest of the question; nil if the log does not have it.
    let inputs: Fingerprint?
    /// The recorded outcome, or the reason why policies alone cannot reproduce it.
    let outcome: DecisionOutcome
    let isBlocked: Bool
    let hasFloor: Bool

    /// Reads a decision; nil if a member is missing or has an unknown value.
    init?(_ decision: RecordedDecision) {
        let value = decision.value
        guard let action = value["action"].text.flatMap(Verdict.Action.init),
            let time = value["time"].text.flatMap(Instant.init(rfc3339:))
        else { return nil }
        id = decision.id
        policy = DecisionText.name(of: value["policy"]) ?? ""
        host = value["host"].text ?? ""
        self.time = time
        inputs = value["inputs"].text.flatMap { Fingerprint(hexadecimal: Array($0.utf8)[...]) }
        (isBlocked, hasFloor) = (value["block"].exists, value["floor"].exists)
        var reasons: [DecisionOutcome.Reason] = []
        for reason in value["reasons"].elements {
            guard let code = reason["code"].text, let severity = reason["severity"].text.flatMap(Severity.init) else {
                return nil
            }
            reasons.append(DecisionOutcome.Reason(code: code, severity: severity))
        }
        outcome = DecisionOutcome(action: action, reasons: reasons, principal: Self.principal(value["principal"]))
    }

    private static func principal(_ value: ResponseValue) -> Principal? {
        guard let kind = value["kind"].text.flatMap(Principal.Kind.init), let name = value["value"].text else {
            return nil
        }
        return Principal(kind, name)
    }
}
