/// The instruction counts in callgrind's output file (Callgrind Format Specification, in valgrind's manual).
struct CallgrindCounts: Equatable {
    let total: UInt64
    /// The number of instructions of `memset`: one per cleared byte, because each step of `rep stosb` is counted.
    ///
    /// libmicrohttpd clears a connection's memory for each request. Clearing takes less than a microsecond, but would
    /// be half of the count of a hot request.
    let clearing: UInt64

    /// Parses a file that contains only instruction counts; returns nil if it has no total.
    init?(_ text: String) {
        var total: UInt64?
        var clearing: UInt64 = 0
        var names: [Substring: Substring] = [:]
        var isClearing = false
        // The line after a call contains its inclusive cost, which is also listed under the called function.
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

    /// Returns the name of a function: only its first occurrence has a name after the number, as in `(12) malloc`.
    static func name(_ text: Substring, _ names: inout [Substring: Substring]) -> Substring {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard let number = parts.first else { return text }
        if parts.count == 2 { names[number] = parts[1] }
        return names[number] ?? text
    }

    /// Returns the number after the first word of a line.
    private static func count(in line: Substring) -> UInt64? {
        line.split(separator: " ").dropFirst().first.flatMap { UInt64($0) }
    }
}
