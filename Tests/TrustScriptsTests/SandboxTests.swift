import Testing
import TrustEvaluation

@testable import TrustScripts

/// Attempts of scripts to leave the sandbox, or to take more than their limits.
@Suite struct `The sandbox of scripts` {
    @Test(arguments: [
        "io", "os", "package", "require", "debug", "load", "dofile", "loadfile", "loadstring", "collectgarbage",
        "coroutine", "rawget", "rawset", "rawlen", "pcall", "xpcall", "warn", "_G", "utf8", "math.random",
        "math.randomseed", "string.dump", "string.gsub", "string.gmatch", "string.pack", "table.sort", "table.pack",
        "('x').dump", "('x').rep.x",
    ])
    func `has no functions that reach beyond it`(name: String) throws {
        let value = try ScriptCase().value(name)
        #expect(value == "nil" || value.contains("attempt to index"), "\(name): \(value)")
    }

    @Test(
        arguments: [
            ("while true do end", .instructions),
            ("local t = {} while true do t[#t + 1] = {} end", .memory),
            ("local function f() return f() end return f()", .instructions),
            ("local function f() return 1 + f() end return f() == 1", .memory),
            ("local s = 'x' while true do s = s .. s end", .memory),
            ("return ('a'):rep(16000):match(('.*'):rep(30) .. 'b') == nil", .instructions),
            ("for i = 1, 100 do ('a'):rep(16000):find(('a'):rep(8000) .. 'b') end", .instructions),
            ("return ('x'):rep(16000):match('[^x' .. ('z'):rep(16000) .. ']y') == nil", .instructions),
            ("while true do ('a'):rep(100):match('.-b') end", .instructions),
            ("while true do ('a'):rep(100):find('b') end", .instructions),
            (
                "local t = {} for i = 1, 3000 do t['k' .. i] = i end while true do for k in pairs(t) do local _ = k end end",
                .instructions
            ),
            ("local m = {} m.__index = function(t, k) return t[k + 1] end return setmetatable({}, m)[1]", .error),
            ("local m = {} m.__index = m setmetatable(m, m) return m.x", .error),
            ("local t = setmetatable({}, {__len = function() return 1e9 end}) return table.concat(t)", .instructions),
            ("local t = setmetatable({}, {__len = function() return 1e9 end}) return table.unpack(t)", .error),
            ("return ('x'):rep(1e9)", .error),
            ("return ('x'):rep(1e9, 'y')", .error),
            ("return (''):rep(1e9)", .result),
            ("return string.format('%99999d', 1)", .error),
            ("return string.format('%p', {})", .error),
            ("return string.format('%-5p', 'x')", .error),
            ("return table.unpack({}, 1, 1e8)", .error),
            ("return table.unpack({}, -1e18, 1e18)", .error),
            ("return table.unpack({}, math.mininteger, math.maxinteger)", .error),
            ("table.move({}, 1, 1e9, 2)", .instructions),
            ("table.insert({}, 1e9, 1)", .error),
            ("for _ = 1, 1e9 do end", .instructions),
            ("goto again ::again:: goto again", .instructions),
            ("error(setmetatable({}, {__tostring = function() while true do end end}))", .error),
            ("error()", .error), ("error({})", .error), ("error(12)", .error),
            ("return setmetatable({}, {__gc = function() while true do end end}) ~= nil", .error),
            ("return setmetatable({}, {__close = function() end}) ~= nil", .error),
            ("return setmetatable({}, {__mode = 'k'}) ~= nil", .error),
            (
                "local m = {} local t = setmetatable({}, m) m.__close = function() while true do end end local x <close> = t",
                .error
            ),
            ("setmetatable(string, {})", .error), ("setmetatable('', {})", .error), ("setmetatable(trust, {})", .error),
            ("string.rep = nil", .error), ("table.x = 1", .error), ("math.pi = 3", .error), ("trust.at = 0", .error),
            ("trust.path[1] = nil", .error), ("getmetatable('').__index = {}", .error),
            ("getmetatable(trust).x = 1", .error),
            ("local f = string.format f(('%s'):rep(33), 1)", .error),
            ("return nil", .result), ("return 1", .result), ("return 'true'", .result), ("", .result),
            ("return false, 1", .result), ("return false, {}", .result), ("return false, 'x', 1", .result),
            ("return false, 'x', {[1] = 2}", .result), ("return false, 'x', {a = {{}}}", .result),
            ("return false, 'x', {a = print}", .result), ("return false, 'x', {a = {b = 1}}", .result),
            ("return false, 'x', {a = {1, b = 1}}", .result),
            ("local t = setmetatable({}, {}) setmetatable(t, {})", .error), ("return undefined.field", .error),
            ("return #nil", .error),
        ] as [(String, ScriptDecision.Failure)]
    )
    func `ends scripts at their limits`(body: String, failure: ScriptDecision.Failure) throws {
        let clock = ContinuousClock()
        let start = clock.now
        var scripted = ScriptCase()
        // A debug build needs more time than the default for the same instructions.
        scripted.limits.time = .seconds(10)
        let outcome = try scripted.outcome(body)
        guard case .failed(let found, let text) = outcome else {
            Issue.record("\(body): \(outcome)")
            return
        }
        #expect(found == failure, "\(body): \(found) \(text)")
        #expect(text.utf8.count <= 1024)
        #expect(clock.now - start < .seconds(60), "\(body)")
    }

