import Synchronization
package import TrustEvaluation

/// Compiles scripts, and keeps the states in which threads run them.
///
/// A state serves one call at a time, so there are at most as many states as threads that run scripts at the same time.
package final class LuaRuntime: TrustScriptCompiling {
    /// The maximum size of a script in bytes.
    package static let maximumBytes = 64 << 10
    /// The maximum number of states that are kept between calls.
    private static let maximumIdle = 64

    private struct States {
        var idle: [LuaState] = []
        var lastNumber: UInt64 = 0
    }

    let limits: ScriptLimits
    private let states = Mutex(States())

    /// Creates a runtime; the limits apply to each call.
    package init(limits: ScriptLimits) {
        self.limits = limits
    }

    /// The limits of the compilation of one script.
    private static let compilation: ScriptLimits = {
        var limits = ScriptLimits()
        limits.memoryBytes = 8 << 20
        limits.time = .seconds(10)
        return limits
    }()

    /// Compiles a script.
    ///
    /// - Parameter source: The text, in UTF-8; bytecode is rejected.
    /// - Returns: The script.
    /// - Throws: ``TrustScriptError`` if the text is too long or has a syntax error.
    package func compile(_ source: [UInt8]) throws(TrustScriptError) -> any TrustScript {
        guard source.count <= Self.maximumBytes else {
            throw TrustScriptError(line: nil, reason: "is larger than \(Self.maximumBytes) bytes")
        }
        let script = LuaScript(number: nextNumber(), source: source, runtime: self)
        guard let state = borrowState() else {
            throw TrustScriptError(line: nil, reason: "cannot be compiled: memory is exhausted")
        }
        defer { giveBack(state) }
        if let (_, message) = state.compile(source, as: script.number, limits: Self.compilation) {
            throw TrustScriptError(message: message.isEmpty ? "is too large to compile" : message)
        }
        return script
    }

    func decide(_ script: LuaScript, about path: ScriptedPath) -> ScriptDecision {
        guard let state = borrowState() else {
            return ScriptDecision(.failed(.memory, "no Lua state could be created"))
        }
        defer { giveBack(state) }
        if !state.hasScript(script.number),
            let (failure, text) = state.compile(script.source, as: script.number, limits: Self.compilation)
        {
            return ScriptDecision(.failed(failure, text))
        }
        return state.decide(script.number, about: path, limits: limits)
    }

    /// The memory of all idle states in bytes, for tests.
    var idleMemory: Int { states.withLock { $0.idle.reduce(0) { $0 + $1.memory } } }

    private func nextNumber() -> UInt64 {
        states.withLock { states in
            states.lastNumber += 1
            return states.lastNumber
        }
    }

    private func borrowState() -> LuaState? {
        states.withLock { $0.idle.popLast() } ?? LuaState()
    }

    private func giveBack(_ state: LuaState) {
        // A state with many scripts has some of earlier policies.
        guard state.scriptCount <= LuaState.maximumScripts else { return }
        states.withLock { states in
            if states.idle.count < Self.maximumIdle { states.idle.append(state) }
        }
    }
}

/// A compiled script.
final class LuaScript: TrustScript {
    let number: UInt64
    let source: [UInt8]
    private let runtime: LuaRuntime

    init(number: UInt64, source: [UInt8], runtime: LuaRuntime) {
        self.number = number
        self.source = source
        self.runtime = runtime
    }

    func decide(about path: ScriptedPath) -> ScriptDecision { runtime.decide(self, about: path) }
}

extension TrustScriptError {
    /// Divides a message of Lua such as `script:3: unexpected symbol near '='`.
    init(message: String) {
        let parts = message.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3, parts[0] == "script", let line = Int(parts[1]) {
            self.init(line: line, reason: String(parts[2].drop { $0 == " " }))
        } else {
            self.init(line: nil, reason: message)
        }
    }
}

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
