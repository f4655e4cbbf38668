import Testing
import YAMLEvents

@Suite struct `YAML events` {
    private func events(_ text: String) throws(YAMLError) -> [YAMLEvent] {
        let parser = try YAMLParser(Array(text.utf8))
        var events: [YAMLEvent] = []
        while let event = try parser.next() { events.append(event) }
        return events
    }

    private func scalar(
        _ text: String,
        _ properties: YAMLEvent.Properties = YAMLEvent.Properties(),
        isPlain: Bool = true
    ) -> YAMLEvent.Kind {
        .scalar(YAMLEvent.Scalar(properties: properties, text: text, isPlain: isPlain))
    }

    @Test func `are in document order and have lines`() throws {
        let events = try events("a: &x 1\nb:\n  - !t \"\\0y\"\n  - *x\n")
        #expect(
            events == [
                YAMLEvent(kind: .documentStart, line: 1),
                YAMLEvent(kind: .mappingStart(YAMLEvent.Properties()), line: 1),
                YAMLEvent(kind: scalar("a"), line: 1),
                YAMLEvent(kind: scalar("1", YAMLEvent.Properties(anchor: "x")), line: 1),
                YAMLEvent(kind: scalar("b"), line: 2),
                YAMLEvent(kind: .sequenceStart(YAMLEvent.Properties()), line: 3),
                YAMLEvent(kind: scalar("\0y", YAMLEvent.Properties(tag: "!t"), isPlain: false), line: 3),
                YAMLEvent(kind: .alias("x"), line: 4),
                YAMLEvent(kind: .sequenceEnd, line: 5),
                YAMLEvent(kind: .mappingEnd, line: 5),
                YAMLEvent(kind: .documentEnd, line: 5),
            ]
        )
    }

    @Test(arguments: ["", "# nothing\n"]) func `are empty for a text without a document`(text: String) throws {
        #expect(try events(text) == [])
    }

    @Test(arguments: [
        ("a: b: c", 1, "mapping values are not allowed in this context"),
        ("a: 1\nb: [1\n", 3, "while parsing a flow sequence (starting on line 2): did not find expected ',' or ']'"),
        ("a: 1\nb: \u{7}\n", 2, "control characters are not allowed"),
    ])
    func `end with an error at malformed YAML`(text: String, line: Int, detail: String) {
        #expect(throws: YAMLError(line: line, detail: detail)) { try events(text) }
    }
}
