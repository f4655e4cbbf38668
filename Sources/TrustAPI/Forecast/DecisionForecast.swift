import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// The forecast for the questions of the last decisions.
struct DecisionForecast {
    /// The maximum number of different questions, the newest ones.
    static let maximumQuestions = 200

    /// A decision with the question that is asked again.
    private struct Entry {
        let decision: Decision
        let facts: DecisionFacts
    }

    private struct End {
        let entry: Entry
        let stage: Forecast.Stage
    }

    private struct Renewal {
        let entry: Entry
        let notice: RenewalNotice
    }

    private let begin: Instant
    private let end: Instant
    private var subjects: Set<RecordedQuestion.Subject> = []
    private var inputs: Set<Fingerprint> = []
    private var ends: [End] = []
    private var renewals: [Renewal] = []
    private var deniedNow = 0
    private var failures: [ReplayFailure.Kind: Int] = [:]
    private var withoutInputs = 0
    /// Whether the memory has no question that was left out.
    private var isComplete = true

    /// Creates a forecast for a time.
    init(from begin: Instant, until end: Instant) { (self.begin, self.end) = (begin, end) }

    /// Adds the questions of a memory, and yields between them.
    mutating func add(_ memory: DecisionMemory, _ context: APIContext) async {
        var reader = memory.reader()
        while isComplete, !Task.isCancelled {
            let part = reader.next()
            if part.isEmpty { break }
            for (_, decision) in part where isComplete && !Task.isCancelled {
                if add(decision, context) { await Task.yield() }
            }
            await Task.yield()
        }
    }

    /// Adds the question of a decision, unless there is one with the same chain, host and policy; returns whether it was evaluated.
    private mutating func add(_ decision: Decision, _ context: APIContext) -> Bool {
        guard let facts = decision.facts else { return false }
        guard let recorded = facts.inputs else {
            withoutInputs += 1
            return false
        }
        guard inputs.insert(recorded.digest).inserted else { return false }
        do throws(ReplayFailure) {
            let question = try RecordedQuestion(recorded.question)
            guard !subjects.contains(question.subject) else { return false }
            guard subjects.count < Self.maximumQuestions else {
                isComplete = false
                return false
            }
            subjects.insert(question.subject)
            try add(question, of: recorded, for: Entry(decision: decision, facts: facts), in: context)
        } catch {
            failures[error.kind, default: 0] += 1
        }
        return true
    }

    private mutating func add(
        _ question: RecordedQuestion,
        of recorded: DecisionInputs,
        for entry: Entry,
        in context: APIContext
    ) throws(ReplayFailure) {
        let readers = RecordedQuestion.Readers(certificates: context.certificates, evidence: context.evidence)
        let parts = recorded.parts.map { ($0.digest, $0.bytes) }
        let inquiry = try question.inquiry(Dictionary(parts) { first, _ in first }, readers)
        // The evidence of the record is not refreshed, as that of the daemon would be.
        var evaluations = context.evaluations
        evaluations.library = inquiry.evidence
        let forecast: Forecast
        do throws(InquiryError) {
            forecast = try evaluations.forecast(
                on: inquiry.inquiry,
                under: evaluations.current(context.policies.snapshot),
                from: begin,
                until: end,
                endsWhenDenied: true
            )
        } catch {
            throw ReplayFailure(.noVerdict)
        }
        renewals += forecast.renewals.map { Renewal(entry: entry, notice: $0) }
        guard let stage = forecast.end else { return }
        if stage.previous == nil { deniedNow += 1 } else { ends.append(End(entry: entry, stage: stage)) }
    }
}

extension DecisionForecast {
    /// The numbers of ends by day and cause.
    var counts: ForecastCounts {
        let days = ends.map { end in
            let seconds = end.stage.begin.secondsSince1970 - begin.secondsSince1970
            // The last second of the forecast is part of its last day.
            let day = min(Int(seconds / 86400), ForecastCounts.days - 1)
            return ForecastCounts.Day(number: day, cause: end.stage.cause ?? .policy)
        }
        return ForecastCounts(
            time: begin,
            questions: subjects.count,
            ends: days.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        )
    }

    /// The forecast as a JSON object, the earliest end first.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("from", begin)
            writer.member("until", end)
            writer.member("questions", subjects.count)
            writer.member("isComplete", isComplete)
            writer.member("deniedNow", deniedNow)
            writer.member("withoutInputs", withoutInputs)
            writer.member("withoutForecast", failures.values.reduce(0, +))
            writer.member("ends", ends.sorted { $0.stage.begin < $1.stage.begin }) { writer, end in
                writer.object { writer in
                    writer.member("allowedUntil", end.stage.begin.adding(seconds: -1))
                    writer.member("cause", end.stage.cause?.rawValue)
                    Self.write(end.entry, to: &writer)
                    writer.member("codes", Self.codes(end.stage.newErrors))
                }
            }
            writer.member("renewals", renewals.sorted { $0.notice.date < $1.notice.date }) { writer, renewal in
                writer.object { writer in
                    writer.member("from", renewal.notice.date)
                    writer.member("cause", renewal.notice.cause.rawValue)
                    Self.write(renewal.entry, to: &writer)
                    writer.excerpt("message", renewal.notice.message)
                }
            }
        }
        return writer.bytes
    }

    /// The maximum number of codes of an end.
    private static let maximumCodes = 20

    private static func codes(_ errors: [Finding]) -> [String] {
        var codes: [String] = []
        for error in errors where codes.count < maximumCodes && !codes.contains(error.code.name) {
            codes.append(error.code.name)
        }
        return codes
    }

    private static func write(_ entry: Entry, to writer: inout JSONWriter) {
        writer.excerpt("host", entry.facts.host.text)
        writer.member("policy") { VerdictEncoder.write(entry.facts.policy, to: &$0) }
        writer.member("decision", entry.decision.id.description)
    }
}
