import TrustAPI
import TrustEvaluation
import TrustModel
import TrustService

/// The result for one of many chains.
struct SurveyRow: Sendable {
    /// The chain as the command line names it.
    let source: String
    let status: ExitStatus
    /// The verdict, or `error` if there is none.
    let verdict: String
    /// The days until the first certificate of the path, or else the leaf, ends; nil without a verdict.
    let daysLeft: Int?
    /// The first reason, or the error; empty if there is none.
    let reason: String
    /// The object with the whole result.
    let json: String
    /// Circumstances that the verdict does not show, one line each.
    private(set) var notes: [String] = []

    init(of source: ChainSource, _ evaluation: ChainEvaluation) {
        do throws(CommandFailure) {
            let (verdict, now, notes) = try evaluation.verdict(on: source)
            self.init(source.text, verdict, at: now)
            self.notes = notes
        } catch {
            self.init(source.text, error)
        }
    }

    private init(_ source: String, _ verdict: Verdict, at now: WallTime) {
        let days = Self.daysLeft(verdict)
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("source", source)
            writer.member("daysLeft", days)
            writer.key("evaluation")
            writer.verdict(VerdictEncoder.json(verdict, id: DecisionID(milliseconds: now.milliseconds), nonce: nil))
        }
        self.source = source
        status = verdict.action == .allow ? .done : .refused
        self.verdict = verdict.outcome.rawValue
        daysLeft = days
        reason = verdict.reasons.first.map { "\($0.code.name): \($0.message)" } ?? ""
        json = String(decoding: writer.bytes, as: UTF8.self)
    }

    private init(_ source: String, _ failure: CommandFailure) {
        (self.source, status, verdict, daysLeft) = (source, .usage, "error", nil)
        reason = failure.messages.joined(separator: " ")
        var writer = JSONWriter()
        writer.object { [reason] writer in
            writer.member("source", source)
            writer.member("error", reason)
        }
        json = String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns the days from the evaluation until the first certificate of the path ends.
    private static func daysLeft(_ verdict: Verdict) -> Int? {
        let ends = verdict.path.compactMap(\.certificate.facts.notAfter)
        guard let end = ends.min() else { return nil }
        let seconds = end.secondsSince1970 - verdict.evaluatedAt.secondsSince1970
        return Int(seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400)
    }
}
