import StructuredDocuments
import TrustAPI

/// JSON as printed in the documentation, in which `…` is a wildcard.
///
/// As a value or inside a string, `…` matches any value or any part of the string. As an array element, it matches any
/// number of elements. In place of an object member, it matches any further members.
struct ShortenedJSON {
    private static let ellipsis: Character = "…"
    private let expected: DocumentNode

    /// Parses JSON as printed.
    init(_ printed: String) throws {
        var completion = Completion()
        for character in printed { completion.take(character) }
        expected = try JSONReader.read(Array(completion.text.utf8))
    }

    /// Describes the first difference between an answer and the printed JSON; returns nil if there is none.
    func difference(from answer: String) -> String? {
        do {
            return Self.difference(expected, try JSONReader.read(Array(answer.utf8)), at: "")
        } catch {
            return "the answer is not JSON: \(error)"
        }
    }

    private static func difference(_ expected: DocumentNode, _ actual: DocumentNode, at pointer: String) -> String? {
        switch (expected.content, actual.content) {
        case (.string("…"), _): nil
        case (.string(let expected), .string(let actual)) where matches(actual[...], expected[...]): nil
        case (.sequence(let expected), .sequence(let actual)): difference(expected[...], actual[...], at: pointer)
        case (.mapping(let expected), .mapping(let actual)): difference(expected, actual, at: pointer)
        case (let expected, let actual) where expected == actual: nil
        default: "\(pointer): printed \(expected.content), found \(actual.content)"
        }
    }

    private static func difference(
        _ expected: [DocumentNode.Entry],
        _ actual: [DocumentNode.Entry],
        at pointer: String
    ) -> String? {
        let printed = expected.filter { $0.key.first != ellipsis }
        for entry in printed {
            guard let found = actual.first(where: { $0.key == entry.key }) else {
                return "\(pointer)/\(entry.key): printed, but not in the answer"
            }
            if let difference = difference(entry.value, found.value, at: "\(pointer)/\(entry.key)") {
                return difference
            }
        }
        guard printed.count == expected.count else { return nil }
        let further = actual.first { entry in !printed.contains { $0.key == entry.key } }
        return further.map { "\(pointer)/\($0.key): in the answer, but not printed" }
    }

    private static func difference(
        _ expected: ArraySlice<DocumentNode>,
        _ actual: ArraySlice<DocumentNode>,
        at pointer: String
    ) -> String? {
        guard let first = expected.first else {
            return actual.isEmpty ? nil : "\(pointer): the answer has \(actual.count) more elements than printed"
        }
        if first.content == .string("…") {
            let rest = expected.dropFirst()
            let isMatched = (0...actual.count).contains { difference(rest, actual.dropFirst($0), at: pointer) == nil }
            return isMatched ? nil : "\(pointer): the elements printed after … are not in the answer"
        }
        guard let element = actual.first else { return "\(pointer): the answer has fewer elements than printed" }
        return difference(first, element, at: "\(pointer)/\(actual.startIndex)")
            ?? difference(expected.dropFirst(), actual.dropFirst(), at: pointer)
    }

    private static func matches(_ text: Substring, _ pattern: Substring) -> Bool {
        guard let ellipsis = pattern.firstIndex(of: ellipsis) else { return text == pattern }
        let (prefix, suffix) = (pattern[..<ellipsis], pattern[pattern.index(after: ellipsis)...])
        return text.hasPrefix(prefix) && text.dropFirst(prefix.count).hasSuffix(suffix)
    }
}

/// Converts printed JSON to valid JSON: each `…` outside a string becomes an element, a member or a value.
private struct Completion {
    private(set) var text = ""
    private var open: [Character] = []
    private var isInText = false
    private var isEscaped = false
    private var last: Character = "["
    private var count = 0

    mutating func take(_ character: Character) {
        if isInText {
            text.append(character)
            isInText = isEscaped || character != "\""
            isEscaped = !isEscaped && character == "\\"
        } else if character.isWhitespace {
            text.append(character)
            return
        } else {
            takeStructure(character)
        }
        last = character
    }

    private mutating func takeStructure(_ character: Character) {
        let beginsValue = !"]},:".contains(character)
        if beginsValue, last == "…", character != "…" { text.append(",") }
        switch character {
        case "{", "[": open.append(character)
        case "}", "]": _ = open.popLast()
        case "\"": isInText = true
        case "…":
            count += 1
            text += last == ":" || open.last == "[" ? "\"…\"" : "\"…\(count)\": null"
            return
        default: break
        }
        text.append(character)
    }
}
