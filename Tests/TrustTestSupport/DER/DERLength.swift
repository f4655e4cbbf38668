/// The encoding of an element's length; only the shortest form is DER (X.690 section 10.1).
package enum DERLength: Sendable {
    /// The shortest definite form.
    case shortest
    /// The long definite form with this number of length octets (1 to 8), needed or not.
    case long(octets: Int)
    /// The indefinite form of BER, closed by two zero octets (X.690 section 8.1.3.6).
    case indefinite
    /// The shortest form of a length other than the true one.
    case claimed(Int)

    /// Writes the length octets for content of `count` octets.
    func octets(for count: Int) -> [UInt8] {
        switch self {
        case .shortest: Self.shortestForm(count)
        case .long(let octets): Self.longForm(count, octets: octets)
        case .indefinite: [0x80]
        case .claimed(let claim): Self.shortestForm(claim)
        }
    }

    /// The octets after the content: end-of-contents octets in the indefinite form, otherwise none.
    var trailer: [UInt8] {
        if case .indefinite = self { [0, 0] } else { [] }
    }

    private static func shortestForm(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        return longForm(count, octets: (Int.bitWidth - count.leadingZeroBitCount + 7) / 8)
    }

    private static func longForm(_ count: Int, octets: Int) -> [UInt8] {
        [0x80 | UInt8(octets)]
            + (0..<octets).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
    }
}
