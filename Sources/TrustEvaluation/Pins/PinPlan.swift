package import TrustModel

/// Which keys of a chain to pin, and what becomes of the pins: advice, not a decision.
package struct PinPlan: Sendable, Equatable {
    /// What a certificate is among the others, by what they say of each other.
    package enum Role: String, Sendable, CaseIterable {
        case leaf
        case intermediate
        /// An authority that signs itself.
        case root
    }

    /// What to do with a key.
    package enum Recommendation: String, Sendable, CaseIterable {
        /// Pin it first.
        case prefer
        /// Pin it besides, for the day on which the preferred one goes.
        case backup
        case avoid
    }

    /// One certificate, and whether to pin its key.
    package struct Entry: Sendable, Equatable {
        /// The position among the certificates that were given, 0 being the first.
        package let position: Int
        /// What the certificate says.
        package let certificate: Certificate
        /// What the certificate is among the others.
        package let role: Role
        /// Whether to pin its key.
        package let recommendation: Recommendation
        /// The reason, one sentence.
        package let why: String
    }

    /// What the next renewal makes of one way of pinning.
    package struct Renewal: Sendable, Equatable {
        /// What is pinned.
        package enum Pinned: String, Sendable, CaseIterable {
            /// The whole certificate, byte for byte.
            case certificate
            case key
        }

        /// Whose certificate or key.
        package let position: Int
        /// What is pinned of it.
        package let pinned: Pinned
        /// Until when the pin holds at most; nil where no date ends it.
        package let holdsUntil: Instant?
        /// What breaks the pin, one sentence.
        package let message: String
    }

    /// Something to know before pinning.
    package struct Warning: Sendable, Equatable {
        /// What kind of warning it is; stable names.
        package enum Code: String, Sendable, CaseIterable {
            /// Only one key is at hand: a backup must be made.
            case singlePin
            /// No key is worth pinning.
            case noPin
            /// A suggested key is the leaf's.
            case leafPinned
            /// A suggested key is a root's.
            case rootPinned
            case keyWeak
            case expired
            /// A certificate ends within ``PinPlanner/soon``.
            case expiresSoon
            /// Certificates above the last one are not at hand.
            case chainIncomplete
            /// Several certificates have one key.
            case sameKey
            /// Certificates that are not in the chain are there too.
            case unrelated
        }

        /// What kind of warning it is.
        package let code: Code
        /// The certificate that it is about; nil where it is about the whole.
        package let position: Int?
        /// One sentence or two.
        package let message: String
    }

    /// The policy that follows from a plan, as a set can hold it.
    package struct Policy: Sendable, Equatable {
        /// Which certificates of a path may have a pinned key.
        package let scope: PinRequirements.Scope
        /// The pins, the preferred one first.
        package let pins: [Fingerprint]
        /// When the pins must have been looked at again: the end of the preferred key's certificate.
        package let expires: Instant
    }

    /// Every certificate in the order given.
    package let entries: [Entry]
    /// The keys to pin together, the preferred one first; two, unless there are too few.
    package let suggestedPins: [Fingerprint]
    /// What renewals break, from the leaf upwards.
    package let renewal: [Renewal]
    /// What to know before pinning.
    package let warnings: [Warning]
    /// A policy of the suggested pins; nil where they are fewer than two, since a set of pins needs a backup.
    package let policy: Policy?
}
