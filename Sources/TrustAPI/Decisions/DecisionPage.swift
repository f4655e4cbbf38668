import TrustModel
import TrustService

/// A page of decisions, bounded in number and in bytes.
struct DecisionPage {
    /// The size of the encoded decisions at which no further one is added, in bytes.
    static let maximumBytes = 1 << 20

    private let limit: Int
    private let encoder: DecisionEncoder
    private var decisions: [EncodedMembers] = []
    private var bytes = 0
    private var last: UInt64?

    /// Creates an empty page for at most `limit` decisions.
    init(ofAtMost limit: Int, encodedBy encoder: DecisionEncoder) {
        self.limit = limit
        self.encoder = encoder
    }

    /// Whether no further decision is added.
    var isFull: Bool { decisions.count >= limit || bytes >= Self.maximumBytes }

    /// Adds a decision, which is older than those before.
    mutating func append(_ numbered: DecisionReader.Numbered) {
        let members = JSONWriter.members { encoder.write(numbered.decision, to: &$0) }
        decisions.append(members)
        bytes += members.bytes.count
        last = numbered.number
    }

    /// Returns the page as JSON; `next` continues with the decisions before the last one of a full page.
    func json(completeAfter: String?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("decisions", decisions) { writer, decision in
                writer.object { $0.members(decision) }
            }
            writer.member("next", isFull ? last.map { Int($0) } : nil)
            writer.member("completeAfter", completeAfter)
        }
        return writer.bytes
    }
}
