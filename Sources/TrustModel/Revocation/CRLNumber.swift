/// The number of a CRL, which increases with each CRL of an issuer (RFC 5280 section 5.2.3).
package struct CRLNumber: Sendable, Hashable {
    /// The octets of the number, most significant first, without leading zeros; empty for zero.
    private let magnitude: [UInt8]

    /// The octets of the number, most significant first, without leading zeros; empty for zero.
    package var octets: [UInt8] { magnitude }

    /// Creates a number from the content octets of an INTEGER; nil if it is negative.
    package init?(content: [UInt8]) {
        guard let first = content.first, first < 0x80 else { return nil }
        magnitude = Array(content.drop { $0 == 0 })
    }

    /// The number of octets without leading zeros; conforming issuers use at most 20.
    package var octetCount: Int { magnitude.count }
}

extension CRLNumber: Comparable {
    /// Orders by value.
    package static func < (left: CRLNumber, right: CRLNumber) -> Bool {
        guard left.magnitude.count == right.magnitude.count else {
            return left.magnitude.count < right.magnitude.count
        }
        return left.magnitude.lexicographicallyPrecedes(right.magnitude)
    }
}

extension CRLNumber: CustomStringConvertible {
    /// Decimal text for up to 64 bits; hexadecimal text with `0x` for larger numbers.
    package var description: String {
        guard magnitude.count <= 8 else { return "0x" + Hexadecimal.encode(magnitude) }
        return String(magnitude.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
