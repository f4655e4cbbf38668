import Synchronization
import TrustAPI
import TrustModel
import TrustOpenSSL
import TrustService

/// The questions of a log, each with the last evidence.
final class RecordedQuestions: Sendable {
    /// The maximum number of questions with different chains, hosts or policies.
    fileprivate static let maximumCount = 100_000

    fileprivate struct State {
        var texts = RecordedTexts()
        var source: DecisionSource?
        /// The questions, and their positions by subject.
        var questions: [(text: String, question: ReplayQuestion)] = []
        var positions: [RecordedQuestion.Subject: Int] = [:]
        var hasTooMany = false
    }

    private let turns = OrderedTurns()
    private let state = Mutex(State())

    /// Returns the questions of files.
    ///
    /// - Throws: ``CommandFailure`` if a file cannot be read, if a line is damaged, or if there are no questions or too many.
    static func sources(in files: DecisionFileList) throws(CommandFailure) -> [ForecastSource] {
        try RecordedQuestions().read(files)
    }

    private func read(_ files: DecisionFileList) throws(CommandFailure) -> [ForecastSource] {
        let scan = DecisionScan(files, [ReplayItem]()) { line, bytes, items in
            guard case .other = line else { return }
            do throws(ReplayItem.Damage) {
                if let item = try ReplayItem(referred: bytes) { items.append(item) }
            } catch {
                line = .damaged(error.reason)
            }
        } finish: { lines in
            let items = lines.output
            lines.output = []
            self.turns.take(lines.position) { self.add(items, of: lines.source) }
        }
        var report = DecisionLogReport(checksNumbers: false)
        try scan.run { lines throws(CommandFailure) in report.take(lines) }
        report.end()
        guard report.errors == 0 else { throw CommandFailure(["the log has damaged lines"]) }
        let (questions, hasTooMany) = state.withLock { ($0.questions, $0.hasTooMany) }
        guard !hasTooMany else {
            throw CommandFailure(["the log has more than \(Self.maximumCount) different questions"])
        }
        guard !questions.isEmpty else {
            throw CommandFailure(["the log has no inputs: it is written without `decisions.record: inputs`"])
        }
        let readers = RecordedQuestion.Readers(
            certificates: OpenSSLCertificateReader(),
            evidence: OpenSSLEvidenceReader()
        )
        return questions.map { .recorded($0.text, $0.question, readers) }
    }

    private func add(_ items: [ReplayItem], of source: DecisionSource) {
        state.withLock { state in
            if state.source !== source { (state.texts, state.source) = (RecordedTexts(), source) }
            for item in items {
                switch item {
                case .part(let digest, let content): state.texts.add(part: digest, content)
                case .question(let digest, let question):
                    state.texts.add(question: digest, question)
                    if let added = state.texts.question(digest) { state.add(added) }
                case .decision: break
                }
            }
        }
    }
}

extension RecordedQuestions.State {
    fileprivate mutating func add(_ added: ReplayQuestion) {
        let question = try? added.question.get()
        if let question, let position = positions[question.subject] {
            questions[position].question = added
            return
        }
        guard questions.count < RecordedQuestions.maximumCount else {
            hasTooMany = true
            return
        }
        // A question that cannot be read is never the same as another one.
        if let question { positions[question.subject] = questions.count }
        questions.append((question?.description ?? "question \(added.digest.hex)", added))
    }
}
