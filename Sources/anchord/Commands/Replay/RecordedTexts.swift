import TrustAPI
import TrustModel
import TrustService

/// A question of the log with the contents of its parts.
final class ReplayQuestion: Sendable {
    let digest: Fingerprint
    let question: Result<RecordedQuestion, ReplayFailure>
    let parts: RecordedQuestion.Parts

    init(_ digest: Fingerprint, _ question: Result<RecordedQuestion, ReplayFailure>, parts: RecordedQuestion.Parts) {
        (self.digest, self.question, self.parts) = (digest, question, parts)
    }

    /// Decodes the inquiry.
    func inquiry(_ readers: RecordedQuestion.Readers) throws(ReplayFailure) -> RecordedInquiry {
        try question.get().inquiry(parts, readers)
    }
}

/// The texts of a file to which later lines of the same file refer, the last ones of bounded size.
///
/// A daemon stores each text again after 65536 others, so that a limit on bytes only affects files that no daemon writes.
struct RecordedTexts {
    private enum Text {
        case part([UInt8])
        case question(ReplayQuestion)
    }

    private struct Entry {
        let text: Text
        let bytes: Int
        /// The number of the last line with the text.
        let number: Int
    }

    /// The memory of the texts in bytes, rather too high: each question has its parts, which others may share.
    static let maximumBytes = 512 << 20
    /// The memory of an entry besides its text.
    private static let entryBytes = 256

    private let limit: Int
    private var entries: [Fingerprint: Entry] = [:]
    /// The digests in the order of their lines; only the last place of each has an entry.
    private var order: [(digest: Fingerprint, number: Int)] = []
    /// The position in the order before which all entries were removed.
    private var head = 0
    /// The number of texts that were added.
    private var count = 0
    private(set) var bytes = 0

    init(limit: Int = maximumBytes) { self.limit = limit }

    /// Adds the content of a part.
    mutating func add(part digest: Fingerprint, _ content: [UInt8]) {
        insert(.part(content), bytes: content.count, for: digest)
    }

    /// Adds a question, whose parts must have been added before.
    mutating func add(question digest: Fingerprint, _ question: Result<RecordedQuestion, ReplayFailure>) {
        var parts: RecordedQuestion.Parts = [:]
        for digest in (try? question.get().references) ?? [] {
            if case .part(let content)? = entries[digest]?.text { parts[digest] = content }
        }
        let bytes = parts.values.reduce(0) { $0 + 128 + $1.count }
        insert(.question(ReplayQuestion(digest, question, parts: parts)), bytes: bytes, for: digest)
    }

    /// Returns a question that was added; nil if there is none, or if it was removed.
    func question(_ digest: Fingerprint) -> ReplayQuestion? {
        if case .question(let question)? = entries[digest]?.text { question } else { nil }
    }

    private mutating func insert(_ text: Text, bytes count: Int, for digest: Fingerprint) {
        let entry = Entry(text: text, bytes: Self.entryBytes + count, number: self.count)
        self.count += 1
        bytes += entry.bytes - (entries.updateValue(entry, forKey: digest)?.bytes ?? 0)
        order.append((digest, entry.number))
        removeExcess()
    }

    private mutating func removeExcess() {
        while bytes > limit, head < order.count {
            let (digest, number) = order[head]
            head += 1
            guard let entry = entries[digest], entry.number == number else { continue }
            entries[digest] = nil
            bytes -= entry.bytes
        }
        // Texts that were added again leave places without an entry.
        guard order.count > 2 * entries.count + 64 else { return }
        order = order.filter { entries[$0.digest]?.number == $0.number }
        head = 0
    }
}
