import Foundation
import Testing

@Suite struct `Examples in the documentation` {
    private static let article = "Sources/anchord/Documentation.docc/Mechanisms.md"

    private static let troubleshooting = "Sources/anchord/Documentation.docc/Troubleshooting.md"

    private func text(_ page: String) throws -> String {
        try String(contentsOfFile: Repository.path(page), encoding: .utf8)
    }

    @Test func `the mechanisms decide as their article says`() throws {
        let examples = try DocumentedExamples(page: Self.article)
        let service = try ExampleService(examples, arguments: examples.arguments)
        for call in examples.calls {
            let difference = try service.difference(call)
            #expect(difference == nil)
        }
    }

    @Test func `the README's example of pinning decides as it says`() throws {
        let examples = try DocumentedExamples(page: "README.md")
        #expect(examples.documents.count == 1)
        #expect(examples.calls.count == 1)
        let arguments = try DocumentedExamples(page: Self.article).arguments
        let service = try ExampleService(examples, arguments: arguments)
        for call in examples.calls {
            let difference = try service.difference(call)
            #expect(difference == nil)
        }
    }

    @Test func `the answers to operators' faults are as printed, and each fix leads to a trusted chain`() throws {
        let examples = try DocumentedExamples(page: Self.troubleshooting)
        let service = try ExampleService(examples, arguments: examples.arguments, fixtures: "Troubleshooting")
        for call in examples.calls {
            let difference = try service.difference(call)
            #expect(difference == nil)
        }
        // Each section has the fault first, and then the fix.
        let verdicts = examples.calls.map { $0.answer.prefix { $0 != ":" } }
        #expect(verdicts == (0..<verdicts.count).map { $0 % 2 == 0 ? "untrusted" : "trusted" })
        let headings = try text(Self.troubleshooting).components(separatedBy: "\n## ").dropFirst()
        #expect(examples.calls.count == 2 * headings.count { !$0.hasPrefix("Overview\n") })
    }

    @Test func `no example of the article is left out`() throws {
        let examples = try DocumentedExamples(page: Self.article)
        #expect(examples.calls.count == 46)
        let commands = try text(Self.article).components(separatedBy: "curl ").count - 1
        #expect(examples.calls.count == commands)
        let asked = Set(examples.calls.compactMap(\.policySet).map { $0 + ".yaml" })
        #expect(asked.sorted() == examples.documents.keys.sorted())
    }

    @Test(arguments: [
        ("```sh\ncurl http://127.0.0.1:8778/livez\n```\n\nText.\n", 0, "the last call has no answer"),
        (
            "```sh\ncurl http://127.0.0.1:8778/livez\n```\n```yaml\n# a.yaml\n```\n", 4, "a call has no answer"
        ),
        ("```yaml\npolicies: {}\n```\n", 1, "a block is neither a document nor a call nor an answer"),
        (
            "Text.\n```sh\ncurl http://127.0.0.1:8779/livez\n```\n", 2,
            "a block is neither a document nor a call nor an answer"
        ),
        ("```text\nok\n```\n", 1, "a block is neither a document nor a call nor an answer"),
        ("```yaml\n# a.yaml\n```\n```yaml\n# a.yaml\n```\n", 4, "two documents have the same name"),
        ("```yaml\n# a.yaml\n", 1, "a block does not end"),
    ])
    func `a page with a block that cannot be run is unreadable`(text: String, line: Int, reason: String) {
        #expect(throws: DocumentedExamples.Unreadable(line: line, reason: reason)) {
            try DocumentedExamples(text)
        }
    }
}

@Suite struct `Shortened JSON` {
    private static let answer = #"{"a": 1, "b": ["x", "y", "z"], "c": {"d": "sha256:73f7"}, "e": null}"#

    @Test(arguments: [
        answer,
        #"{"a": 1, … "c": …, "b": […]}"#,
        #"{…, "b": ["x", …]}"#,
        #"{…, "b": [… "z"], …}"#,
        #"{…, "b": [… "y", …]}"#,
        #"{…, "c": {"d": "sha256:…"}}"#,
        #"{…, "c": {"d": "…"}}"#,
        #"{…, "c": {…}}"#,
    ])
    func `stands for an answer that has all that is printed`(printed: String) throws {
        #expect(try ShortenedJSON(printed).difference(from: Self.answer) == nil)
    }

    @Test(arguments: [
        (#"{"a": 1, "b": […], "c": …}"#, "/e: answered, and not printed"),
        (#"{… "f": …}"#, "/f: printed, and not answered"),
        (#"{… "a": 2}"#, #"/a: printed number("2"), answered number("1")"#),
        (#"{… "a": true}"#, #"/a: printed bool(true), answered number("1")"#),
        (#"{… "b": ["x", "y"]}"#, "/b: 1 elements more are answered than printed"),
        (#"{… "b": ["x", "y", "z", "z"]}"#, "/b: fewer elements are answered than printed"),
        (#"{… "b": [… "x"]}"#, "/b: what is printed after … is not answered"),
        (#"{… "c": {"d": "sha512:…"}}"#, #"/c/d: printed string("sha512:…"), answered string("sha256:73f7")"#),
    ])
    func `tells where an answer differs`(printed: String, difference: String) throws {
        #expect(try ShortenedJSON(printed).difference(from: Self.answer) == difference)
    }
}
