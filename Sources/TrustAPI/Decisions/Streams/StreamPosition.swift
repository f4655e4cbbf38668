import StructuredDocuments
import TrustModel

/// The place of an event in a stream of decisions, by which a client continues after a lost connection.
///
/// Its text is the `id` of the event, and the value of `Last-Event-ID`: the start of the process in seconds since 1970, and the number of a
/// decision.
struct StreamPosition: Equatable {
    let start: Int64
    let number: UInt64

    init(start: Instant, number: UInt64) {
        self.start = start.secondsSince1970
        self.number = number
    }

    /// Reads the text of an event; nil for another text.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard text.utf8.count <= 40, parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isDigit) }),
            let start = Int64(Substring(parts[0])), let number = UInt64(Substring(parts[1])), number < .max
        else { return nil }
        (self.start, self.number) = (start, number)
    }

    var text: String { "\(start)-\(number)" }
}
