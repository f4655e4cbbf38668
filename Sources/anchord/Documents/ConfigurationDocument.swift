/// The table of keys in Configuration.md and the man page anchord.yaml(5), written from their declarations in the order of
/// ``ConfigurationKey/all``.
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

    /// Returns the man page anchord.yaml(5).
    static func manual(date: String) -> String {
        var page = ManualPage("anchord.yaml", title: "configuration of anchord", date: date)
        page.section("SYNOPSIS")
        page.paragraph("`\(ConfigurationReader.defaultFile)`")
        page.section("DESCRIPTION")
        page.paragraph(
            "The configuration of `anchord serve`, in YAML. `--config` or `ANCHORD_CONFIG` names another file. Each key is "
                + "also an environment variable and a flag. Flags override variables, which override the file. Lists are "
                + "repeated flags, or values with commas in a variable. Unknown keys are errors. `anchord serve "
                + "--print-config` prints the effective values with their sources, and `anchord serve --check` checks them."
        )
        page.paragraph("The daemon reads the file at startup; a reload reads only policies and trust anchors.")
        page.section("KEYS")
        for key in ConfigurationKey.all {
            page.term(
                [key.path],
                [
                    [key.help, key.details].compactMap(\.self).map(markdown).joined(separator: " "),
                    "Values: \(markdown(key.expected)). Default: `\(ConfigurationText.plain(key.value(Configuration())))`.",
                    "`--\(key.flagName)`, `\(key.environmentName)`",
                ]
            )
        }
        page.section("SECTIONS")
        page.paragraph("Only the file can contain these keys.")
        for section in ConfigurationSection.all {
            page.term([section.name], [section.help])
            page.example(section.example.joined(separator: "\n"))
        }
        page.references([("anchord", 1), ("anchord-serve", 1), ("anchord-policies", 5)])
        return page.text
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
