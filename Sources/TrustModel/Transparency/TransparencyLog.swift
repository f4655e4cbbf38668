/// The public key of a log in a cryptographic library; opaque outside the target that creates it.
package protocol TransparencyKeyHandle: AnyObject, Sendable {}

/// The public key of a log.
package struct TransparencyLogKey: Sendable {
    /// The type and size of the key.
    package let facts: PublicKeyFacts
    /// The library's handle, used to check signatures.
    package let handle: any TransparencyKeyHandle

    /// Creates a key from its parsed parts.
    package init(facts: PublicKeyFacts, handle: any TransparencyKeyHandle) {
        self.facts = facts
        self.handle = handle
    }
}

/// A Certificate Transparency log as a log list describes it.
package final class TransparencyLog: Sendable {
    /// The states of a log, as spelled in log lists.
    package enum State: String, Sendable, CaseIterable {
        case pending
        case qualified
        case usable
        case readonly
        case retired
        case rejected
    }

    /// How a log is regarded at one time.
    package enum Standing: Sendable, Hashable {
        /// Timestamps of the log are accepted.
        case current
        /// Only timestamps that are older than the retirement are accepted.
        case retired
        /// No timestamp of the log is accepted.
        case unaccepted
    }

    /// An operator that no longer operates the log.
    package struct PreviousOperator: Sendable, Hashable {
        /// The name of the operator.
        package let name: String
        /// The first second at which another operator operated the log.
        package let end: Instant

        /// Creates a value from its parsed fields.
        package init(name: String, end: Instant) {
            self.name = name
            self.end = end
        }
    }

    /// The SHA-256 of the log's public key.
    package let id: Fingerprint
    /// The description of the log, for messages.
    package let name: String
    /// The name of the present operator.
    package let operatorName: String
    /// The previous operators, earliest first.
    package let previousOperators: [PreviousOperator]
    /// The state; nil if the list gives none, so that the log is not accepted.
    package let state: State?
    /// The first second of the state.
    package let stateSince: Instant
    /// Whether the log is a static log (`tiled_logs`), whose timestamps always have extensions.
    package let isTiled: Bool
    /// The public key; nil if its type is not supported.
    package let key: TransparencyLogKey?

    /// Creates a log from its parsed fields.
    package init(
        id: Fingerprint,
        name: String,
        operatorName: String,
        previousOperators: [PreviousOperator] = [],
        state: State?,
        stateSince: Instant,
        isTiled: Bool = false,
        key: TransparencyLogKey?
    ) {
        self.id = id
        self.name = name
        self.operatorName = operatorName
        self.previousOperators = previousOperators.sorted { $0.end < $1.end }
        self.state = state
        self.stateSince = stateSince
        self.isTiled = isTiled
        self.key = key
    }

    /// Returns the name of the operator at a time.
    package func operatorName(at instant: Instant) -> String {
        previousOperators.first { instant < $0.end }?.name ?? operatorName
    }

    /// How the log is regarded before ``stateSince``, and since that time.
    ///
    /// Only accepted logs become read-only or retired, so that such a log is current before that time. A log may have
    /// been pending before it was qualified or usable, so that it is not accepted before that time.
    package var standings: (before: Standing, since: Standing) {
        switch state {
        case .qualified, .usable: (.unaccepted, .current)
        case .readonly: (.current, .current)
        case .retired: (.current, .retired)
        case .pending, .rejected, nil: (.unaccepted, .unaccepted)
        }
    }
}
