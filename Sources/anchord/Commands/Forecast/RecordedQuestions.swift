import Synchronization
import TrustAPI
import TrustModel
import TrustOpenSSL
import TrustService

/// The questions of a log, each with the last evidence.
final class RecordedQuestions: Sendable {
    /// The maximum number of questions with different chains, hosts or policies, and their memory in bytes.
    static let (maximumCount, maximumBytes) = (20_000, 512 << 20)

    /// The newest questions, and the number of older ones.
    typealias Result = (questions: [ReplayQuestion], leftOut: Int)

    /// The part of a question by which it is recognized.
    private enum Key: Hashable {
        case subject(RecordedQuestion.Subject)
        /// A question that cannot be read is never the same as another one.
        case unreadable(Fingerprint)
    }

    private struct State {
        var texts = RecordedTexts()
        var source: DecisionSource?
        var questions: LastEntries<Key, ReplayQuestion>
    }

    private let turns = OrderedTurns()
    private let state: Mutex<State>

    init(maximumCount: Int = maximumCount, maximumBytes: Int = maximumBytes) {
        state = Mutex(State(questions: LastEntries(maximumCount: maximumCount, maximumBytes: maximumBytes)))
    }

    /// Returns the questions of files.
    ///
    /// - Throws: ``CommandFailure`` if a file cannot be read, if a line is damaged, or if there are no questions.
    func read(_ files: DecisionFileList) throws(CommandFailure) -> Result {
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
        let found = state.withLock { ($0.questions.values, $0.questions.removals) }
        guard !found.0.isEmpty else {
            throw CommandFailure(["the log has no inputs: it is written without `decisions.record: inputs`"])
        }
        return found
    }

    private func add(_ items: [ReplayItem], of source: DecisionSource) {
        state.withLock { state in
            if state.source !== source { (state.texts, state.source) = (RecordedTexts(), source) }
            for item in items {
                switch item {
                case .part(let digest, let content): state.texts.add(part: digest, content)
                case .question(let digest, let question):
                    state.texts.add(question: digest, question)
                    guard let added = state.texts.question(digest) else { continue }
                    let key = (try? question.get()).map { Key.subject($0.subject) } ?? .unreadable(digest)
                    state.questions.add(added, bytes: added.bytes, for: key)
                case .decision: break
                }
            }
        }
    }
}
