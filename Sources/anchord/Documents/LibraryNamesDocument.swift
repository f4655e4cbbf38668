import TrustPolicies

/// The table of the names of other libraries in Mechanisms.md, written from their declarations.
enum LibraryNamesDocument {
    static var table: String {
        let rows = LibraryName.table.names.map { name in
            "| `\(name.name)` | \(name.library.rawValue) | \(name.translation) | <doc:\(name.library.page)> |\n"
        }
        return "| name | library | anchord | page |\n|---|---|---|---|\n" + rows.joined()
    }
}
