import StructuredDocuments

extension ValueFormat where Value == Int {
    private static var units: KeyValuePairs<String, Int> { ["GiB": 1 << 30, "MiB": 1 << 20, "KiB": 1 << 10] }

    /// A size in bytes, as a number or with a unit such as `16MiB`; 0 or within a range.
    static func bytesOrZero(_ range: ClosedRange<Int>) -> ValueFormat {
        let expected = "0, or a size from \(text(range.lowerBound)) to \(text(range.upperBound))"
        return ValueFormat(
            expected: expected,
            placeholder: "size",
            node: { $0.utf8.allSatisfy(\.isDigit) ? .number($0) : .string($0) },
            read: { value in
                guard let bytes = bytes(value, example: text(range.lowerBound)) else { return nil }
                if bytes == 0 || range.contains(bytes) { return bytes }
                value.refuse("expected \(expected), found \(text(bytes))")
                return nil
            },
            write: { bytes in
                let written = text(bytes)
                return written.utf8.allSatisfy(\.isDigit) ? .number(written) : .string(written)
            }
        )
    }

    /// Reads a size; the message about another text has an example.
    private static func bytes(_ value: DocumentValue, example: String) -> Int? {
        guard case .string(let found) = value.node.content else { return value.integer(in: 0...Int.max) }
        if let bytes = size(found) { return bytes }
        value.refuse("expected a size such as \(example), found \(QuotedText.of(found))")
        return nil
    }

    /// Returns the size of a number with a unit; nil for another text.
    private static func size(_ text: String) -> Int? {
        guard let unit = units.first(where: { text.hasSuffix($0.key) }) else { return nil }
        let digits = text.utf8.dropLast(unit.key.utf8.count)
        guard digits.allSatisfy(\.isDigit), let count = Int(Substring(digits)) else { return nil }
        let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: unit.value)
        return isTooLarge ? nil : bytes
    }

    /// Returns the size with the largest unit of which it is a multiple.
    private static func text(_ bytes: Int) -> String {
        guard bytes > 0, let unit = units.first(where: { bytes.isMultiple(of: $0.value) }) else { return "\(bytes)" }
        return "\(bytes / unit.value)\(unit.key)"
    }
}
