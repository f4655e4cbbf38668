/// What a request says to choose a policy: a set, or one policy of it.
package struct PolicyName: Sendable, Hashable {
    /// The set's name.
    package let set: String
    /// The policy within the set; nil where the set's host rules choose.
    package let policy: String?

    /// Reads `payments` or `payments/pinned`; nil for text that no set or policy can be called by.
    package init?(_ text: String) {
        guard text.utf8.count <= 2 * Self.maximumBytes + 1 else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard let set = parts.first, Self.isSetName(set) else { return nil }
        self.set = set
        guard parts.count == 2 else {
            policy = nil
            return
        }
        guard Self.isPolicyName(parts[1]) else { return nil }
        policy = parts[1]
    }

    private static let maximumBytes = 64

    /// The set that is built in, and that a request without a policy means.
    package static let system = PolicyName(set: "system")

    private init(set: String) {
        self.set = set
        policy = nil
    }

    /// Whether a set can have this name: 1 to 64 of `a-z`, `0-9`, `.`, `_`, `-`, the first a letter or a digit.
    package static func isSetName(_ text: String) -> Bool {
        isPolicyName(text) && !text.utf8.contains { (0x41...0x5A).contains($0) }
    }

    /// Whether a policy can have this name: as a set's, capital letters included.
    package static func isPolicyName(_ text: String) -> Bool {
        let isAlphanumeric = { (byte: UInt8) in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        guard let first = text.utf8.first, isAlphanumeric(first), text.utf8.count <= maximumBytes else { return false }
        return text.utf8.allSatisfy { isAlphanumeric($0) || "._-".utf8.contains($0) }
    }
}

extension PolicyName: CustomStringConvertible {
    /// The name as a request spells it.
    package var description: String { policy.map { "\(set)/\($0)" } ?? set }
}
