/// The name in a request that selects a policy set, or one policy of a set.
package struct PolicyName: Sendable, Hashable {
    /// The set's name.
    package let set: String
    /// The policy in the set; nil if the host rules of the set select the policy.
    package let policy: String?

    /// Parses `payments` or `payments/pinned`; nil for invalid names.
    package init?(_ text: String) {
        guard text.utf8.count <= 2 * Self.maximumBytes + 1 else { return nil }
        let slash = text.utf8.firstIndex(of: UInt8(ascii: "/"))
        set = slash.map { String(text[..<$0]) } ?? text
        policy = slash.map { String(text[text.utf8.index(after: $0)...]) }
        guard Self.isSetName(set), policy.map(Self.isPolicyName) ?? true else { return nil }
    }

    private static let maximumBytes = 64

    /// The built-in set, which is the default of requests.
    package static let system = PolicyName(set: "system")

    private init(set: String) {
        self.set = set
        policy = nil
    }

    /// Returns whether a set name is valid: 1 to 64 of `a-z`, `0-9`, `.`, `_`, `-`, starting with a letter or a digit.
    package static func isSetName(_ text: String) -> Bool {
        isPolicyName(text) && !text.utf8.contains { (0x41...0x5A).contains($0) }
    }

    /// Returns whether a policy name is valid: like a set name, but with capital letters as well.
    package static func isPolicyName(_ text: String) -> Bool {
        let isAlphanumeric = { (byte: UInt8) in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        guard let first = text.utf8.first, isAlphanumeric(first), text.utf8.count <= maximumBytes else { return false }
        return text.utf8.allSatisfy { isAlphanumeric($0) || "._-".utf8.contains($0) }
    }
}

extension PolicyName: CustomStringConvertible {
    /// The name as written in requests.
    package var description: String { policy.map { "\(set)/\($0)" } ?? set }
}
