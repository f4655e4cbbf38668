import StructuredDocuments
import Testing

@Suite struct `YAML documents` {
    private func parse(_ text: String) throws(DocumentError) -> DocumentNode {
        try YAMLDocument.parse(Array(text.utf8))
    }

    private func refusals(_ text: String) -> [String] {
        do {
            _ = try parse(text)
            return []
        } catch {
            return error.issues.map(\.text)
        }
    }

    @Test func `records the line on which each node begins`() throws {
        let root = try parse("a: 1\nb:\n  - x\n  - [y]\n")
        #expect(
            root
                == DocumentNode(
                    .mapping([
                        DocumentNode.Entry(key: "a", value: DocumentNode(.number("1"), line: 1)),
                        DocumentNode.Entry(
                            key: "b",
                            value: DocumentNode(
                                .sequence([
                                    DocumentNode(.string("x"), line: 3),
                                    DocumentNode(.sequence([DocumentNode(.string("y"), line: 4)]), line: 4),
                                ]),
                                line: 3
                            )
                        ),
                    ]),
                    line: 1
                )
        )
    }

    @Test(
        arguments: [
            ("~", .null), ("null", .null), ("NULL", .null), ("", .null),
            ("true", .bool(true)), ("TRUE", .bool(true)), ("False", .bool(false)),
            ("yes", .string("yes")), ("no", .string("no")), ("on", .string("on")), ("off", .string("off")),
            ("y", .string("y")),
            ("tRUE", .string("tRUE")), ("'true'", .string("true")), ("\"1\"", .string("1")), ("''", .string("")),
            ("0", .number("0")), ("-12", .number("-12")), ("+5", .number("+5")), ("090", .number("090")),
            ("0x1F", .number("0x1F")), ("0o17", .number("0o17")), ("1.5", .number("1.5")), ("1e3", .number("1e3")),
            (".5", .number(".5")), ("1.", .number("1.")), (".inf", .number(".inf")), ("-.INF", .number("-.INF")),
            (".nan", .number(".nan")), ("-.nan", .string("-.nan")), (".", .string(".")), ("1e", .string("1e")),
            ("0x", .string("0x")),
            ("0o8", .string("0o8")), ("1_000", .string("1_000")), ("12:30:45", .string("12:30:45")),
            ("90d", .string("90d")),
            ("2027-06-01", .string("2027-06-01")), ("2026-11-20T00:00:00Z", .string("2026-11-20T00:00:00Z")),
            ("1.2.840.113549", .string("1.2.840.113549")), ("10.0.0.1", .string("10.0.0.1")), ("<<", .string("<<")),
            ("=", .string("=")),
        ] as [(String, DocumentNode.Content)]
    )
    func `resolves plain scalars by the core schema (YAML 1.2 §10.3.2)`(
        text: String,
        content: DocumentNode.Content
    ) throws {
        let root = try parse("key: \(text)\n")
        guard case .mapping(let entries) = root.content else {
            Issue.record("not a mapping")
            return
        }
        #expect(entries.map(\.value.content) == [content])
    }

    @Test func `accepts JSON`() throws {
        let root = try parse("{\"a\":{\"b\":[true,null,\"\\u00fc\\/\"]},\n\t\"c\":1}")
        guard case .mapping(let entries) = root.content else {
            Issue.record("not a mapping")
            return
        }
        #expect(entries.map(\.key) == ["a", "c"])
        #expect(entries.last?.value.line == 2)
    }

    @Test(arguments: ["", "# only a comment\n", "---\n"])
    func `reads an empty document as null`(text: String) throws {
        #expect(try parse(text).content == .null)
    }

    @Test(arguments: [
        ("a: 1\nb: 2\na: 3\n", "3 /a: duplicate key `a`"),
        ("a: 1\n'a': 3\n", "2 /a: duplicate key `a`"),
        ("a: &x 1\n", "1 /a: anchors (`&`) are not supported: repeat the value, or quote text that begins with `&`"),
        (
            "a: 1\nb: &x [1]\n",
            "2 /b: anchors (`&`) are not supported: repeat the value, or quote text that begins with `&`"
        ),
        ("&x a: 1\n", "1 : a key is not text: put it in quotes"),
        (
            "hosts:\n  *.example.com: p\n",
            "2 : invalid YAML: text that begins with `*` must be quoted, such as \"*.example.com\""
        ),
        (
            "hosts: *nothing\n",
            "1 /hosts: aliases (`*`) are not supported: repeat the value, or quote text that begins with `*`"
        ),
        ("a: !!str 1\n", "1 /a: tags (`!`) are not supported"),
        ("a: !!int '1'\n", "1 /a: tags (`!`) are not supported"),
        ("a: ! 1\n", "1 /a: tags (`!`) are not supported"),
        ("a: !!set {b}\n", "1 /a: tags (`!`) are not supported"),
        ("a: !x [b]\n", "1 /a: tags (`!`) are not supported"),
        ("1: a\n", "1 : a key is not text: put it in quotes"),
        ("true: a\n", "1 : a key is not text: put it in quotes"),
        ("~: a\n", "1 : a key is not text: put it in quotes"),
        ("[a]: b\n", "1 : a key is not text: put it in quotes"),
        ("x: 1\n? [a]\n: b\n", "2 : a key is not text: put it in quotes"),
        ("!!str a: 1\n", "1 : a key is not text: put it in quotes"),
        ("a: 1\n---\nb: 2\n", "2 : a second document begins here: a file may contain only one"),
        (
            "a: [1\n",
            "2 : invalid YAML: while parsing a flow sequence (starting on line 1): did not find expected ',' or ']'"
        ),
        ("a: b: c\n", "1 : invalid YAML: mapping values are not allowed in this context"),
        (
            "a:\n\t- b\n",
            "2 : invalid YAML: a tab is not allowed here: indent with spaces"
        ),
        ("ä:\n  \tb: 1\n", "2 : invalid YAML: a tab is not allowed here: indent with spaces"),
        ("a: @b\n", "1 : invalid YAML: text that begins with `@` must be quoted"),
        ("ä: `b`\n", "1 : invalid YAML: text that begins with ``` must be quoted"),
        ("a: &\n", "1 : invalid YAML: text that begins with `&` must be quoted"),
        ("a: \u{7}\n", "1 : invalid YAML: control characters are not allowed"),
    ])
    func `rejects malformed YAML, anchors, aliases, tags and unusual keys`(text: String, refusal: String) {
        #expect(refusals(text) == [refusal])
    }

    @Test func `reports every rejected construct`() {
        #expect(
            refusals("a: !x 1\nb:\n  - &y 2\nc: *y\n[d]: 1\n") == [
                "1 /a: tags (`!`) are not supported",
                "3 /b/0: anchors (`&`) are not supported: repeat the value, or quote text that begins with `&`",
                "4 /c: aliases (`*`) are not supported: repeat the value, or quote text that begins with `*`",
                "5 : a key is not text: put it in quotes",
            ]
        )
    }

    @Test func `escapes JSON pointers (RFC 6901 §3)`() {
        #expect(refusals("\"a/b~c\": !x 1\n") == ["1 /a~1b~0c: tags (`!`) are not supported"])
    }

    @Test func `accepts ampersands and asterisks that are not anchors or aliases`() throws {
        _ = try parse("# R&D *and* \"a*b\"\na: x & y\n'*.example.com': a*b\n\"**.example.com\": [\"?\", what?]\n")
    }

    @Test func `accepts brackets before colons that are not keys`() throws {
        _ = try parse(
            "# [prod]: see {x}:\nlisten: [\"[::1]:8778\", \"[2001:db8::1]:80\", \"[::]:1\", \"[::1]:2\", \"[::1]:3\"]\n"
        )
    }

    @Test func `rejects collections nested more than 64 levels deep`() throws {
        let nested = { (depth: Int) in
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try parse(nested(64))
        let pointer = String(repeating: "/0", count: 64)
        #expect(refusals(nested(65)) == ["1 \(pointer): collections are nested more than 64 levels deep"])
        #expect(!refusals(nested(900)).isEmpty)
        #expect(!refusals(nested(100_000)).isEmpty)
        #expect(!refusals(String(repeating: "- ", count: 100_000)).isEmpty)
        #expect(!refusals(String(repeating: "{a: ", count: 50_000)).isEmpty)
    }

    @Test func `rejects a document longer than one mebibyte`() throws {
        _ = try YAMLDocument.parse(Array("#".utf8) + [UInt8](repeating: 0x20, count: YAMLDocument.maximumBytes - 1))
        #expect(
            refusals(String(repeating: "#", count: YAMLDocument.maximumBytes + 1))
                == ["- : the document is longer than 1048576 bytes"]
        )
    }

    @Test func `rejects bytes that are not UTF-8`() {
        #expect(throws: DocumentError.self) { try YAMLDocument.parse([0x61, 0x3A, 0x20, 0xFF]) }
    }

    @Test(.timeLimit(.minutes(15))) func `rejects documents of exponential cost quickly`() {
        let laughs = (1...60).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()
        let keyLaughs = (1...60).map { "a\($0): &a\($0) {*a\($0 - 1) : *a\($0 - 1)}\n" }.joined()
        let deep = { (leaf: String) in
            String(repeating: "[", count: 60) + leaf + String(repeating: "]", count: 60)
        }
        let pairs = [deep("x"), deep("{y: 1}"), deep("x"), deep("{y: 1}")]
        let flow = "{" + pairs.map { "\($0): 1" }.joined(separator: ", ") + "}"
        let marked = pairs.map { "? \($0)\n: 1\n" }.joined()
        let inFlow = "{" + pairs.map { "? \($0)\n : 1" }.joined(separator: ",\n") + "}"
        for text in ["a0: &a0 x\n" + laughs, "a0: &a0 x\n" + keyLaughs, flow, marked, inFlow] {
            #expect(!refusals(text).isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(15))) func `rejects strings of quadratic comparison cost quickly`() {
        for mark in ["\u{301}\u{323}", "\u{F73}\u{F75}"] {
            let accents = "e" + String(repeating: mark, count: 100_000)
            for text in ["a: 1\n\(accents): 1\n", "a: 1\nb: [\(accents)]\n", "a: 1\n# \(accents)"] {
                #expect(refusals(text) == ["2 : more than 30 consecutive combining marks"])
            }
        }
        // Letters with several marks each, as some scripts use them.
        let letters = String(repeating: "க்ஷி", count: 20) + String(repeating: "e\u{323}\u{302}\u{301}", count: 50)
        #expect(refusals("a: \(letters)") == [])
    }

    @Test(arguments: [("\u{85}", "U+0085", "N"), ("\u{2028}", "U+2028", "L"), ("\u{2029}", "U+2029", "P")])
    func `rejects characters that are line breaks only in YAML 1.1`(
        character: String,
        name: String,
        escape: String
    ) throws {
        let code = name.dropFirst(2)
        let refusal = "\(name) is a line break only in YAML 1.1: write `\\u\(code)` in double quotes"
        for text in ["a: 1\n# comment\(character)b: 2\n", #"{"a":\#n"x\#(character)y"}"#] {
            #expect(refusals(text) == ["2 : \(refusal)"])
        }
        #expect(
            try YAMLDocument.parse(Array("a: \"x\\\(escape)y\"".utf8))
                == YAMLDocument.parse(Array("a: \"x\\u\(code)y\"".utf8))
        )
    }

    @Test(arguments: ["%TAG ! tag:example.org,2026:\n---\na: 1\n", "# first\r\n%TAG !e! tag:e:\n--- {a: 1}\n"])
    func `rejects tag directives, whose cost is quadratic`(text: String) {
        #expect(refusals(text).map { $0.drop { $0 != ":" } } == [": `%TAG` directives are not supported"])
    }

    @Test func `lists a bounded number of issues`() {
        let found = refusals((0..<500).map { "k\($0): &a\($0) 1\n" }.joined())
        #expect(found.count == 101)
        #expect(found.last?.hasSuffix("more issues are not listed") == true)
    }

    @Test func `rejects keys longer than 256 bytes`() {
        #expect(refusals("\(String(repeating: "k", count: 256)): 1\n") == [])
        #expect(refusals("a: 1\n\(String(repeating: "k", count: 257)): 1\n") == ["2 : a key is longer than 256 bytes"])
    }
}
