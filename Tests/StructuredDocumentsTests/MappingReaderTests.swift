import StructuredDocuments
import Testing
import TrustModel

@Suite struct `Reading the keys of a mapping` {
    private enum Color: String, CaseIterable {
        case red
        case green
        case blue
    }

    private func read<Value>(_ yaml: String, _ body: (inout MappingReader) -> Value) throws -> (Value, [String]) {
        let issues = DocumentIssues()
        let root = DocumentValue(try YAMLDocument.parse(Array(yaml.utf8)), pointer: "/root", issues: issues)
        var reader = try #require(root.mapping())
        let value = body(&reader)
        return (value, issues.all.map(\.text))
    }

    @Test func `lists the first hundred issues and counts the rest`() throws {
        let yaml = (0..<250).map { "k\($0): 1\n" }.joined()
        let (_, issues) = try read(yaml) { $0.finish() }
        #expect(issues.count == 101)
        #expect(issues.first == "1 /root/k0: unknown key `k0`")
        #expect(issues.last == "- : 150 more problems are not listed")
    }

    @Test func `lists the first hundred warnings in document order, separately from issues`() throws {
        let yaml = (0..<120).map { "k\($0): 1\n" }.joined()
        let issues = DocumentIssues()
        let root = DocumentValue(try YAMLDocument.parse(Array(yaml.utf8)), issues: issues)
        var reader = try #require(root.mapping())
        for (key, value) in reader.all().reversed() { value.warn("review \(key)", code: .policyDisabled) }
        #expect(throws: Never.self) { try issues.check() }
        #expect(issues.all.isEmpty)
        #expect(issues.warnings.count == 101)
        #expect(issues.warnings.first?.issue.text == "21 /k20: review k20")
        #expect(issues.warnings.first?.code == .policyDisabled)
        #expect(issues.warnings.last?.issue.text == "- : 20 more warnings are not listed")
    }

    @Test func `reads every type of value`() throws {
        let yaml = """
            s: text
            b: true
            i: -7
            l: [a, b]
            m: {x: 1}
            o: green
            d: 90d
            t: 2027-06-01
            """
        let (_, issues) = try read(yaml) { reader in
            #expect(reader.string("s") == "text")
            #expect(reader.bool("b") == true)
            #expect(reader.integer("i", in: -7...7) == -7)
            #expect(reader.list("l")?.compactMap { $0.string() } == ["a", "b"])
            #expect(reader.mapping("m")?.keys == ["x"])
            #expect(reader.oneOf("o", Color.self) == .green)
            #expect(reader.duration("d") == 7_776_000)
            #expect(reader.instantOrDay("t") == Instant(year: 2027, month: 6, day: 1))
            #expect(reader.string("absent") == nil)
            reader.finish()
        }
        #expect(issues == [])
    }

    @Test(arguments: [
        ("90d", 7_776_000), ("12h", 43200), ("45m", 2700), ("30s", 30), ("1s", 1), ("36525d", 3_155_760_000),
    ])
    func `reads durations`(text: String, seconds: Int64) throws {
        #expect(try read("d: \(text)") { $0.duration("d") }.0 == seconds)
    }

    @Test(arguments: ["36526d", "0d", "-1d", "+1d", "d", "1.5h", "90", "90 d", "1w", "1D", "99999999999999999999d"])
    func `rejects malformed durations and those out of range`(text: String) throws {
        let (value, issues) = try read("d: '\(text)'") { $0.duration("d") }
        #expect(value == nil)
        #expect(issues == ["1 /root/d: expected a duration such as 90d, 12h, 45m or 30s, found `\(text)`"])
    }

