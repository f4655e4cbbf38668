import ArgumentParser
import FileAccess

struct DocumentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "document",
        abstract: "Writes the parts of a checkout's documents that come from its declarations and examples.",
        discussion: """
            Replaces the lines between marker comments in pages and in openapi.yaml, and the whole of anchord.yaml.example. \
            Files without a change are not written.
            """,
        shouldDisplay: false
    )

    @Argument(help: ArgumentHelp("The root of the checkout.", valueName: "directory"))
    var directory: String

    func run() throws {
        let examples = "Deploy/examples"
        let edge = try [
            "nginx": Document("\(examples)/nginx/nginx.conf", in: directory).block("nginx"),
            "nginxDaemon": Document("\(examples)/nginx/anchord.yaml", in: directory).block("yaml"),
            "edge": Document("\(examples)/policies/edge.yaml", in: directory).block("yaml"),
        ]
        let pages =
            [
                ("Reasons", ReasonsDocument.sections),
                ("Configuration", ["keys": ConfigurationDocument.keys]),
                ("Operations", ["metrics": MetricsDocument.families]),
                ("Mechanisms", ["names": LibraryNamesDocument.table]),
                ("Proxies", edge),
            ] + PolicyDocument.pages
        let parts =
            [("openapi.yaml", ["reasonCodes": ReasonsDocument.enumeration])]
            + pages.map { ("Sources/anchord/Documentation.docc/\($0.0).md", $0.1) }
        var texts = try parts.map { name, parts in
            let document = try Document(name, in: directory)
            return (document, try document.replacing(parts))
        }
        texts.append((try Document("Deploy/anchord.yaml.example", in: directory), ConfigurationText.example()))
        // Nothing is written unless all documents have their markers.
        for (document, text) in texts where text != document.text { try document.write(text) }
    }
}

/// A document with parts between lines that contain `anchord document: NAME` and `anchord document: end`.
private struct Document {
    private static let marker = "anchord document: "

    private let path: String
    let text: String

    init(_ name: String, in directory: String) throws(CommandFailure) {
        path = LocalFiles.path(name, from: directory)
        do throws(LocalFiles.Failure) {
            text = String(decoding: try LocalFiles.bytes(of: path, maximum: InputFile.maximumBytes), as: UTF8.self)
        } catch {
            throw CommandFailure(["\(directory) is not the root of a checkout: \(path) \(error.reason)"])
        }
    }

    /// Returns the text as a fenced code block in a language.
    func block(_ language: String) -> String { "```\(language)\n\(text)```\n" }

    /// Returns the text with new contents of its parts, by name.
    func replacing(_ parts: [String: String]) throws(CommandFailure) -> String {
        var result = text
        for (name, contents) in parts {
            // The character after the name distinguishes names that begin alike.
            guard let begin = ["\n", " "].lazy.compactMap({ result.firstRange(of: Self.marker + name + $0) }).first,
                let start = result[begin.lowerBound...].firstIndex(of: "\n"),
                let end = result[start...].firstRange(of: Self.marker),
                result[end.upperBound...].hasPrefix("end"),
                let last = result[..<end.lowerBound].lastIndex(of: "\n")
            else {
                throw CommandFailure([
                    "\(path) has no part between the lines `\(Self.marker)\(name)` and `\(Self.marker)end`"
                ])
            }
            result.replaceSubrange(start...last, with: "\n" + contents)
        }
        return result
    }

    func write(_ text: String) throws(CommandFailure) {
        do throws(LocalFiles.Failure) {
            try LocalFiles.replace(path, with: Array(text.utf8))
        } catch {
            throw CommandFailure(["\(path) \(error.reason)"])
        }
    }
}
