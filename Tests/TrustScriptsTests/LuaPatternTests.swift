import Testing

@testable import TrustScripts

/// The patterns of `string.match`.
@Suite struct `A Lua pattern` {
    private func match(_ pattern: String, _ text: String, budget: Int = 10_000) throws -> [String]? {
        var matcher = LuaPattern(Array(pattern.utf8), text: Array(text.utf8), budget: budget)
        guard let match = try matcher.search(from: 0) else { return nil }
        let bytes = Array(text.utf8)
        let captures = match.captures.isEmpty ? [.text(match.range)] : match.captures
        return captures.map { capture in
            switch capture {
            case .text(let range): String(decoding: bytes[range], as: UTF8.self)
            case .position(let position): "@\(position)"
            }
        }
    }

    @Test(
        arguments: [
            ("abc", "xabcx", ["abc"]), ("^abc", "xabc", nil), ("^x", "xabc", ["x"]), ("c$", "abc", ["c"]),
            ("b$", "abc", nil),
            ("a.c", "abc", ["abc"]), ("a%.c", "abc", nil), ("a%.c", "a.c", ["a.c"]), ("%d+", "ab123c", ["123"]),
            ("%D+", "12ab", ["ab"]), ("x*", "abc", [""]), ("b+", "abbbc", ["bbb"]), ("a.-c", "abcbc", ["abc"]),
            ("a.*c", "abcbc", ["abcbc"]), ("ab?c", "ac", ["ac"]), ("ab?c", "abc", ["abc"]),
            ("[a-c]+", "xxabcd", ["abc"]),
            ("[^a-c]+", "abcxyz", ["xyz"]), ("[]]", "a]", ["]"]), ("[%d%.]+", "v1.2", ["1.2"]), ("[a-]", "-", ["-"]),
            ("(%w+)@(%w+)", "to: ann@example", ["ann", "example"]), ("()b()", "abc", ["@2", "@3"]),
            ("((a)(b))", "ab", ["ab", "a", "b"]), ("%u%l+", "the Cat", ["Cat"]), ("%s", "a b", [" "]),
            ("%x+", "xyFF", ["FF"]),
            ("%p", "a,b", [","]), ("", "abc", [""]), ("$", "abc", [""]), ("a$b", "a$b", ["a$b"]), ("%%", "5%", ["%"]),
            ("(a*)b", "aab", ["aa"]), ("^(.-)%.example$", "api.example", ["api"]),
        ] as [(String, String, [String]?)]
    )
    func `matches as in Lua`(pattern: String, text: String, expected: [String]?) throws {
        #expect(try match(pattern, text) == expected, "\(pattern) \(text)")
    }

    @Test(arguments: [
        ("%", "the pattern ends with %"), ("[a", "the pattern has [ without ]"), ("[", "the pattern has [ without ]"),
        ("[%", "the pattern has [ without ]"), ("(a", "the pattern has an open capture"),
        ("a)", "the pattern closes a capture that is not open"),
        ("%b()", "the pattern has %b, %f or a back reference, which scripts cannot use"),
        ("(a)%1", "the pattern has %b, %f or a back reference, which scripts cannot use"),
    ])
    func `is refused if it is malformed`(pattern: String, reason: String) throws {
        #expect(throws: LuaPattern.Failure(reason: reason)) { try match(pattern, "aaa()") }
    }

    @Test func `ends after its steps`() throws {
        let bomb = String(repeating: "a?", count: 60) + String(repeating: "a", count: 60)
        let text = String(repeating: "a", count: 50)
        #expect(throws: LuaPattern.Failure(reason: "the match takes too many steps")) { try match(bomb, text) }
        let nested = String(repeating: ".*", count: 20) + "x"
        #expect(throws: LuaPattern.Failure(reason: "the match takes too many steps")) {
            try match(nested, String(repeating: "a", count: 1000))
        }
    }

    @Test func `ends below a bounded depth`() throws {
        let deep = String(repeating: "(a", count: 300)
        #expect(throws: LuaPattern.Failure.self) { try match(deep, String(repeating: "a", count: 300)) }
    }
}
