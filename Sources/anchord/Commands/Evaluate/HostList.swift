/// A list of servers, one in each line, with comments.
enum HostList {
    /// Reads the servers of a file, or of standard input for `-`.
    ///
    /// - Throws: ``CommandFailure`` if the file cannot be read, or lists no server.
    static func servers(in path: String) throws(CommandFailure) -> [String] {
        let servers = servers(of: String(decoding: try InputFile.bytes(of: path), as: UTF8.self))
        guard servers.isEmpty else { return servers }
        throw CommandFailure(["\(path == "-" ? "standard input" : path) lists no server"])
    }

    /// Returns the servers of a text; a `#` at the start of a line or after a space begins a comment.
    static func servers(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let words = line.split(whereSeparator: \.isWhitespace)
            let uncommented = words.prefix { !$0.hasPrefix("#") }
            return uncommented.isEmpty ? nil : uncommented.joined(separator: " ")
        }
    }
}
