import Foundation

/// The examples of a documentation page: fenced blocks with a command, policy documents, and calls with their answers.
///
/// A page with any other block, or with a block in the wrong place, is rejected, so that no example is skipped.
struct DocumentedExamples {
    /// A call with its printed answer.
    struct Call {
        let command: String
        let answer: String
        /// Whether the answer is JSON, which may be abbreviated, or text.
        let isJSON: Bool
        /// The line of the page where the answer starts.
        let line: Int
        /// The policy set named in the query or in a form; nil if a JSON body names it.
        var policySet: String? { command.firstMatch(of: /(?:[?&]|-F )policy=([a-z0-9-]+)/).map { String($0.1) } }
    }

    /// The first problem found in a page.
    struct Unreadable: Error, Equatable {
        let line: Int
        let reason: String
    }

    /// The address used by all calls, which is not that of an installed service.
    static let address = "127.0.0.1:8779"

    /// The commands of the program that run to their end.
    private static let commands = ["anchord evaluate ", "anchord pins ", "anchord policies check "]

    /// The arguments of `anchord serve`.
    private(set) var arguments: [String] = []
    /// The policy documents by file name.
    private(set) var documents: [String: String] = [:]
    private(set) var calls: [Call] = []

    /// Reads a page, given by its path relative to the package root.
    init(page: String) throws {
        try self.init(String(contentsOfFile: Repository.path(page), encoding: .utf8))
    }

    /// Reads the text of a page.
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
                let words = firstLine.replacing(" --listen \(Self.address)", with: "").split(separator: " ")
                arguments = words.dropFirst(2).map(String.init)
            } else if block.language == "sh", Self.commands.contains(where: { firstLine.hasPrefix($0) }) {
                unanswered = block.text
            } else {
                throw block.unreadable("a block is neither a document nor a call nor an answer")
            }
        }
        guard unanswered == nil else { throw Unreadable(line: 0, reason: "the last call has no answer") }
    }
}

/// A fenced code block.
private struct Block {
    let language: String
    /// The line of the opening fence.
    let line: Int
    var lines: [String] = []

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
