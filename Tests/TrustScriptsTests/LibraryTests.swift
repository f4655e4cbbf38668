import Testing
import TrustModel

@testable import TrustEvaluation
@testable import TrustScripts

/// The libraries of scripts.
@Suite struct `The libraries of scripts` {
    @Test(arguments: [
        ("('abc'):upper()", "ABC"), ("string.lower('ABC')", "abc"), ("('abc'):len()", "3"),
        ("('abc'):reverse()", "cba"),
        ("('abc'):sub(2)", "bc"), ("('abc'):byte(1)", "97"), ("string.char(97, 98)", "ab"), ("('ab'):rep(3)", "ababab"),
        ("('ab'):rep(3, '-')", "ab-ab-ab"), ("('ab'):rep(0)", ""), ("('a.c'):find('.')", "2"),
        ("select('#', ('abc'):find('bc'))", "2"), ("('abc'):find('x')", "nil"), ("('aXbX'):find('X', 3)", "4"),
        ("('abc'):find('', 10)", "nil"), ("('abc'):find('c', -1)", "3"), ("('key=val'):match('=(.+)')", "val"),
        ("('abc'):match('^b')", "nil"), ("('abc'):startswith('ab')", "true"), ("('abc'):startswith('b')", "false"),
        ("('abc'):endswith('bc')", "true"), ("('abc'):endswith('')", "true"), ("('abc'):endswith('abcd')", "false"),
        ("string.format('%d %s %05.1f %x %%', 3, 'a', 2.5, 255)", "3 a 002.5 ff %"),
        ("string.format('%5d|', 3)", "    3|"),
        ("string.format('%s', nil)", "nil"), ("table.concat({1, 2, 'x'}, '-')", "1-2-x"), ("table.concat({})", ""),
        ("(table.unpack({7, 8}))", "7"), ("select(2, table.unpack({7, 8}))", "8"),
        ("select('#', table.unpack({}, 1, 0))", "0"),
        ("#table.move({1, 2, 3}, 1, 3, 2)", "4"), ("math.floor(2.7)", "2"), ("math.max(1, 3)", "3"),
        ("math.type(1)", "integer"),
        ("tonumber('0x10')", "16"), ("tonumber('x')", "nil"), ("tostring(nil)", "nil"), ("tostring(1.5)", "1.5"),
        ("type(trust)", "table"), ("type(trust.path)", "table"), ("type(string)", "table"), ("type(print)", "function"),
        ("#trust.path", "0"), ("getmetatable('')", "false"), ("getmetatable(trust)", "false"), ("trust.unknown", "nil"),
        ("trust[1]", "nil"), ("host", "api.example.com"), ("trust.at", "1767225600"), ("trust.policy.set", "payments"),
        ("trust.policy.name", "scripted"), ("#trust.scts", "0"), ("rawequal(trust, trust)", "true"),
        ("next({})", "nil"),
        ("assert(1)", "1"), ("1 // 0", "attempt to divide by zero"), ("'10' + 1", "attempt to perform arithmetic"),
    ])
    func `work as documented`(expression: String, expected: String) throws {
        let value = try ScriptCase().value(expression)
        #expect(
            value == expected || (expected.hasPrefix("attempt") && value.contains(expected)),
            "\(expression): \(value)"
        )
    }

    @Test func `insert, remove and iterate`() throws {
        let body = """
            local t = {1, 3}
            table.insert(t, 4)
            table.insert(t, 2, 2)
            local removed = table.remove(t, 1)
            local last = table.remove(t)
            local texts = {}
            for i, v in ipairs(t) do texts[#texts + 1] = i .. '=' .. v end
            local sum = 0
            for k, v in pairs({a = 1, b = 2}) do sum = sum + v end
            return false, removed .. ' ' .. last .. ' ' .. table.concat(texts, ',') .. ' ' .. sum
            """
        #expect(try ScriptCase().outcome(body) == .rejected(reason: "1 4 1=2,2=3 3", facts: []))
    }

    @Test func `support classes`() throws {
        let body = """
            local Rule = {}
            Rule.__index = Rule
            Rule.__call = function(self, x) return self.limit + x end
            Rule.__eq = function() return true end
            function Rule.new(limit) return setmetatable({limit = limit}, Rule) end
            function Rule:twice() return self.limit * 2 end
            local rule = Rule.new(4)
            return false, rule:twice() .. ' ' .. rule(1) .. ' ' .. tostring(rule == Rule.new(5)) .. ' '
                .. tostring(getmetatable(rule) == Rule)
            """
        #expect(try ScriptCase().outcome(body) == .rejected(reason: "8 5 true true", facts: []))
    }

    @Test(
        arguments: [
            (.request, "good request it nil nil nil"), (.policy, "good policy it nil nil nil"),
            (.cache(age: 90), "good cache it 90 nil nil"),
            (.network(url: "http://ocsp.example/", milliseconds: 42), "good network it nil http://ocsp.example/ 42"),
            (nil, "good nil it nil nil nil"),
        ] as [(EvidenceOrigin?, String)]
    )
    func `read the origin of revocation evidence`(origin: EvidenceOrigin?, text: String) throws {
        var scripted = ScriptCase()
        scripted.revocation = [ScriptedPath.Revocation(depth: 0, status: "good", source: origin, evidence: "it")]
        let entry = "trust.revocation[1]"
        let fields = ["status", "source", "evidence", "age", "url", "milliseconds"].map { "tostring(\(entry).\($0))" }
        #expect(try scripted.value(fields.joined(separator: " .. ' ' .. ")) == text)
    }

    @Test func `return facts`() throws {
        let body = "return false, 'no', {days = 90, name = 'x', ok = true, list = {'a', 2, false}, ratio = 0.5}"
        let facts = [
            Fact("days", 90), Fact("list", ["a", "2", "false"]), Fact("name", "x"), Fact("ok", true),
            Fact("ratio", "0.5"),
        ]
        #expect(try ScriptCase().outcome(body) == .rejected(reason: "no", facts: facts))
        #expect(try ScriptCase().outcome("return false") == .rejected(reason: nil, facts: []))
        let long = try ScriptCase().outcome("return false, ('x'):rep(5000)")
        #expect(long == .rejected(reason: String(repeating: "x", count: 1024), facts: []))
    }

    @Test(
        arguments: [
            ("cacheFor = 3600", 3600), ("cacheFor = 0", 0), ("", nil), ("cacheFor = nil", nil),
            ("local cacheFor = 1", nil),
        ] as [(String, Int64?)]
    )
    func `declare how long a decision may be reused`(line: String, span: Int64?) throws {
        let decision = try ScriptCase().decision("\(line)\nfunction evaluate() return true end")
        #expect(decision == ScriptDecision(.allowed, span: span))
    }

    @Test(arguments: ["cacheFor = -1", "cacheFor = '60'", "cacheFor = 1.5", "cacheFor = true", "cacheFor = {}"])
    func `refuse another time`(line: String) throws {
        let decision = try ScriptCase().decision("\(line)\nfunction evaluate() return true end")
        #expect(decision.outcome == .failed(.result, "`cacheFor` is not a whole number of seconds"))
        #expect(decision.span == nil)
    }

    @Test func `trace what the script read and printed`() throws {
        var scripted = ScriptCase()
        scripted.isTraced = true
        let decision = try scripted.decision(
            "function evaluate(trust, host) print('at', trust.at, {}) local _ = trust.at print(host) return true end"
        )
        let lines: [ScriptTrace.Line] = [
            .read(field: "trust.at", value: "1767225600"), .printed("at\t1767225600\ttable"),
            .printed("api.example.com"),
        ]
        #expect(decision.trace == lines)
        #expect(try ScriptCase().decision("function evaluate() print('x') return true end").trace.isEmpty)
    }

    @Test func `bound what is printed`() throws {
        var scripted = ScriptCase()
        scripted.isTraced = true
        let decision = try scripted.decision(
            "function evaluate() for i = 1, 100 do print(('x'):rep(100)) end return true end"
        )
        let bytes = decision.trace.reduce(0) { sum, line in
            if case .printed(let text) = line { sum + text.utf8.count } else { sum }
        }
        #expect(bytes == 1024)
    }
}
