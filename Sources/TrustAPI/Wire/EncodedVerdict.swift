import TrustModel
import TrustService

/// A verdict as JSON, in which the identifier and evaluation time can be replaced.
package struct EncodedVerdict: Sendable {
    /// One JSON object in UTF-8, without a trailing line break.
    package let bytes: [UInt8]
    /// The offset of the identifier.
    private let id: Int
    /// The offset of the evaluation time; nil if its length is not ``Instant/textLength``.
    private let evaluatedAt: Int?

    init(_ bytes: [UInt8], id: Int, evaluatedAt: Int?) {
        self.bytes = bytes
        self.id = id
        self.evaluatedAt = evaluatedAt
    }

    /// A copy without the spare capacity that the writer reserved.
    var compact: EncodedVerdict { EncodedVerdict(bytes.exactCopy, id: id, evaluatedAt: evaluatedAt) }

    /// Whether the evaluation time can be replaced.
    var isRenewable: Bool { evaluatedAt != nil }

    func renewed(id newID: DecisionID, evaluatedAt newTime: Instant) -> [UInt8] {
        var bytes = bytes
        newID.write(over: &bytes, at: id)
        guard let evaluatedAt else { return bytes }
        var text: [UInt8] = []
        text.reserveCapacity(Instant.textLength)
        newTime.append(to: &text)
        var span = bytes.mutableSpan
        for position in text.indices { span[evaluatedAt + position] = text[position] }
        return bytes
    }
}
