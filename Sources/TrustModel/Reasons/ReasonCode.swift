/// A stable, documented name for one kind of reason, `group.detail`, with what it means to a client.
///
/// Codes are append-only: never renamed, never reused. All of them are in ``all``.
package struct ReasonCode: Sendable {
    /// How a failure of this kind counts as a `SecTrust` result.
    package enum TrustResultEffect: Sendable {
        /// The person in charge could accept it: expired, another host, an unknown root.
        case recoverable
        /// Nothing can make it right: a wrong signature, a malformed certificate.
        case fatal
        /// Explicitly refused.
        case denied
        /// The evaluation itself could not be completed.
        case other
    }

    /// What there is to know of a code; shared, since codes are copied with every finding.
    private final class Definition: Sendable {
        let name: String
        let gravity: TrustResultEffect
        let rank: Int
        let summary: String
        let remedy: String
        let reference: String

        init(
            _ name: String,
            _ gravity: TrustResultEffect,
            rank: Int,
            _ summary: String,
            remedy: String,
            reference: String
        ) {
            self.name = name
            self.gravity = gravity
            self.rank = rank
            self.summary = summary
            self.remedy = remedy
            self.reference = reference
        }
    }

    private let definition: Definition

    /// Defines a code; its name stands in ``all`` once.
    init(_ name: String, _ gravity: TrustResultEffect, rank: Int, _ summary: String, remedy: String, reference: String)
    {
        definition = Definition(name, gravity, rank: rank, summary, remedy: remedy, reference: reference)
    }

    /// The code on the wire, such as `time.expired`.
    package var name: String { definition.name }
    /// How an error of this kind counts in the result of a verdict.
    package var gravity: TrustResultEffect { definition.gravity }
    /// Which reason leads when there are several: the lower, the more it explains.
    package var rank: Int { definition.rank }
    /// What it means, one sentence for people.
    package var summary: String { definition.summary }
    /// What its reader can do about it, one sentence.
    package var remedy: String { definition.remedy }
    /// The standard or the rule behind it.
    package var reference: String { definition.reference }

    /// Finds a code by its name on the wire.
    package init?(name: String) {
        guard let code = Self.byName[name] else { return nil }
        self = code
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension ReasonCode: Hashable {
    /// Codes are equal when they are the same: each is defined once.
    package static func == (left: ReasonCode, right: ReasonCode) -> Bool {
        left.definition === right.definition
    }

    /// Hashes which code it is.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(definition))
    }
}
