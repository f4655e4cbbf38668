import StructuredDocuments
import Synchronization
import TrustModel
import TrustService

/// The forecast for many chains, several at a time; the earliest end comes first.
struct ForecastSurvey {
    /// The maximum number of chains at a time; most of the time is spent waiting for servers.
    private static let maximumConcurrent = 16

    private let evaluation: ChainEvaluation
    private let end: Instant
    private let isJSON: Bool

    init(_ evaluation: ChainEvaluation, until end: Instant, isJSON: Bool) {
        (self.evaluation, self.end, self.isJSON) = (evaluation, end, isJSON)
    }

    /// Writes a row for each chain, except for questions of a log that are denied already: these are counted.
    ///
    /// - Returns: the exit status: ``ExitStatus/usage`` if a chain has no verdict, or ``ExitStatus/refused`` if one is not
    ///   allowed until the end.
    /// - Throws: ``CommandFailure`` if the output cannot be written.
    func run(_ sources: [ForecastSource], _ log: ForecastLog?) throws(CommandFailure) -> ExitStatus {
        var (rows, log) = try (rows(of: sources), log)
        let all = rows.count
        rows.removeAll(where: \.isDeniedAlready)
        log?.deniedNow = all - rows.count
        rows.sort { $0.place < $1.place }
        if isJSON {
            for line in rows.map(\.json) + (log.map { [$0.json] } ?? []) { try StandardStream.writeResult(line + "\n") }
        } else {
            try StandardStream.writeResult(printable: ForecastTable(rows, log, until: end).text)
        }
        return rows.map(\.status).max { $0.rawValue < $1.rawValue } ?? .done
    }

    private func rows(of sources: [ForecastSource]) throws(CommandFailure) -> [ForecastRow] {
        let position = Mutex(0)
        let work = OrderedWork(window: sources.count) {
            position.withLock { position in
                defer { position += 1 }
                return position < sources.count ? sources[position] : nil
            }
        } body: { [evaluation, end] in
            switch $0 {
            case .chain(let chain): ForecastRow(of: chain, evaluation, until: end)
            case .recorded(let question, let readers): ForecastRow(of: question, readers, evaluation, until: end)
            }
        }
        var (rows, progress): ([ForecastRow], SurveyProgress) = ([], SurveyProgress(total: sources.count))
        try work.run(threads: min(Self.maximumConcurrent, sources.count)) { row throws(CommandFailure) in
            progress.clear()
            for note in row.notes { StandardStream.writeMessage("anchord: \(QuotedText.printable(note))\n") }
            progress.advance()
            rows.append(row)
        }
        progress.clear()
        return rows
    }
}

extension ForecastRow {
    /// The order of the rows: errors, then by the end, then chains without one.
    fileprivate var place: Int64 {
        switch result {
        case .error: .min
        case .forecast(let forecast): forecast.end?.begin.secondsSince1970 ?? .max
        }
    }
}
