/// An ASN.1 string type with its text encoding.
package enum TestStringType: Sendable {
    /// UTF8String.
    case utf8
    /// PrintableString; the characters are not checked.
    case printable
    /// IA5String; the characters are not checked.
    case ia5
    /// TeletexString, written as Latin-1 like in most software.
    case teletex
    /// BMPString: two octets per character, most significant first.
    case bmp
    /// UniversalString: four octets per character, most significant first.
    case universal
    /// NumericString; the characters are not checked.
    case numeric

    /// Writes text as an element of this type; other characters are truncated to their low octets.
    package func der(_ text: String) -> [UInt8] {
        DERWriter.element(tag, text.unicodeScalars.flatMap(octets))
    }

    private var tag: UInt8 {
        switch self {
        case .utf8: 0x0C
        case .numeric: 0x12
        case .printable: 0x13
        case .teletex: 0x14
        case .ia5: 0x16
        case .universal: 0x1C
        case .bmp: 0x1E
        }
    }

    private func octets(_ scalar: Unicode.Scalar) -> [UInt8] {
        switch self {
        case .utf8: Array(String(scalar).utf8)
        case .bmp: bigEndian(scalar, octets: 2)
        case .universal: bigEndian(scalar, octets: 4)
        case .printable, .ia5, .teletex, .numeric: bigEndian(scalar, octets: 1)
        }
    }

    private func bigEndian(_ scalar: Unicode.Scalar, octets: UInt32) -> [UInt8] {
        (0..<octets).reversed().map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
    }
}
