/// The permitted uses of a key (RFC 5280 section 4.2.1.3).
package struct KeyUsage: OptionSet, Sendable, Hashable {
    /// One bit per usage; bits beyond the nine of RFC 5280 have no meaning.
    package let rawValue: UInt16

    /// Creates a set from bits; the first named bit of RFC 5280 is the least significant.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The usages of RFC 5280 in bit order.
    package static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    package static let nonRepudiation = KeyUsage(rawValue: 1 << 1)
    package static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    package static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    package static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    package static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    package static let cRLSign = KeyUsage(rawValue: 1 << 6)
    package static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    package static let decipherOnly = KeyUsage(rawValue: 1 << 8)

    private static let names = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
        "cRLSign", "encipherOnly", "decipherOnly",
    ]

    /// The RFC 5280 names of the bits that are 1.
    package var names: [String] {
        Self.names.enumerated().filter { rawValue & 1 << $0.offset != 0 }.map(\.element)
    }

    /// Creates a set of one bit by its name in RFC 5280; nil for an unknown name.
    package init?(name: String) {
        guard let bit = Self.names.firstIndex(of: name) else { return nil }
        self.init(rawValue: 1 << bit)
    }
}
