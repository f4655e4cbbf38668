package import TrustModel

/// A node together with its place, read as one of the kinds that documents know; what does not fit becomes an issue.
///
/// Every reading method answers nil after it has added an issue, so that reading goes on and finds the next one.
package struct DocumentValue {
    /// The node as parsed.
    package let node: DocumentNode
    /// The place of the node (RFC 6901), spelled only when it is read: most places are never needed.
    package var pointer: String { step.map { $0.appended(to: base) } ?? base }
    /// The place of the collection that the node is in; its own where there is no step.
    private let base: String
    /// The way from there to the node.
    private let step: JSONPointer.Step?
    /// Where issues go.
    package let issues: DocumentIssues

    /// Takes a node and the collector of issues.
    package init(_ node: DocumentNode, pointer: String = "", issues: DocumentIssues) {
        self.node = node
        base = pointer
        step = nil
        self.issues = issues
    }

    /// Takes a node, the place of the collection that it is in, and the way from there to it.
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

    /// Whether something was found wrong at this very place.
    package var isRefused: Bool { issues.hasIssue(at: pointer) }

    /// Adds a warning at this place; the document counts all the same.
    ///
    /// - Parameters:
    ///   - detail: what to look at again, one sentence.
    ///   - code: the reason code under which verdicts tell it; nil where none does.
    package func warn(_ detail: @autoclosure () -> String, code: ReasonCode? = nil) {
        issues.warn(
            DocumentWarning(code: code, issue: DocumentIssue(pointer: pointer, line: node.line, detail: detail()))
        )
    }

    /// A text of one character or more.
    package func string() -> String? {
        guard case .string(let text) = node.content else { return refuseKind("text") }
        guard !text.isEmpty else {
            refuse("expected text, found an empty one")
            return nil
        }
        return text
    }

    /// How many bytes a key may have, and a text that is looked up; the longest that means anything has a quarter of it.
    package static let maximumNameBytes = 256

    /// A text that is compared or looked up, such as a policy's name, a code or a time: ASCII, and bounded in length.
    package func name() -> String? {
        guard let text = string() else { return nil }
        guard text.utf8.count <= Self.maximumNameBytes, text.utf8.allSatisfy({ $0 < 0x80 }) else {
            refuse("expected at most \(Self.maximumNameBytes) characters of ASCII, found \(QuotedText.of(text))")
            return nil
        }
        return text
    }

    /// A truth value.
    package func bool() -> Bool? {
        guard case .bool(let flag) = node.content else { return refuseKind("true or false") }
        return flag
    }

    /// A whole number in decimal digits without leading zeros, within a range.
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

    /// The items of a list, each with its place.
    package func list() -> [DocumentValue]? {
        guard case .sequence(let nodes) = node.content else { return refuseKind("a list") }
        let pointer = pointer
        return nodes.enumerated().map { index, node in
            DocumentValue(node, in: pointer, at: .index(index), issues: issues)
        }
    }

    /// Whether it is a list without items.
    package var isEmptyList: Bool {
        if case .sequence(let nodes) = node.content { nodes.isEmpty } else { false }
    }

    /// The items of a list that must have some, but not so many that comparing with each would hold up a worker.
    package func list(ofAtMost maximum: Int) -> [DocumentValue]? {
        guard case .sequence(let nodes) = node.content else { return refuseKind("a list") }
        if nodes.isEmpty { refuse("the list is empty: leave the key out") }
        if nodes.count > maximum { refuse("the list has \(nodes.count) items; at most \(maximum) are allowed") }
        return nodes.isEmpty || nodes.count > maximum ? nil : list()
    }

    /// A reader of the node's keys; nil where it is no mapping.
    package func mapping() -> MappingReader? {
        guard case .mapping(let entries) = node.content else { return refuseKind("a mapping") }
        return MappingReader(entries, of: self)
    }

    /// One of the names of an enumeration.
    package func oneOf<Name: RawRepresentable<String> & CaseIterable>(_: Name.Type) -> Name? {
        guard let text = name() else { return nil }
        guard let choice = Name.allCases.first(where: { $0.rawValue.hasSameBytes(as: text) }) else {
            let names = Name.allCases.map(\.rawValue)
            refuse(
                "expected \(Self.alternatives(names)), found \(QuotedText.of(text))"
                    + NearestName.hint(for: text, among: names)
            )
            return nil
        }
        return choice
    }

    /// A length of time in seconds: a whole number and `d`, `h`, `m` or `s`, such as `90d`; one second to a hundred years.
    package func duration() -> Int64? {
        guard let text = name() else { return nil }
        let units: KeyValuePairs<Unicode.Scalar, Int64> = ["d": 86400, "h": 3600, "m": 60, "s": 1]
        let digits = text.unicodeScalars.dropLast()
        guard let unit = units.first(where: { $0.key == text.unicodeScalars.last })?.value,
            digits.allSatisfy({ ("0"..."9").contains($0) }),
            let count = Int64(Substring(digits)), count > 0, count <= 36525 * 86400 / unit
        else {
            refuse("expected a length of time such as 90d, 12h, 45m or 30s, found \(QuotedText.of(text))")
            return nil
        }
        return count * unit
    }

    /// A point in time: RFC 3339, or a day, which stands for its first second in UTC.
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

    /// Names in a sentence: `a`, `a or b`, `a, b or c`.
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
    /// What the node is, as a sentence says it.
    fileprivate var kindName: String {
        switch content {
        case .null: "nothing"
        case .bool(let flag): "\(flag) (text needs quotes)"
        case .number(let text): "the number \(text.prefix(64))\(text.utf8.count > 64 ? "…" : "") (text needs quotes)"
        case .string: "text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
