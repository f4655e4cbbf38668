/// Parts of an encoding that DER omits, although their meaning is clear (X.690 sections 11.2.2 and 11.5).
package struct EncodingDeviations: OptionSet, Sendable, Hashable {
    /// One bit per deviation.
    package let rawValue: UInt8

    /// Creates a set from bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Creates a set from a literal.
    ///
    /// Every certificate has several empty sets. For this and ``isEmpty``, the code of `OptionSet` is generic and slow.
    package init(arrayLiteral elements: EncodingDeviations...) {
        rawValue = elements.reduce(0) { $0 | $1.rawValue }
    }

    /// Whether the set has no elements.
    package var isEmpty: Bool { rawValue == 0 }

    /// An extension that is not critical encodes its criticality.
    package static let criticality = EncodingDeviations(rawValue: 1 << 0)
    /// An extension encodes a FALSE that is a default value.
    package static let flag = EncodingDeviations(rawValue: 1 << 1)
    /// The named bits of an extension end with zeros.
    package static let trailingZeros = EncodingDeviations(rawValue: 1 << 2)
    /// A certificate encodes version 1.
    package static let version = EncodingDeviations(rawValue: 1 << 3)
    /// The parameters of the signature algorithm encode a default value.
    package static let signatureParameters = EncodingDeviations(rawValue: 1 << 4)
    /// The parameters of the public key encode a default value.
    package static let keyParameters = EncodingDeviations(rawValue: 1 << 5)
}
