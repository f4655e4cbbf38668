import StructuredDocuments

extension ValueFormat where Value == Int {
    private static var units: KeyValuePairs<String, Int> { ["GiB": 1 << 30, "MiB": 1 << 20, "KiB": 1 << 10] }

    /// A size in bytes, as a number or with a unit such as `16MiB`; 0 or within a range.
    static func bytesOrZero(_ range: ClosedRange<Int>) -> ValueFormat { bytes(range, orZero: true) }

    /// A size in bytes within a range, as a number or with a unit such as `16MiB`.
    static func bytes(_ range: ClosedRange<Int>, orZero: Bool = false) -> ValueFormat {
        let sizes = "a size from \(text(range.lowerBound)) to \(text(range.upperBound))"
        let expected = orZero ? "0, or \(sizes)" : sizes
        return ValueFormat(
            expected: expected,
            placeholder: "size",
            node: { $0.utf8.allSatisfy(\.isDigit) ? .number($0) : .string($0) },
            read: { value in
                guard case .string(let found) = value.node.content else {
                    return number(value, in: range, orZero: orZero, expected: expected)
                }
                guard let bytes = size(found) else {
                    value.refuse("expected a size such as \(text(range.lowerBound)), found \(QuotedText.of(found))")
                    return nil
                }
                return checked(bytes, value, in: range, orZero: orZero, expected: expected)
            },
            write: { bytes in
                let written = text(bytes)
                return written.utf8.allSatisfy(\.isDigit) ? .number(written) : .string(written)
            }
        )
    }

    private static func number(
        _ value: DocumentValue,
        in range: ClosedRange<Int>,
        orZero: Bool,
        expected: String
    ) -> Int? {
        value.integer(in: 0...Int.max).flatMap { checked($0, value, in: range, orZero: orZero, expected: expected) }
    }

    private static func checked(
        _ bytes: Int,
        _ value: DocumentValue,
        in range: ClosedRange<Int>,
        orZero: Bool,
        expected: String
    ) -> Int? {
        if orZero && bytes == 0 || range.contains(bytes) { return bytes }
        value.refuse("expected \(expected), found \(text(bytes))")
        return nil
    }

    /// Returns a size with its unit; nil for another text.
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
