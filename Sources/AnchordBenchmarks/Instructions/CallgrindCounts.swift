/// What callgrind's file says (Callgrind Format Specification, in valgrind's manual).
struct CallgrindCounts: Equatable {
    /// All instructions.
    let total: UInt64
    /// Those of `memset`, which are as many as it clears bytes: `rep stosb` is counted byte by byte.
    ///
    /// libmicrohttpd clears a connection's memory for each request. A processor does so in less than a microsecond, and it
    /// would be half of a hot request's count.
    let clearing: UInt64

    /// Reads the text of a file that counts nothing but instructions; nil where it has no total.
    init?(_ text: String) {
        var total: UInt64?
        var clearing: UInt64 = 0
        var names: [Substring: Substring] = [:]
        var isClearing = false
        // What a call costs stands in the line behind it, and again with what was called.
        var isCall = false
        for line in text.split(separator: "\n") {
            let value = line.firstIndex(of: "=").map { line[line.index(after: $0)...] }
            if line.hasPrefix("fn="), let value {
                isClearing = Self.name(value, &names).contains("memset")
            } else if line.hasPrefix("cfn="), let value {
                _ = Self.name(value, &names)
            } else if line.hasPrefix("calls=") {
                isCall = true
            } else if line.hasPrefix("totals:") || line.hasPrefix("summary:") {
                total = Self.count(in: line)
            } else if let first = line.first, first.isNumber || "+-*".contains(first) {
                if isClearing, !isCall { clearing += Self.count(in: line) ?? 0 }
                isCall = false
            }
        }
        guard let total, total >= clearing else { return nil }
        (self.total, self.clearing) = (total, clearing)
    }

    /// A function's name, which stands in full only where it comes first, behind its number: `(12) malloc`.
    private static func name(_ text: Substring, _ names: inout [Substring: Substring]) -> Substring {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard let number = parts.first else { return text }
        if parts.count == 2 { names[number] = parts[1] }
        return names[number] ?? text
    }

    /// The number behind a line's first word.
    private static func count(in line: Substring) -> UInt64? {
        line.split(separator: " ").dropFirst().first.flatMap { UInt64($0) }
    }
}
