import TrustEvaluation
import TrustModel
import TrustOpenSSL
import X509Parsing

extension ParserHarness {
    /// A signed certificate timestamp, or a list of them.
    static let timestamp = ParserHarness("sct", maximumLength: 1024) { bytes throws(BrokenRule) in
        try checkList(bytes)
        let element: TimestampElement
        do throws(DERError) {
            element = try TimestampParser.timestamp(in: bytes[...])
        } catch {
            try require((0...bytes.count).contains(error.offset), "the error at \(error.offset) is in the timestamp")
            return readTimestamps(bytes) == nil ? .rejected : .accepted
        }
        guard case .timestamp(let timestamp) = element else { return .accepted }
        try require(
            (try? TimestampParser.timestamp(in: bytes.dropLast())) == nil,
            "a timestamp without its last byte is rejected"
        )
        try require((try? TimestampParser.timestamp(in: bytes + [0])) == nil, "trailing data is rejected")
        try require(readTimestamps(bytes) == [element], "the reader recognizes a single timestamp")
        let length = [UInt8(bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)]
        let whole = bytes.count + 2
        let list = [UInt8(whole >> 8), UInt8(truncatingIfNeeded: whole)] + length + bytes
        // A short list can also have the form of a single timestamp, whose signature is then invalid.
        let isAmbiguous = (try? TimestampParser.timestamp(in: list[...])) != nil
        try require(
            isAmbiguous || readTimestamps(list) == [element],
            "a list with one timestamp is equal to the timestamp"
        )
        try checkContent(of: timestamp)
        return .accepted
    }

    private static func readTimestamps(_ bytes: [UInt8]) -> [TimestampElement]? {
        try? OpenSSLEvidenceReader().timestamps(in: bytes)
    }

    private static func checkList(_ bytes: [UInt8]) throws(BrokenRule) {
        let elements: [ArraySlice<UInt8>]
        do throws(DERError) {
            elements = try TimestampParser.elements(ofList: bytes[...])
        } catch {
            return try require((0...bytes.count).contains(error.offset), "the error at \(error.offset) is in the list")
        }
        let total = elements.reduce(2) { $0 + 2 + $1.count }
        try require(total == bytes.count, "the elements of a list and their lengths are all of its bytes")
        try require(elements.count <= TimestampParser.maximumCount, "a list has a bounded number of elements")
    }

    private static func checkContent(of timestamp: SignedCertificateTimestamp) throws(BrokenRule) {
        guard let content = TimestampContent.bytes(of: timestamp, over: .certificate([1, 2, 3])) else {
            throw BrokenRule(description: "a parsed timestamp has signed bytes")
        }
        try require(
            content.count == 2 + 8 + 2 + 3 + 3 + 2 + timestamp.extensions.count,
            "the signed bytes contain the entry and the extensions"
        )
        try require(
            content.suffix(timestamp.extensions.count).elementsEqual(timestamp.extensions),
            "the signed bytes end with the extensions"
        )
    }
}
