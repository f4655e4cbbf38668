import TrustModel

/// A verdict as JSON, in which the identifier and the time can be put anew.
package struct EncodedVerdict: Sendable {
    /// One JSON object as UTF-8, without a line break at its end.
    package let bytes: [UInt8]
    /// Where the identifier begins.
    private let id: Int
    /// Where the time of evaluation begins; nil where it is written in another length than most.
    private let evaluatedAt: Int?

    /// Takes a text and the places in it.
    init(_ bytes: [UInt8], id: Int, evaluatedAt: Int?) {
        self.bytes = bytes
        self.id = id
        self.evaluatedAt = evaluatedAt
    }

    /// The same in as much memory as it has bytes: what is written grows into more, which what is kept would keep.
    var compact: EncodedVerdict { EncodedVerdict(bytes.exactCopy, id: id, evaluatedAt: evaluatedAt) }

    /// Whether the time can be put anew.
    var isRenewable: Bool { evaluatedAt != nil }

    /// The same with another identifier and another time.
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
