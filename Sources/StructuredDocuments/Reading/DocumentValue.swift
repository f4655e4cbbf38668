package import TrustModel

/// A node and its place; the methods read the node as one of the types that documents use.
///
/// If the node has another type than requested, a method adds an issue and returns nil, so that reading continues.
package struct DocumentValue {
    /// The parsed node.
    package let node: DocumentNode
    /// The JSON pointer to the node (RFC 6901), built on access, since most pointers are never used.
    package var pointer: String { step.map { $0.appended(to: base) } ?? base }
    /// The JSON pointer to the enclosing collection, or to the node itself if `step` is nil.
    private let base: String
    /// The reference token from the enclosing collection to the node.
    private let step: JSONPointer.Step?
    /// The collection to which issues are added.
    package let issues: DocumentIssues

    /// Creates a value at a place.
    package init(_ node: DocumentNode, pointer: String = "", issues: DocumentIssues) {
        self.node = node
        base = pointer
        step = nil
        self.issues = issues
    }

    init(_ node: DocumentNode, in collection: String, at step: JSONPointer.Step, issues: DocumentIssues) {
        self.node = node
        base = collection
        self.step = step
        self.issues = issues
    }

    /// Adds an issue at this place.
    package func refuse(_ detail: @autoclosure () -> String) {
        issues.add(DocumentIssue(pointer: pointer, line: node.line, detail: detail()))
    }

    /// Whether an issue was added at exactly this place.
    package var isRefused: Bool { issues.hasIssue(at: pointer) }

    /// Adds a warning at this place; the document remains valid.
    ///
    /// - Parameters:
    ///   - detail: the fact to review, as one sentence.
    ///   - code: the reason code with which verdicts report it; nil if they do not.
    package func warn(_ detail: @autoclosure () -> String, code: ReasonCode? = nil) {
        issues.warn(
            DocumentWarning(code: code, issue: DocumentIssue(pointer: pointer, line: node.line, detail: detail()))
        )
    }

    /// Reads a nonempty string.
    package func string() -> String? {
        guard case .string(let text) = node.content else { return refuseKind("text") }
        guard !text.isEmpty else {
            refuse("expected text, found an empty string")
            return nil
        }
        return text
    }

    /// The maximum length in bytes of a key or a string that is looked up; valid texts are at most a quarter as long.
    package static let maximumNameBytes = 256

    /// Reads a string that is compared or looked up, such as a policy name, a code or a time: ASCII of limited length.
    package func name() -> String? {
        guard let text = string() else { return nil }
        guard text.utf8.count <= Self.maximumNameBytes, text.utf8.allSatisfy({ $0 < 0x80 }) else {
            refuse("expected at most \(Self.maximumNameBytes) ASCII characters, found \(QuotedText.of(text))")
            return nil
        }
        return text
    }

    /// Reads a Boolean.
    package func bool() -> Bool? {
        switch node.content {
        case .bool(let flag): return flag
        // `yes` and `no` are text in YAML 1.2.
        case .string(let text): refuse("expected true or false, found \(QuotedText.of(text))")
        case .null, .number, .sequence, .mapping: refuse("expected true or false, found \(node.kindName)")
        }
        return nil
    }

    /// Reads an integer in decimal digits without leading zeros, within a range.
    package func integer(in range: ClosedRange<Int>) -> Int? {
        guard case .number(let text) = node.content else { return refuseKind("a whole number") }
        guard let number = Int(text), String(number).hasSameBytes(as: text) else {
            refuse(
                "expected a whole number in decimal digits without leading zeros, found \(QuotedText.excerpt(text))"
            )
            return nil
        }
        guard range.contains(number) else {
            refuse("expected a number from \(range.lowerBound) to \(range.upperBound), found \(number)")
            return nil
        }
        return number
    }

    /// Reads a list of items with their places.
    package func list() -> [DocumentValue]? {
        guard case .sequence(let nodes) = node.content else { return refuseKind("a list") }
        let pointer = pointer
        return nodes.enumerated().map { index, node in
            DocumentValue(node, in: pointer, at: .index(index), issues: issues)
        }
    }

    /// Whether the node is a list without items.
    package var isEmptyList: Bool {
        if case .sequence(let nodes) = node.content { nodes.isEmpty } else { false }
    }

    /// Reads a nonempty list of limited length, because a value may later be compared with every item.
    package func list(ofAtMost maximum: Int) -> [DocumentValue]? {
        guard case .sequence(let nodes) = node.content else { return refuseKind("a list") }
        if nodes.isEmpty { refuse("the list is empty: add an item or omit the key") }
        if nodes.count > maximum { refuse("the list has \(nodes.count) items; at most \(maximum) are allowed") }
        return nodes.isEmpty || nodes.count > maximum ? nil : list()
    }

    /// Returns a reader of a mapping.
    package func mapping() -> MappingReader? {
        guard case .mapping(let entries) = node.content else { return refuseKind("a mapping") }
        return MappingReader(entries, of: self)
    }

    /// Reads a raw value of an enumeration.
    package func oneOf<Name: RawRepresentable<String> & CaseIterable>(_: Name.Type) -> Name? {
        guard let text = name() else { return nil }
        guard let choice = Name.allCases.first(where: { $0.rawValue.hasSameBytes(as: text) }) else {
            let names = Name.allCases.map(\.rawValue)
            refuse(
                "expected \(Self.alternatives(names)), found \(QuotedText.of(text))"
                    + issues.hint(for: text, among: names)
            )
            return nil
        }
        return choice
    }

    /// Reads a duration such as `90d` (units `d`, `h`, `m`, `s`) in seconds, from one second to a hundred years.
    package func duration() -> Int64? {
        if case .number(let number) = node.content {
            let text = QuotedText.of(number)
            refuse("expected a duration such as 90d, 12h, 45m or 30s, found the number \(text) without a unit")
            return nil
        }
        guard let text = name() else { return nil }
        let units: KeyValuePairs<Unicode.Scalar, Int64> = ["d": 86400, "h": 3600, "m": 60, "s": 1]
        let digits = text.unicodeScalars.dropLast()
        guard let unit = units.first(where: { $0.key == text.unicodeScalars.last })?.value,
            digits.allSatisfy({ ("0"..."9").contains($0) }),
            let count = Int64(Substring(digits)), count > 0, count <= 36525 * 86400 / unit
        else {
            refuse("expected a duration such as 90d, 12h, 45m or 30s, found \(QuotedText.of(text))")
            return nil
        }
        return count * unit
    }

    /// Reads a duration such as `2ms`, or with a unit of ``duration()``, in milliseconds.
    package func milliseconds() -> Int64? {
        if case .string(let text) = node.content, text.utf8.suffix(2).elementsEqual("ms".utf8) {
            let digits = text.utf8.dropLast(2)
            if digits.allSatisfy(\.isDigit), let count = Int64(Substring(digits)), count > 0 { return count }
        }
        return duration().map { $0 * 1000 }
    }

    /// Reads a time in RFC 3339 format, or a day, which means its first second in UTC.
    package func instantOrDay() -> Instant? {
        guard let text = name() else { return nil }
        guard let instant = Instant(rfc3339: text) ?? Instant(day: text) else {
            refuse(
                "expected a time such as 2026-11-20T00:00:00Z or a day such as 2026-11-20, found \(QuotedText.of(text))"
                    + Instant.leapSecondHint(for: text)
            )
            return nil
        }
        return instant
    }

    /// Reads a time in RFC 3339 format, or a day, which means its last second in UTC.
    package func instantOrEndOfDay() -> Instant? {
        guard let instant = instantOrDay() else { return nil }
        guard case .string(let text) = node.content, Instant(rfc3339: text) == nil else { return instant }
        let end = instant.adding(seconds: 86399)
        issues.add(day: DocumentIssue(pointer: pointer, line: node.line, detail: "\(text) means until \(end)"))
        return end
    }

    /// Joins names for a sentence: `a`, `a or b`, `a, b or c`.
    package static func alternatives(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "nothing" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }

    private func refuseKind<Expected>(_ expected: String) -> Expected? {
        refuse("expected \(expected), found \(node.kindName)")
        return nil
    }
}

extension DocumentNode {
    /// The description of the node's type in a message.
    fileprivate var kindName: String {
        switch content {
        case .null: "nothing"
        case .bool(let flag): "\(flag) (text must be quoted)"
        case .number(let text): "the number \(text.prefix(64))\(text.utf8.count > 64 ? "…" : "") (text must be quoted)"
        case .string: "text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
