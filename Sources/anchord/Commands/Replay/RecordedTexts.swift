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

    /// The memory in bytes, rather too high: other questions may share the parts.
    var bytes: Int {
        let references = (try? question.get().references.count) ?? 0
        return parts.values.reduce(256 + 64 * references) { $0 + 128 + $1.count }
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
    /// One of the two; an enumeration would mark the pointers, so that the leak checker takes what they refer to for lost.
    private struct Text {
        var part: [UInt8]?
        var question: ReplayQuestion?
    }

    /// The memory of the texts in bytes.
    static let maximumBytes = 512 << 20
    /// The memory of an entry besides its text.
    private static let entryBytes = 256

    private var texts: LastEntries<Fingerprint, Text>

    init(limit: Int = maximumBytes) { texts = LastEntries(maximumBytes: limit) }

    /// The memory of the texts in bytes, rather too high.
    var bytes: Int { texts.bytes }

    /// Adds the content of a part.
    mutating func add(part digest: Fingerprint, _ content: [UInt8]) {
        texts.add(Text(part: content), bytes: Self.entryBytes + content.count, for: digest)
    }

    /// Adds a question, whose parts must have been added before.
    mutating func add(question digest: Fingerprint, _ question: Result<RecordedQuestion, ReplayFailure>) {
        var parts: RecordedQuestion.Parts = [:]
        for digest in (try? question.get().references) ?? [] {
            if let content = texts[digest]?.part { parts[digest] = content }
        }
        let added = ReplayQuestion(digest, question, parts: parts)
        texts.add(Text(question: added), bytes: Self.entryBytes + added.bytes, for: digest)
    }

    /// Returns a question that was added; nil if there is none, or if it was removed.
    func question(_ digest: Fingerprint) -> ReplayQuestion? { texts[digest]?.question }
}
