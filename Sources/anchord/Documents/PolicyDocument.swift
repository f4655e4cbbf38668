import TrustPolicies

/// The tables of policy keys and their man page, written from the declarations in the order of ``PolicyKeyTable/all``.
enum PolicyDocument {
    /// The tables of each page, by their names.
    static var pages: [(page: String, parts: [String: String])] {
        Dictionary(grouping: PolicyKeyTable.all) { $0.page }.compactMap { page, tables in
            page.map { ($0, Dictionary(uniqueKeysWithValues: tables.map { ($0.name, table($0)) })) }
        }
    }

    /// Returns a table in Markdown.
    private static func table(_ table: PolicyKeyTable) -> String {
        let rows = table.keys.map { key in
            [key.names.map { "`\($0)`" }.joined(separator: ", "), key.meaning]
                + [key.values, key.standard].compactMap(\.self)
        }
        let head = "| \(table.heads.joined(separator: " | ")) |\n|\(table.heads.map { _ in "---|" }.joined())\n"
        return head + rows.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    /// Returns the man page anchord-policies(5).
    static func manual(date: String) -> String {
        var page = ManualPage("anchord-policies", title: "policy documents of anchord", date: date)
        page.section("SYNOPSIS")
        page.paragraph("`/etc/anchord/policies/*.yaml`, `*.yml` and `*.json`: one policy set in each file")
        page.section("DESCRIPTION")
        page.paragraph(
            "A policy set has named policies, and host rules that select one of them. The name of the set is that of the "
                + "file. The directory is the key `policies` of anchord.yaml(5). `anchord policies check` reads a "
                + "directory as the daemon does, and reports each error with its line and each unknown key."
        )
        page.example(
            """
            hosts:
              "*.internal.example": corporate
            otherwise: performDefaultHandling
            policies:
              corporate:
                evaluator: default
                anchors: [ca/corporate-root.pem]
            """
        )
        page.section("KEYS")
        for table in PolicyKeyTable.all {
            page.subsection(table.title)
            for key in table.keys { page.term(key.names, paragraphs(about: key)) }
        }
        page.references([
            ("anchord", 1), ("anchord-policies-check", 1), ("anchord-policies-test", 1), ("anchord.yaml", 5),
        ])
        return page.text
    }

    private static func paragraphs(about key: PolicyKey) -> [String] {
        [sentence(key.meaning)] + (key.values.map { ["Values: \($0)"] } ?? [])
            + (key.standard.map { ["Default: \($0)"] } ?? [])
    }

    /// Returns text of a table as a sentence: with a full stop, and with a capital letter unless it begins with a name
    /// such as `dNSName` or with code.
    private static func sentence(_ text: String) -> String {
        let isName = text.prefix { $0 != " " }.contains { $0.isUppercase || $0.isNumber }
        return (isName ? String(text.prefix(1)) : text.prefix(1).uppercased()) + text.dropFirst() + "."
    }
}
