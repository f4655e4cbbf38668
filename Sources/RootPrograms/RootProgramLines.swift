import TrustModel

/// The lines of a text file with their numbers; invalid UTF-8 is replaced.
struct RootProgramLines {
    private var rest: ArraySlice<UInt8>
    /// The number of the last line that was read, starting at 1; 1 before the first line.
    private(set) var number = 1
    private var hasBegun = false

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// Returns the next line without white space at its ends; nil at the end of the file.
    mutating func next() -> (number: Int, text: String)? {
        guard !rest.isEmpty else { return nil }
        if hasBegun { number += 1 }
        hasBegun = true
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        let line = rest[..<end]
        rest = end < rest.endIndex ? rest[(end + 1)...] : []
        return (number, String(decoding: RootProgramText.trimmed(line), as: UTF8.self))
    }
}

/// Values that several root programs write in the same form.
enum RootProgramText {
    /// The maximum length of a value in a message.
    private static let maximumExcerpt = 64

    /// Returns text without spaces, tabs and carriage returns at both ends.
    static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = text.drop(while: isWhiteSpace)
        let end = start.lastIndex { !isWhiteSpace($0) }
        return end.map { start[...$0] } ?? []
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(byte)
    }

    /// Returns the beginning of a text in backticks, for messages.
    static func quoted(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(maximumExcerpt + 1)
        let isLong = start.count > maximumExcerpt
        return "`" + String(String.UnicodeScalarView(start.prefix(maximumExcerpt))) + (isLong ? "…`" : "`")
    }

    /// Returns the patterns for the subtree of a DNS name: the name and all names below it (RFC 5280 section 4.2.1.10).
    ///
    /// A leading `*` or dot excludes the name itself. Returns nil for text that no host of a policy can be, such as
    /// `2024.11.30`, because the written document must be valid.
    static func patterns(ofSubtree text: String) -> [String]? {
        var name = text.lowercased()[...]
        if name.hasPrefix("*") { name = name.dropFirst() }
        let isBelowOnly = name.count < text.count || name.hasPrefix(".")
        if name.hasPrefix(".") { name = name.dropFirst() }
        guard case .dns(let host) = try? HostName(String(name), names: ASCIINames()) else { return nil }
        return isBelowOnly ? ["**.\(host)"] : [host, "**.\(host)"]
    }
}

/// Root programs write A-labels.
private struct ASCIINames: InternationalizedNames {
    func asciiName(of name: String) throws(HostNameError) -> String {
        throw HostNameError("is not ASCII")
    }
}
