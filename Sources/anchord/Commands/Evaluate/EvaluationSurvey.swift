import StructuredDocuments
import Synchronization

/// The evaluation of many chains, several at a time, with a row for each in the order of the command line.
struct EvaluationSurvey {
    /// The maximum number of chains evaluated at a time; most of the time is spent waiting for servers.
    private static let maximumConcurrent = 16
    /// The maximum number of rows that wait for an earlier one.
    private static let window = 256

    /// The form of the rows.
    enum Form {
        case table
        case json
        case nothing
    }

    private let evaluation: ChainEvaluation
    private let form: Form

    init(_ evaluation: ChainEvaluation, form: Form) {
        (self.evaluation, self.form) = (evaluation, form)
    }

    /// Writes a row for each chain.
    ///
    /// - Returns: the exit status: ``ExitStatus/usage`` if a chain has no verdict, or ``ExitStatus/refused`` if one is not allowed.
    /// - Throws: ``CommandFailure`` if the output cannot be written.
    func run(_ sources: [ChainSource]) throws(CommandFailure) -> ExitStatus {
        let position = Mutex(0)
        let work = OrderedWork(window: Self.window) {
            position.withLock { position in
                defer { position += 1 }
                return position < sources.count ? sources[position] : nil
            }
        } body: { [evaluation] in
            SurveyRow(of: $0, evaluation)
        }
        let table = SurveyTable(sources)
        var progress = SurveyProgress(total: sources.count)
        if case .table = form { try StandardStream.writeResult(table.heading + "\n") }
        var status = ExitStatus.done
        try work.run(threads: min(Self.maximumConcurrent, sources.count)) { row throws(CommandFailure) in
            progress.clear()
            for note in row.notes { StandardStream.writeMessage("anchord: \(note)\n") }
            try write(row, table)
            progress.advance()
            if row.status.rawValue > status.rawValue { status = row.status }
        }
        progress.clear()
        return status
    }

    private func write(_ row: SurveyRow, _ table: SurveyTable) throws(CommandFailure) {
        switch form {
        case .table: try StandardStream.writeResult(printable: table.line(of: row, in: .ofOutput) + "\n")
        case .json: try StandardStream.writeResult(row.json + "\n")
        case .nothing:
            guard row.status == .usage else { return }
            StandardStream.writeMessage("anchord: \(QuotedText.printable("\(row.source): \(row.reason)"))\n")
        }
    }
}