    @Test(arguments: [
        "while true do end",
        "local s = ('\\0'):rep(16000) local t = s .. '' while true do local _ = s < t end",
        "local s = ('a'):rep(16000) while true do local _ = s .. '' end",
        "while true do local t = {} for i = 1, 1000 do t['k' .. i] = i end end",
        "while true do ('a'):rep(100):match('.-b') end",
    ])
    func `ends scripts after their processor time`(body: String) throws {
        var scripted = ScriptCase()
        scripted.limits.time = .milliseconds(2)
        scripted.limits.instructions = 1_000_000_000
        scripted.limits.memoryBytes = 64 << 20
        let clock = ContinuousClock()
        let start = clock.now
        #expect(try scripted.outcome(body) == .failed(.time, ""))
        // The limit is 2 ms; other tests delay the thread.
        #expect(clock.now - start < .seconds(60))
    }

    @Test(
        arguments: [
            ("string.rep('x', 1e9)", "script:2: the text would be too long"),
            ("table.concat({'x'}, nil, 'a')", "script:2: the start is not a whole number"),
            ("table.concat(nil)", "script:2: attempt to get length of a nil value (local 'list')"),
            ("local function f(...) table.insert(...) end\nf({}, 9, 1)", "script:2: the position is out of bounds"),
            ("error('prelude:1: x', 0)", "script:2: x"),
        ]
    )
    func `names the line of the script`(body: String, expected: String) throws {
        let outcome = try ScriptCase().outcome(body)
        guard case .failed(.error, let text) = outcome else {
            Issue.record("\(body): \(outcome)")
            return
        }
        #expect(text.hasPrefix(expected), "\(text)")
    }

    @Test func `shows no address`() throws {
        let bodies = [
            "return false, tostring({})", "return false, tostring(print)", "return false, tostring(trust)",
            "return false, string.format('%s %s', {}, print)", "return false, table.concat({{}, print}, ',')",
            "error({})", "return false, tostring(setmetatable({}, {__name = 'x'}))",
        ]
        for body in bodies {
            let text = "\(try ScriptCase().outcome(body))"
            #expect(!text.contains("0x"), "\(text)")
        }
    }

    @Test func `keeps nothing between calls`() throws {
        let script = try ScriptCase().script(
            """
            counter = (counter or 0) + 1
            function evaluate(trust, host)
                seen = (seen or 0) + 1
                return false, counter .. " " .. seen
            end
            """
        )
        for _ in 1...5 {
            #expect(script.decide(about: ScriptCase().path).outcome == .rejected(reason: "1 1", facts: []))
        }
    }

    @Test func `continues after a failure`() throws {
        var scripted = ScriptCase()
        scripted.limits.time = .seconds(10)
        let script = try scripted.script(
            "function evaluate(trust, host) if host == 'bad' then while true do end end return true end"
        )
        var bad = ScriptCase()
        bad.host = "bad"
        for _ in 1...20 {
            #expect(script.decide(about: bad.path).outcome == .failed(.instructions, ""))
            #expect(script.decide(about: ScriptCase().path).outcome == .allowed)
        }
    }

    @Test func `rejects bytecode and syntax errors with the line`() throws {
        let runtime = LuaRuntime(limits: ScriptLimits())
        #expect(throws: TrustScriptError.self) { _ = try runtime.compile([0x1B] + Array("Lua".utf8) + [0x54, 0, 0]) }
        #expect(throws: TrustScriptError(line: 2, reason: "unexpected symbol near '='")) {
            _ = try runtime.compile(Array("local x = 1\n= 2\n".utf8))
        }
        #expect(throws: TrustScriptError.self) {
            _ = try runtime.compile(Array(("x = " + String(repeating: "(", count: 60_000)).utf8))
        }
        #expect(throws: TrustScriptError(line: nil, reason: "is larger than 65536 bytes")) {
            _ = try runtime.compile([UInt8](repeating: 0x20, count: 65_537))
        }
    }

    @Test func `names the line of a runtime error`() throws {
        let decision = try ScriptCase().decision("function evaluate(trust)\n  local x = nil\n  return x.y\nend")
        #expect(decision.outcome == .failed(.error, "script:3: attempt to index a nil value (local 'x')"))
    }

    @Test func `needs the function evaluate`() throws {
        let outcome = try ScriptCase().decision("function evalaute() end").outcome
        #expect(outcome == .failed(.result, "the script does not define the function `evaluate(trust, host)`"))
    }

    @Test func `frees the memory of calls`() throws {
        var limits = ScriptLimits()
        limits.time = .seconds(10)
        let runtime = LuaRuntime(limits: limits)
        let script = try runtime.compile(
            Array("function evaluate(trust) local t = {} for i = 1, 500 do t[i] = {i} end return true end".utf8)
        )
        let path = ScriptCase().path
        for _ in 1...100 { _ = script.decide(about: path) }
        let before = runtime.idleMemory
        for _ in 1...2000 { #expect(script.decide(about: path).outcome == .allowed) }
        #expect(runtime.idleMemory < before + 512 << 10)
    }
}
