/// The functions of the daemon that ran under callgrind, by which releases are linked.
struct ExecutedFunctions: Equatable {
    private var symbols: Set<String> = []

    /// The symbols, one per line; sorted, so that a new list differs from the old one in few lines.
    var text: String { symbols.sorted().map { $0 + "\n" }.joined() }

    /// Adds the functions of a program in an output file of callgrind, in which names are mangled.
    mutating func add(_ text: String, of program: String) {
        var (names, objects): ([Substring: Substring], [Substring: Substring]) = ([:], [:])
        var isInProgram = false
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "ob": isInProgram = CallgrindCounts.name(parts[1], &objects).hasSuffix(program)
            case "cob": _ = CallgrindCounts.name(parts[1], &objects)
            case "cfn": _ = CallgrindCounts.name(parts[1], &names)
            case "fn":
                let name = CallgrindCounts.name(parts[1], &names)
                if isInProgram, !Self.isPlace(name) { symbols.insert(Self.symbol(name)) }
            default: break
            }
        }
    }

    /// Whether callgrind found no symbol for a function, and wrote an address or `(below main)`.
    private static func isPlace(_ name: Substring) -> Bool { name.hasPrefix("0x") || name.hasPrefix("(") }

    /// Returns a name without the depth of a recursion, such as `'2`.
    private static func symbol(_ name: Substring) -> String {
        String(name.prefix { $0 != "'" })
    }
}
