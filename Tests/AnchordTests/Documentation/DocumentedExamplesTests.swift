import Foundation
import Testing

@Suite struct `Examples in the documentation` {
    private static let troubleshooting = "Sources/anchord/Documentation.docc/Troubleshooting.md"

    private func text(_ page: String) throws -> String {
        try String(contentsOfFile: Repository.path(page), encoding: .utf8)
    }

    @Test(arguments: [
        ("README", "Guide", 5),
        ("Guide", "Guide", 24),
        ("StartFrom", "Guide", 2),
        ("Policies", "Guide", 2),
        ("ClientRevocation", "Tasks", 2),
        ("ExpiredCRL", "Tasks", 3),
        ("Resumption", "Tasks", 2),
        ("PartialDistrust", "Tasks", 2),
        ("PrivateRoots", "Tasks", 2),
        ("SPIFFE", "Tasks", 2),
        ("Mechanisms", "Mechanisms", 0),
        ("Alamofire", "Mechanisms", 29),
        ("AFNetworking", "Mechanisms", 10),
        ("SecTrust", "Mechanisms", 7),
        ("TrustKit", "Mechanisms", 2),
        ("OkHttp", "Mechanisms", 2),
        ("Android", "Mechanisms", 2),
    ])
    func `the examples of a page have the printed answers`(page: String, fixtures: String, calls: Int) throws {
        let path = page == "README" ? "README.md" : "Sources/anchord/Documentation.docc/\(page).md"
        let examples = try DocumentedExamples(page: path)
        #expect(examples.calls.count == calls)
        // No call is outside a block, and no document is without a call.
        let commands = try text(path).components(separatedBy: "\ncurl ").count - 1
        #expect(examples.calls.count { $0.command.hasPrefix("curl ") } == commands)
        let asked = Set(examples.calls.compactMap(\.policySet).map { $0 + ".yaml" })
        #expect(asked.sorted() == examples.documents.keys.sorted())
        let service = try ExampleService(examples, arguments: examples.arguments, fixtures: fixtures)
        for call in examples.calls {
            let difference = try service.difference(call)
            #expect(difference == nil)
        }
    }

    @Test func `the troubleshooting examples have the printed answers, and each fix yields a trusted chain`() throws {
        let examples = try DocumentedExamples(page: Self.troubleshooting)
        let service = try ExampleService(examples, arguments: examples.arguments, fixtures: "Troubleshooting")
        for call in examples.calls {
            let difference = try service.difference(call)
            #expect(difference == nil)
        }
        // Each section contains first the fault, then the fix.
        let verdicts = examples.calls.map { $0.answer.prefix { $0 != ":" } }
        #expect(verdicts == (0..<verdicts.count).map { $0 % 2 == 0 ? "untrusted" : "trusted" })
        let headings = try text(Self.troubleshooting).components(separatedBy: "\n## ").dropFirst()
        #expect(examples.calls.count == 2 * headings.count { !$0.hasPrefix("Overview\n") })
    }

    @Test(arguments: [
        ("```sh\ncurl http://127.0.0.1:8779/livez\n```\n\nText.\n", 0, "the last call has no answer"),
        ("```sh\nanchord pins backup.pub\n```\n", 0, "the last call has no answer"),
        (
            "```sh\ncurl http://127.0.0.1:8779/livez\n```\n```yaml\n# a.yaml\n```\n", 4, "a call has no answer"
        ),
        ("```yaml\npolicies: {}\n```\n", 1, "a block is neither a document nor a call nor an answer"),
        (
            "Text.\n```sh\ncurl http://127.0.0.1:8778/livez\n```\n", 2,
            "a block is neither a document nor a call nor an answer"
        ),
        ("```text\nok\n```\n", 1, "a block is neither a document nor a call nor an answer"),
        ("```yaml\n# a.yaml\n```\n```yaml\n# a.yaml\n```\n", 4, "two documents have the same name"),
        ("```yaml\n# a.yaml\n", 1, "a block does not end"),
    ])
    func `rejects a page with a block that cannot be run`(text: String, line: Int, reason: String) {
        #expect(throws: DocumentedExamples.Unreadable(line: line, reason: reason)) {
            try DocumentedExamples(text)
        }
    }
}

@Suite struct `Abbreviated JSON` {
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
    func `matches an answer with everything that is printed`(printed: String) throws {
        #expect(try ShortenedJSON(printed).difference(from: Self.answer) == nil)
    }

    @Test(arguments: [
        (#"{"a": 1, "b": […], "c": …}"#, "/e: in the answer, but not printed"),
        (#"{… "f": …}"#, "/f: printed, but not in the answer"),
        (#"{… "a": 2}"#, #"/a: printed number("2"), found number("1")"#),
        (#"{… "a": true}"#, #"/a: printed bool(true), found number("1")"#),
        (#"{… "b": ["x", "y"]}"#, "/b: the answer has 1 more elements than printed"),
        (#"{… "b": ["x", "y", "z", "z"]}"#, "/b: the answer has fewer elements than printed"),
        (#"{… "b": [… "x"]}"#, "/b: the elements printed after … are not in the answer"),
        (#"{… "c": {"d": "sha512:…"}}"#, #"/c/d: printed string("sha512:…"), found string("sha256:73f7")"#),
    ])
    func `reports where an answer differs`(printed: String, difference: String) throws {
        #expect(try ShortenedJSON(printed).difference(from: Self.answer) == difference)
    }
}
