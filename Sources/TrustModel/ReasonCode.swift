/// A stable, documented name for one kind of reason, `group.detail`, with what it means to a client.
///
/// Codes are append-only: never renamed, never reused. All of them are in ``all``.
package struct ReasonCode: Sendable {
    /// How a failure of this kind counts as a `SecTrust` result.
    package enum Gravity: Sendable {
        /// The person in charge could accept it: expired, another host, an unknown root.
        case recoverable
        /// Nothing can make it right: a wrong signature, a malformed certificate.
        case fatal
        /// Explicitly refused.
        case denied
        /// The evaluation itself could not be completed.
        case other
    }

    /// The code on the wire, such as `time.expired`.
    package let name: String
    /// How an error of this kind counts in the result of a verdict.
    package let gravity: Gravity
    /// Which reason leads when there are several: the lower, the more it explains.
    package let rank: Int
    /// What it means, one sentence for people.
    package let summary: String
    /// What its reader can do about it, one sentence.
    package let remedy: String
    /// The standard or the rule behind it.
    package let reference: String

    init(_ name: String, _ gravity: Gravity, rank: Int, _ summary: String, remedy: String, reference: String) {
        self.name = name
        self.gravity = gravity
        self.rank = rank
        self.summary = summary
        self.remedy = remedy
        self.reference = reference
    }

    /// Finds a code by its name on the wire.
    package init?(name: String) {
        guard let code = Self.byName[name] else { return nil }
        self = code
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension ReasonCode: Hashable {
    /// Codes are equal when their names are.
    package static func == (left: ReasonCode, right: ReasonCode) -> Bool {
        left.name == right.name
    }

    /// Hashes the name.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}
