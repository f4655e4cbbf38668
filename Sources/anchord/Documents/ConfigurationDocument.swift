/// The table of keys in Configuration.md, written from their declarations in the order of ``ConfigurationKey/all``.
enum ConfigurationDocument {
    /// The rows of the table, with its head.
    static var keys: String {
        let rows = ConfigurationKey.all.map { key in
            let meaning = [key.help, key.details].compactMap(\.self).joined(separator: " ")
            let value = ConfigurationText.plain(key.value(Configuration()))
            let cells = [
                "`\(key.path)`", markdown(meaning), markdown(key.expected), value == "none" ? value : "`\(value)`",
            ]
            return "| " + cells.joined(separator: " | ") + " |\n"
        }
        return "| key | meaning | values | default |\n|---|---|---|---|\n" + rows.joined()
    }

    /// Returns text of the command line with the names of keys as code.
    private static func markdown(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let name = word.prefix { $0.isLetter || $0 == "." }
            let key = name.hasSuffix(".") ? name.dropLast() : name
            guard ConfigurationKey.all.contains(where: { $0.group != nil && $0.path == key }) else {
                return String(word)
            }
            return "`\(key)`" + word.dropFirst(key.count)
        }.joined(separator: " ")
    }
}
