/// The limits of each call of a script.
package struct ScriptLimits: Sendable, Equatable {
    /// The maximum number of instructions of the Lua virtual machine, counted in steps of 16.
    package var instructions = 100_000
    /// The maximum processor time.
    package var time = Duration.milliseconds(2)
    /// The maximum memory in bytes.
    package var memoryBytes = 1 << 20
    /// The maximum length in bytes of a reason, of each text in facts, and of all printed lines together.
    package var textBytes = 1024

    /// Creates the default limits.
    package init() {}
}
