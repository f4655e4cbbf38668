/// The encoding of a time in a certificate (RFC 5280 section 4.1.2.5).
package enum TestTimeEncoding: Sendable {
    /// UTCTime through 2049, GeneralizedTime from 2050 and before 1950, as RFC 5280 requires.
    case automatic
    /// UTCTime for any year, without its century.
    case utc
    /// GeneralizedTime for any year.
    case generalized
    /// The complete element, independent of the time.
    case verbatim([UInt8])

    /// Returns the element of a time type with any text, such as a time without seconds or with an offset.
    package static func text(_ text: String, generalized: Bool = false) -> TestTimeEncoding {
        .verbatim(DERWriter.element(generalized ? 0x18 : 0x17, Array(text.utf8)))
    }

    /// Writes the time given.
    func der(_ instant: TestInstant) -> [UInt8] {
        switch self {
        case .automatic:
            (1950..<2050).contains(instant.year) ? Self.utc.der(instant) : Self.generalized.der(instant)
        case .utc: DERWriter.element(0x17, Array(instant.digits.utf8.dropFirst(2)) + [0x5A])
        case .generalized: DERWriter.element(0x18, Array(instant.digits.utf8) + [0x5A])
        case .verbatim(let bytes): bytes
        }
    }
}