    @Test(arguments: ["090", "0x10", "+1", "1.0", "1e2", ".inf", "0o7", "-0", "99999999999999999999"])
    func `accepts whole numbers only as canonical decimals`(text: String) throws {
        let (value, issues) = try read("i: \(text)") { $0.integer("i", in: 0...1000) }
        #expect(value == nil)
        #expect(
            issues == ["1 /root/i: expected a whole number in decimal digits without leading zeros, found \(text)"]
        )
    }

    @Test func `reports the expected and the actual type`() throws {
        let (_, issues) = try read("a: 1\nb: x\nc: [1]\nd: {}\ne:\nf: true\ng: ''\nh: 9\n") { reader in
            _ = reader.string("a")
            _ = reader.integer("b", in: 0...1)
            _ = reader.bool("c")
            _ = reader.list("d")
            _ = reader.mapping("e")
            _ = reader.string("f")
            _ = reader.string("g")
            _ = reader.integer("h", in: 0...5)
        }
        #expect(
            issues == [
                "1 /root/a: expected text, found the number 1 (text must be quoted)",
                "2 /root/b: expected a whole number, found text",
                "3 /root/c: expected true or false, found a list",
                "4 /root/d: expected a list, found a mapping",
                "5 /root/e: expected a mapping, found nothing",
                "6 /root/f: expected text, found true (text must be quoted)",
                "7 /root/g: expected text, found an empty string",
                "8 /root/h: expected a number from 0 to 5, found 9",
            ]
        )
    }

    @Test func `reports unknown keys with the most similar known key`() throws {
        let (_, issues) = try read("nmae: a\nzzz: b\nlater: c\nelsewhere: d\n") { reader in
            _ = reader.string("name")
            reader.finish(knownButUnsupported: ["later"], misplaced: ({ ["elsewhere"] }, { _ in "belongs elsewhere" }))
        }
        #expect(
            issues == [
                "1 /root/nmae: unknown key `nmae`; did you mean `name`?",
                "2 /root/zzz: unknown key `zzz`",
                "3 /root/later: the key `later` is known but not supported by this version",
                "4 /root/elsewhere: the key `elsewhere` belongs elsewhere",
            ]
        )
    }

    @Test func `writes messages only for as many unknown keys as it reports`() throws {
        let text = (0..<5000).map { "unknown\($0): x\n" }.joined()
        var calls = 0
        let (_, issues) = try read(text) { reader in
            _ = reader.string("name")
            reader.finish(otherPlace: { _ in
                calls += 1
                return ""
            })
        }
        #expect(issues.count == DocumentIssues.maximum + 1)
        #expect(calls == DocumentIssues.maximum)
    }

    @Test func `lists the values of an enumeration`() throws {
        let (_, issues) = try read("o: grene") { $0.oneOf("o", Color.self) }
        #expect(issues == ["1 /root/o: expected red, green or blue, found `grene`; did you mean `green`?"])
    }

    @Test func `reports a missing key at the mapping`() throws {
        let (_, issues) = try read("a: 1\n") { _ = $0.required("evaluator", expected: "default or disabled") }
        #expect(issues == ["1 /root: the key `evaluator` is missing: expected default or disabled"])
    }

    @Test func `orders issues by line, not by the order of reading`() throws {
        let (_, issues) = try read("a: 1\nb: 2\n") { reader in
            _ = reader.string("b")
            _ = reader.string("a")
        }
        #expect(issues.map { $0.prefix(9) } == ["1 /root/a", "2 /root/b"])
    }

    @Test(arguments: [
        ("anchor", "anchors"), ("ANCHORS", "anchors"), ("acnhors", "anchors"), ("profil", "profile"),
        ("anchorsonly", "anchorsOnly"),
    ])
    func `finds the most similar name`(text: String, name: String) {
        #expect(NearestName.nearest(to: text, among: ["profile", "anchors", "anchorsOnly"]) == name)
    }

    @Test func `suggests nothing for a dissimilar or overlong name`() {
        #expect(NearestName.nearest(to: "abc", among: ["xyz", ""]) == nil)
        for (count, name) in [(64, "a" + String(repeating: "b", count: 63)), (65, nil)] {
            let text = String(repeating: "b", count: count)
            #expect(NearestName.nearest(to: text, among: ["a" + text.dropFirst()]) == name)
        }
    }

    @Test func `suggests the nearest name, and the first of equally near ones`() {
        #expect(NearestName.nearest(to: "abcdef", among: ["abcxyf", "abcxef", "abcyef", "abcdxf"]) == "abcxef")
        #expect(NearestName.nearest(to: "abcdef", among: ["bacdfe", "bacdef", "badcfe"]) == "bacdef")
    }

    @Test func `does not evaluate the text of an issue that is not listed`() throws {
        var hints = 0
        let issues = DocumentIssues()
        let value = DocumentValue(DocumentNode(.null), issues: issues)
        for _ in 0..<1000 {
            value.refuse(
                {
                    hints += 1
                    return "wrong"
                }()
            )
        }
        #expect(hints == DocumentIssues.maximum)
    }

    @Test(arguments: [String(repeating: "a", count: 257), "ü"])
    func `rejects names that are not ASCII or too long`(text: String) throws {
        for reading: (inout MappingReader) -> Any? in [
            { $0.oneOf("n", Color.self) }, { $0.duration("n") }, { $0.instantOrDay("n") }, { $0.value("n")?.name() },
        ] {
            let (value, issues) = try read("n: \(text)") { reading(&$0) }
            #expect(value == nil)
            #expect(issues == ["1 /root/n: expected at most 256 ASCII characters, found \(QuotedText.of(text))"])
        }
    }

    @Test func `compares keys by their bytes`() throws {
        let (value, issues) = try read("e\u{301}: 1\n") { reader in
            let value = reader.integer("\u{E9}", in: 0...9)
            reader.finish()
            return value
        }
        #expect(value == nil)
        #expect(issues.count == 1)
    }

    @Test func `escapes control characters in untrusted text and truncates it`() {
        #expect(QuotedText.of("a\nb\u{1B}[31m\u{202E}") == "`a\\nb\\u{1B}[31m\\u{202E}`")
        #expect(QuotedText.of(String(repeating: "ü", count: 65)) == "`" + String(repeating: "ü", count: 64) + "…`")
    }
}
