import Yams

/// Reads one YAML 1.2 document (JSON included) into a tree, refusing what makes YAML surprising or costly.
///
/// Anchors and aliases, tags, several documents, keys that are no text and duplicate keys are errors.
package enum YAMLDocument {
    /// The longest text accepted, in bytes; policy sets and configurations have some kilobytes.
    package static let maximumBytes = 1 << 20
    /// How many collections may stand inside each other; policy sets need six.
    package static let maximumDepth = 64

    /// Parses a document.
    ///
    /// - Parameter bytes: UTF-8 text, at most ``maximumBytes`` long.
    /// - Returns: the root; an empty document is ``DocumentNode/Content/null``.
    /// - Throws: ``DocumentError`` with every refused construct, or the one place where the text stops being YAML.
    package static func parse(_ bytes: [UInt8]) throws(DocumentError) -> DocumentNode {
        guard bytes.count <= maximumBytes else {
            throw DocumentError(detail: "the document is longer than \(maximumBytes) bytes")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DocumentError(detail: "the document is not UTF-8 text")
        }
        if let hazard = YAMLHazard.first(in: bytes) {
            throw DocumentError([hazard])
        }
        do {
            return try compose(text)
        } catch let error as DocumentError {
            throw error
        } catch let error as YamlError {
            throw DocumentError([error.issue])
        } catch {
            throw DocumentError(detail: "the document cannot be read: \(error)")
        }
    }

    private static func compose(_ text: String) throws -> DocumentNode {
        // The basic resolver takes every scalar as text, so that this room alone says what a plain scalar means.
        let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
        var conversion = YAMLConversion()
        let root = try parser.singleRoot()
        // Nodes refer to their anchors weakly: the parser has to outlive the conversion that refuses them.
        let node = withExtendedLifetime(parser) { root.map { conversion.node($0, at: "") } }
        guard conversion.issues.isEmpty else { throw DocumentError(conversion.issues) }
        return node ?? DocumentNode(.null)
    }
}

/// Turns the nodes of a document into ours and collects what is refused on the way.
private struct YAMLConversion {
    var issues: [DocumentIssue] = []
    private var depth = 0

    mutating func node(_ node: Node, at pointer: String) -> DocumentNode {
        do {
            return DocumentNode(try content(of: node, at: pointer), line: node.mark?.line)
        } catch {
            issues.append(DocumentIssue(pointer: pointer, line: node.mark?.line, detail: error.detail))
            return DocumentNode(.null, line: node.mark?.line)
        }
    }

    /// Why a node is not supported.
    private struct Refusal: Error {
        let detail: String

        static let tag = Refusal(detail: "tags (`!`) are not supported")
        static let anchor = Refusal(detail: "anchors (`&`) are not supported: write the value out")
        static let alias = Refusal(detail: "aliases (`*`) are not supported: write the value out")
        static let depth = Refusal(detail: "more than \(YAMLDocument.maximumDepth) collections stand inside each other")
    }

    private mutating func content(of node: Node, at pointer: String) throws(Refusal) -> DocumentNode.Content {
        guard node.anchor == nil else { throw .anchor }
        guard depth < YAMLDocument.maximumDepth || node.scalar != nil else { throw .depth }
        depth += 1
        defer { depth -= 1 }
        switch node {
        case .scalar(let scalar):
            guard let content = YAMLScalar.content(of: scalar) else { throw .tag }
            return content
        case .sequence(let sequence):
            guard sequence.tag.isAbsent else { throw .tag }
            return items(of: sequence, at: pointer)
        case .mapping(let mapping):
            guard mapping.tag.isAbsent else { throw .tag }
            return entries(of: mapping, at: pointer)
        case .alias: throw .alias
        }
    }

    private mutating func items(of sequence: Node.Sequence, at pointer: String) -> DocumentNode.Content {
        .sequence(sequence.enumerated().map { node($0.element, at: "\(pointer)/\($0.offset)") })
    }

    private mutating func entries(of mapping: Node.Mapping, at pointer: String) -> DocumentNode.Content {
        var entries: [DocumentNode.Entry] = []
        var keys: Set<UTF8Text> = []
        for (key, value) in mapping {
            guard key.anchor == nil, case .scalar(let scalar) = key, let name = YAMLScalar.key(of: scalar) else {
                let detail = "a key is no plain text: put it in quotes"
                issues.append(DocumentIssue(pointer: pointer, line: key.mark?.line, detail: detail))
                continue
            }
            guard name.utf8.count <= DocumentValue.maximumNameBytes else {
                let detail = "a key is longer than \(DocumentValue.maximumNameBytes) bytes"
                issues.append(DocumentIssue(pointer: pointer, line: key.mark?.line, detail: detail))
                continue
            }
            let place = JSONPointer.appending(name, to: pointer)
            if !keys.insert(UTF8Text(name)).inserted {
                let detail = "the key \(QuotedText.of(name)) stands twice"
                issues.append(DocumentIssue(pointer: place, line: key.mark?.line, detail: detail))
            }
            entries.append(DocumentNode.Entry(key: name, value: node(value, at: place)))
        }
        return .mapping(entries)
    }
}

extension Tag {
    /// Whether the document gave no tag.
    fileprivate var isAbsent: Bool { description == Tag.Name.implicit.rawValue }
}

extension YamlError {
    /// The error as a place in the document and a sentence.
    fileprivate var issue: DocumentIssue {
        switch self {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
            let cause = context.map { "\($0.text) begun on line \($0.mark.line): " } ?? ""
            return DocumentIssue(pointer: "", line: mark.line, detail: "no valid YAML: \(cause)\(problem)")
        case .composer(_, let problem, let mark, _):
            let detail =
                problem.contains("alias")
                ? "aliases (`*`) are not supported: text that begins with `*` needs quotes"
                : problem.contains("another document") ? "a second document begins here: one file holds one" : problem
            return DocumentIssue(pointer: "", line: mark.line, detail: detail)
        case .reader(let problem, let offset, _, let yaml):
            let line = offset.map { yaml.prefix($0).count(where: \.isNewline) + 1 }
            return DocumentIssue(pointer: "", line: line, detail: "no valid YAML: \(problem)")
        case .duplicatedKeysInMapping(let duplicates, let context):
            let keys = duplicates.map(QuotedText.of).joined(separator: ", ")
            let detail = duplicates.count == 1 ? "the key \(keys) stands twice" : "the keys \(keys) stand twice"
            return DocumentIssue(pointer: "", line: context.mark.line, detail: detail)
        default:
            return DocumentIssue(pointer: "", detail: "no valid YAML: \(self)")
        }
    }
}
