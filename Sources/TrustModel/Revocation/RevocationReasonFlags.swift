/// The reasons that a CRL or a distribution point covers (ReasonFlags, RFC 5280 section 4.2.1.13).
package struct RevocationReasonFlags: OptionSet, Sendable, Hashable {
    /// One bit per reason; the first named bit, which is unused, is the least significant.
    package let rawValue: UInt16

    /// Creates a set from bits.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// All reasons, the default scope of a CRL.
    package static let all = RevocationReasonFlags(rawValue: 0b1_1111_1110)

    private static let spellings = [
        "unused", "keyCompromise", "cACompromise", "affiliationChanged", "superseded", "cessationOfOperation",
        "certificateHold", "privilegeWithdrawn", "aACompromise",
    ]

    /// The RFC 5280 names of the reasons in the set.
    package var names: [String] {
        Self.spellings.enumerated().filter { rawValue & 1 << $0.offset != 0 }.map(\.element)
    }
}
