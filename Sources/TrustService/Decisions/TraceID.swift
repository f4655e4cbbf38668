import TrustModel

/// The identifier of a distributed trace, as a client states it.
///
/// It connects a decision with other records. Anyone can send the identifier of another trace, so that it must not decide
/// about anything.
package struct TraceID: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64

    /// Creates an identifier from its halves.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

extension TraceID: CustomStringConvertible {
    /// 32 hexadecimal digits in lower case.
    package var description: String {
        let bytes = [high, low].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
        }
        return Hexadecimal.encode(bytes)
    }
}
