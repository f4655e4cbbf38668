/// Says how a moment is written in a certificate (RFC 5280 section 4.1.2.5).
package enum TestTimeEncoding: Sendable {
    /// UTCTime through 2049, GeneralizedTime from 2050 and before 1950, as RFC 5280 demands.
    case automatic
    /// UTCTime, whatever the year; its century is lost.
    case utc
    /// GeneralizedTime, whatever the year.
    case generalized
    /// These bytes as the complete element, whatever the moment.
    case verbatim([UInt8])

    /// Writes an element of a time type from text, such as one without seconds or with an offset.
    package static func text(_ text: String, generalized: Bool = false) -> TestTimeEncoding {
        .verbatim(DERWriter.element(generalized ? 0x18 : 0x17, Array(text.utf8)))
    }

    /// Writes the moment given.
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
