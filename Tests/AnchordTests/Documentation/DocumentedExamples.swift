import Foundation

/// The examples of a page of the documentation: fenced blocks with a command, policy documents, calls and their answers.
///
/// A block that is none of these, or stands where it could not be run, makes the page unreadable: nothing is left out.
struct DocumentedExamples {
    /// A call as printed, and the answer below it.
    struct Call {
        let command: String
        let answer: String
        /// Whether the answer is JSON, which may be shortened, and not text, which is whole.
        let isJSON: Bool
        /// Where the answer begins on the page.
        let line: Int
        /// The policy set that the address names; nil where it is in the body.
        var policySet: String? { command.firstMatch(of: /[?&]policy=([a-z0-9-]+)/).map { String($0.1) } }
    }

    /// Why the page cannot be read.
    struct Unreadable: Error, Equatable {
        let line: Int
        let reason: String
    }

    /// The address that calls name.
    static let address = "127.0.0.1:8778"

    /// The words after `anchord serve`.
    private(set) var arguments: [String] = []
    /// Policy documents by file name, whole.
    private(set) var documents: [String: String] = [:]
    private(set) var calls: [Call] = []

    /// Takes a page, given from the package's root.
    init(page: String) throws {
        try self.init(String(contentsOfFile: Repository.path(page), encoding: .utf8))
    }

    /// Takes the text of a page.
    init(_ text: String) throws(Unreadable) {
        var unanswered: String?
        for block in try Block.all(in: text) {
            let firstLine = block.lines.first ?? ""
            if let command = unanswered {
                guard ["text", "json"].contains(block.language) else { throw block.unreadable("a call has no answer") }
                calls.append(
                    Call(command: command, answer: block.text, isJSON: block.language == "json", line: block.line + 1)
                )
                unanswered = nil
            } else if block.language == "yaml", firstLine.hasPrefix("# "), firstLine.hasSuffix(".yaml") {
                guard documents.updateValue(block.text, forKey: String(firstLine.dropFirst(2))) == nil else {
                    throw block.unreadable("two documents have the same name")
                }
            } else if block.language == "sh", firstLine.hasPrefix("curl "), block.text.contains(Self.address) {
                unanswered = block.text
            } else if block.language == "sh", firstLine.hasPrefix("anchord serve "), block.lines.count == 1 {
                arguments = firstLine.split(separator: " ").dropFirst(2).map(String.init)
            } else {
                throw block.unreadable("a block is neither a document nor a call nor an answer")
            }
        }
        guard unanswered == nil else { throw Unreadable(line: 0, reason: "the last call has no answer") }
    }
}

/// A fenced block.
private struct Block {
    let language: String
    /// The line of its opening fence.
    let line: Int
    var lines: [String] = []

    /// With a line break after each line.
    var text: String { lines.map { $0 + "\n" }.joined() }

    func unreadable(_ reason: String) -> DocumentedExamples.Unreadable { .init(line: line, reason: reason) }

    static func all(in text: String) throws(DocumentedExamples.Unreadable) -> [Block] {
        var blocks: [Block] = []
        var open: Block?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let block = open, line == "```" {
                blocks.append(block)
                open = nil
            } else if open != nil {
                open?.lines.append(String(line))
            } else if line.drop(while: { $0 == " " }).hasPrefix("```") {
                open = Block(language: String(line.dropFirst(3)), line: index + 1)
            }
        }
        if let open { throw open.unreadable("a block does not end") }
        return blocks
    }
}
