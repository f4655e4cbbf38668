import StructuredDocuments

/// An index of the names of other libraries, for messages about unknown names in policy documents.
package struct LibraryNameTable: ForeignNames {
    /// The names in the order of the documentation.
    package let names: [LibraryName]
    /// The names by their lower-case spelling.
    private let index: [String: LibraryName]

    init(_ names: [LibraryName]) {
        self.names = names
        index = Dictionary(names.map { (Self.key($0.name), $0) }) { first, _ in first }
    }

    /// Finds a name as written in source code, such as `.pinCertificates(certificates: …)`.
    package func hint(for text: String) -> String? {
        name(text)?.hint
    }

    /// Finds the most similar name.
    package func hint(forNamesLike text: String) -> String? {
        NearestName.nearest(to: Self.identifier(in: text), among: names.lazy.map(\.name)).flatMap { name($0)?.hint }
    }

    /// Returns the suffix for a key that other evaluators have; nil if its counterpart is the same key.
    func hint(forMisplaced key: String) -> String? {
        name(key).flatMap { $0.isSpelledEqually ? nil : $0.hint }
    }

    private func name(_ text: String) -> LibraryName? { index[Self.key(text)] }

    private static func key(_ text: String) -> String {
        String(decoding: identifier(in: text).utf8.map(\.lowercasedASCII), as: UTF8.self)
    }

    /// Returns a text without arguments and without the types before a member.
    private static func identifier(in text: String) -> String {
        let callee = text.prefix { $0 != "(" }
        return String(callee.split(separator: ".").last ?? callee)
    }
}
