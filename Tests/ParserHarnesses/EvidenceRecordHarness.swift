import TrustEvidence

extension ParserHarness {
    /// The facts of an entry of the disk cache, without its checksum.
    static let record = ParserHarness("record", maximumLength: 1024) { input throws(BrokenRule) in
        let content: [UInt8] = [0x30, 0]
        guard let record = EvidenceRecord(description: input, content: content) else { return .rejected }
        try require(record.encodedFacts == input, "a record has exactly one encoding")
        try require(record.content == content, "a record keeps its content")
        for bytes in [input.dropped(1), input + [0]] {
            try require(EvidenceRecord(description: bytes, content: content) == nil, "a record has no other length")
        }
        try require(!record.isOlder(than: record), "a record is not older than itself")
        return .accepted
    }
}
