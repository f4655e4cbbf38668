import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustService

/// The forecast for one of many chains.
struct ForecastRow: Sendable {
    /// The forecast, or the error in its place.
    enum Result: Sendable {
        case forecast(Forecast)
        /// The reason why there is no verdict.
        case error(String)
    }

    /// The chain as the command line names it, or the question of a log for people.
    let source: String
    let result: Result
    /// Circumstances that a verdict does not show, one line each.
    let notes: [String]

    /// The digest of the leaf of a question of a log; nil for other chains, and if the question cannot be read.
    let leaf: Fingerprint?
    private let isRecorded: Bool

    /// Creates the forecast for a question of a log.
    init(
        of recorded: ReplayQuestion,
        _ readers: RecordedQuestion.Readers,
        _ evaluation: ChainEvaluation,
        until end: Instant
    ) {
        let question = try? recorded.question.get()
        source = question?.description ?? "question \(recorded.digest.hex)"
        leaf = question?.leaf
        (notes, isRecorded) = ([], true)
        do throws(ReplayFailure) {
            let inquiry = try recorded.inquiry(readers)
            do throws(CommandFailure) {
                result = .forecast(try evaluation.forecast(on: inquiry, until: end))
            } catch {
                result = .error(error.messages.joined(separator: " "))
            }
        } catch {
            result = .error(error.detail.isEmpty ? error.kind.summary : "\(error.kind.summary): \(error.detail)")
        }
    }

    init(of source: ChainSource, _ evaluation: ChainEvaluation, until end: Instant) {
        self.source = source.text
        (leaf, isRecorded) = (nil, false)
        do throws(CommandFailure) {
            let (forecast, notes) = try evaluation.forecast(on: source, until: end)
            (result, self.notes) = (.forecast(forecast), notes)
        } catch {
            (result, notes) = (.error(error.messages.joined(separator: " ")), [])
        }
    }

    /// The first stage without permission; nil if there is none, or no verdict.
    var end: Forecast.Stage? {
        if case .forecast(let forecast) = result { forecast.end } else { nil }
    }

    /// Whether it is a question of a log that is denied already, as its record says.
    var isDeniedAlready: Bool { isRecorded && end.map { $0.previous == nil } == true }

    var status: ExitStatus {
        switch result {
        case .error: .usage
        case .forecast(let forecast): forecast.end == nil ? .done : .refused
        }
    }

    /// The first reason of the end, or the error; empty if there is none.
    var reason: String {
        switch result {
        case .error(let reason): reason
        case .forecast(let forecast):
            forecast.end?.newErrors.first.map { "\($0.code.name): \($0.message)" } ?? ""
        }
    }

    /// The requirements on the certificate that replaces the leaf.
    var renewals: [RenewalNotice] {
        if case .forecast(let forecast) = result { forecast.renewals } else { [] }
    }

    /// The object of a chain, in one line.
    var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("source", source)
            writer.member("leaf", leaf?.hex)
            switch result {
            case .error(let reason): writer.member("error", reason)
            case .forecast(let forecast): Self.write(forecast, to: &writer)
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(_ forecast: Forecast, to writer: inout JSONWriter) {
        if let end = forecast.end, end.previous != nil { writer.member("allowedUntil", end.begin.adding(seconds: -1)) }
        writer.key("stages")
        writer.array(forecast.stages) { writer, stage in
            writer.object { writer in
                writer.member("from", stage.begin)
                writer.member("action", stage.verdict.action.rawValue)
                writer.member("cause", stage.cause?.rawValue)
                writer.key("reasons")
                writer.array(stage.newErrors) { write($1, to: &$0) }
            }
        }
        guard !forecast.renewals.isEmpty else { return }
        writer.key("renewals")
        writer.array(forecast.renewals) { writer, notice in
            writer.object { writer in
                writer.member("from", notice.date)
                writer.member("cause", notice.cause.rawValue)
                writer.member("message", notice.message)
            }
        }
    }

    private static func write(_ error: Finding, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("code", error.code.name)
            writer.member("depth", error.depth)
            writer.member("message", error.message)
        }
    }
}
