/// A set of reasons that a CRL or a distribution point covers (ReasonFlags, RFC 5280 section 4.2.1.13).
package struct RevocationReasonFlags: OptionSet, Sendable, Hashable {
    /// One bit a reason, the first named bit of the standard being the lowest here; the first is not used.
    package let rawValue: UInt16

    /// Takes the bits.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Every reason: what a CRL covers unless it says otherwise.
    package static let all = RevocationReasonFlags(rawValue: 0b1_1111_1110)

    private static let spellings = [
        "unused", "keyCompromise", "cACompromise", "affiliationChanged", "superseded", "cessationOfOperation",
        "certificateHold", "privilegeWithdrawn", "aACompromise",
    ]

    /// The standard's names of the reasons in the set.
    package var names: [String] {
        Self.spellings.enumerated().filter { rawValue & 1 << $0.offset != 0 }.map(\.element)
    }
}
