import CLuaShims
import TrustEvaluation
import TrustModel

/// Owns a Lua state with the sandbox and the compiled scripts; one thread at a time uses it.
@safe final class LuaState {
    /// The maximum number of compiled scripts; the owner replaces a state that has more.
    static let maximumScripts = 512
    /// The memory above that of the compiled scripts at which a call ends with a garbage collection.
    private static let maximumGarbage = 256 << 10

    private let pointer: OpaquePointer
    private var scripts: [UInt64: Int32] = [:]
    private var memoryAtRest: Int

    /// Creates a state; nil if memory is exhausted.
    init?() {
        let prelude = LuaPrelude.source
        let made = unsafe prelude.withCString { text in
            unsafe cluashims_new(text, prelude.utf8.count, LuaState.host)
        }
        guard let made = unsafe made else { return nil }
        unsafe pointer = made
        memoryAtRest = unsafe cluashims_used(made)
    }

    deinit {
        unsafe cluashims_close(pointer)
    }

    var scriptCount: Int { scripts.count }

    /// The memory in use, in bytes.
    var memory: Int { unsafe cluashims_used(pointer) }

    func hasScript(_ number: UInt64) -> Bool { scripts[number] != nil }

    /// Compiles a script; returns the outcome of a failure, and nil on success.
    func compile(_ source: [UInt8], as number: UInt64, limits: ScriptLimits) -> (ScriptDecision.Failure, String)? {
        var script: Int32 = 0
        let outcome = unsafe source.withUnsafeBufferPointer { source in
            unsafe source.withMemoryRebound(to: CChar.self) { text in
                unsafe cluashims_compile(pointer, text.baseAddress, text.count, Self.limits(limits), &script)
            }
        }
        if let failure = unsafe Self.failure(outcome) { return failure }
        scripts[number] = script
        memoryAtRest = unsafe cluashims_used(pointer)
        return nil
    }

    /// Runs a compiled script.
    func decide(_ number: UInt64, about path: ScriptedPath, limits: ScriptLimits) -> ScriptDecision {
        guard let script = scripts[number] else { return ScriptDecision(.failed(.error, "the script is not compiled")) }
        let call = LuaCall(path, limits: limits)
        let box = ReplyBox(call)
        let host = Array((path.host ?? "").utf8)
        let outcome = unsafe host.withUnsafeBufferPointer { host in
            unsafe cluashims_evaluate(
                pointer,
                script,
                cluashims_bytes(start: host.baseAddress, count: host.count),
                Self.limits(limits),
                Unmanaged.passUnretained(box).toOpaque()
            )
        }
        defer {
            if unsafe cluashims_used(pointer) > memoryAtRest + Self.maximumGarbage { unsafe cluashims_collect(pointer) }
        }
        return withExtendedLifetime(box) { unsafe Self.decision(outcome, call) }
    }

    private static func limits(_ limits: ScriptLimits) -> cluashims_limits {
        let time = limits.time.components
        return cluashims_limits(
            instructions: Int64(limits.instructions),
            nanoseconds: time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000,
            memory: limits.memoryBytes,
            text: limits.textBytes
        )
    }

    @unsafe private static func decision(_ outcome: cluashims_outcome, _ call: LuaCall) -> ScriptDecision {
        if let (failure, text) = unsafe failure(outcome) {
            return ScriptDecision(.failed(failure, text), trace: call.trace)
        }
        let span = unsafe outcome.has_span ? outcome.span : nil
        guard unsafe !outcome.is_allowed else { return ScriptDecision(.allowed, span: span, trace: call.trace) }
        var decoder = ValueDecoder(unsafe bytes(outcome.facts))
        let text = unsafe bytes(outcome.text)
        let reason = text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
        return ScriptDecision(.rejected(reason: reason, facts: decoder.facts()), span: span, trace: call.trace)
    }

    /// The failure of a call with its message; nil if the script decided.
    @unsafe private static func failure(_ outcome: cluashims_outcome) -> (ScriptDecision.Failure, String)? {
        let text = String(decoding: unsafe bytes(outcome.text), as: UTF8.self)
        switch unsafe outcome.status {
        case cluashims_status_success: return nil
        case cluashims_status_instructions: return (.instructions, "")
        case cluashims_status_time: return (.time, "")
        case cluashims_status_memory: return (.memory, text)
        case cluashims_status_result: return (.result, text)
        default: return (.error, text)
        }
    }

    @unsafe private static func bytes(_ bytes: cluashims_bytes) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: bytes.start, count: bytes.count))
    }

    /// Called by C for each host function; the context is the ``ReplyBox`` of the call.
    private static let host: cluashims_host = { context, function, arguments, count, budget, reply in
        guard let context = unsafe context, let reply = unsafe reply else { return false }
        let box = unsafe Unmanaged<ReplyBox>.fromOpaque(context).takeUnretainedValue()
        let arguments = unsafe UnsafeBufferPointer(start: arguments, count: Int(count))
        var values: [LuaCall.Argument] = []
        for index in arguments.indices { values.append(unsafe argument(arguments[index])) }
        let answer = box.call.call(function, values, budget: Int(clamping: budget))
        switch answer {
        case .values(let values, let cost):
            var encoder = ValueEncoder()
            for value in values { encoder.append(value) }
            unsafe reply.pointee.cost = Int64(cost + encoder.bytes.count / 16)
            unsafe reply.pointee.bytes = box.keep(encoder.bytes)
            return true
        case .failure(let text, let cost):
            unsafe reply.pointee.cost = Int64(cost)
            unsafe reply.pointee.bytes = box.keep(Array(text.utf8))
            return false
        }
    }

    @unsafe private static func argument(_ argument: cluashims_argument) -> LuaCall.Argument {
        switch unsafe argument.kind {
        case cluashims_kind_nil: .absent
        case cluashims_kind_integer: .integer(unsafe Int(argument.integer))
        case cluashims_kind_string: .text(unsafe bytes(argument.bytes))
        default: .other
        }
    }
}

/// The call of a script, and the bytes of the last reply, which remain valid until the next one.
@safe private final class ReplyBox {
    let call: LuaCall
    private var kept = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 256)

    init(_ call: LuaCall) { self.call = call }

    deinit { unsafe kept.deallocate() }

    @unsafe func keep(_ bytes: [UInt8]) -> cluashims_bytes {
        if unsafe kept.count < bytes.count {
            unsafe kept.deallocate()
            unsafe kept = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        }
        unsafe _ = kept.update(fromContentsOf: bytes)
        return unsafe cluashims_bytes(start: kept.baseAddress, count: bytes.count)
    }
}

// The runtime hands out a state to one call at a time, so threads use it only after one another.
extension LuaState: @unchecked Sendable {}
