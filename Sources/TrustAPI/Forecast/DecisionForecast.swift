import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// The forecast for the questions of the last decisions.
struct DecisionForecast {
    /// The maximum number of different questions, the newest ones.
    static let maximumQuestions = 200
    /// The time after which nothing more is evaluated, in nanoseconds.
    static let timeLimit: Int64 = 10_000_000_000

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
    /// The number of questions whose evaluations were cut short.
    private var unfinished = 0
    /// Whether no question of the memory was left out or cut short.
    private var isComplete = true

    /// Creates a forecast for a time.
    init(from begin: Instant, until end: Instant) { (self.begin, self.end) = (begin, end) }

    /// Adds the questions of a memory, and yields before each evaluation.
    ///
    /// Ends early if the time is used up, or if the task is canceled.
    mutating func add(_ memory: DecisionMemory, _ context: APIContext) async {
        let deadline = context.evaluations.decisions.stopwatch() + Self.timeLimit
        let work = Work(context: context, deadline: deadline)
        var reader = memory.reader()
        while isComplete {
            let part = reader.next()
            if part.isEmpty { break }
            for (_, decision) in part where isComplete {
                guard work.continues else {
                    isComplete = false
                    break
                }
                await add(decision, work)
            }
            await Task.yield()
        }
    }

    /// The context of the evaluations, and the time at which they end.
    private struct Work {
        let context: APIContext
        let deadline: Int64

        var continues: Bool { !Task.isCancelled && context.evaluations.decisions.stopwatch() < deadline }
    }

    /// Adds the question of a decision, unless there is one with the same chain, host and policy.
    private mutating func add(_ decision: Decision, _ work: Work) async {
        guard let facts = decision.facts else { return }
        guard let recorded = facts.inputs else {
            withoutInputs += 1
            return
        }
        guard inputs.insert(recorded.digest).inserted else { return }
        do throws(ReplayFailure) {
            let question = try RecordedQuestion(recorded.question)
            guard !subjects.contains(question.subject) else { return }
            guard subjects.count < Self.maximumQuestions else {
                isComplete = false
                return
            }
            subjects.insert(question.subject)
            let inquiry = try question.inquiry(of: recorded, in: work.context)
            try await add(inquiry, for: Entry(decision: decision, facts: facts), work)
        } catch {
            failures[error.kind, default: 0] += 1
        }
    }

    private mutating func add(
        _ inquiry: RecordedInquiry,
        for entry: Entry,
        _ work: Work
    ) async throws(ReplayFailure) {
        // The evidence of the record is not refreshed, as that of the daemon would be.
        var evaluations = work.context.evaluations
        evaluations.library = inquiry.evidence
        let forecast: Forecast
        do throws(InquiryError) {
            var search = try ForecastSearch(
                on: inquiry.inquiry,
                evaluations,
                under: evaluations.current(work.context.policies.snapshot),
                from: begin,
                until: end,
                endsWhenDenied: true
            )
            repeat {
                await Task.yield()
                guard work.continues else {
                    (unfinished, isComplete) = (unfinished + 1, false)
                    return
                }
            } while try search.advance()
            forecast = try search.forecast()
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
            writer.member("withoutForecast", failures.values.reduce(unfinished, +))
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
