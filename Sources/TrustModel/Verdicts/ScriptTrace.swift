/// The trace of one call of a script.
package struct ScriptTrace: Sendable, Equatable {
    /// One line of a trace.
    package enum Line: Sendable, Equatable {
        /// The script read a field, such as `trust.path[1].keyType`; the value is JSON.
        case read(field: String, value: String)
        /// The script printed a line.
        case printed(String)
    }

    /// The file name of the script, as in the policy.
    package let script: String
    /// The fields that the script read, each once, and the lines that it printed.
    package let lines: [Line]

    /// Creates a trace.
    package init(script: String, lines: [Line]) {
        self.script = script
        self.lines = lines
    }
}

/// The failure of one call of a script.
package struct ScriptFailure: Sendable, Equatable {
    /// The policy of the script.
    package let policy: PolicyIdentity
    /// The kind of failure, such as `time`.
    package let kind: String

    /// Creates a failure.
    package init(policy: PolicyIdentity, kind: String) {
        self.policy = policy
        self.kind = kind
    }
}
