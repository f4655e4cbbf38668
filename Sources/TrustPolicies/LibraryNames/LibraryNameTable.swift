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

    /// Explains a name as written in source code, such as `.pinCertificates(certificates: …)`.
    package func hint(for text: String) -> String? {
        name(text)?.hint
    }

    /// Explains the name that is most similar to the text.
    package func hint(forNamesLike text: String) -> String? {
        NearestName.nearest(to: Self.identifier(in: text), among: names.lazy.map(\.name)).flatMap { name($0)?.hint }
    }

    /// Explains a key that only other evaluators have; nil if the key is its own counterpart or no library has it.
    func hint(forMisplaced key: String) -> String? {
        name(key).flatMap { $0.isSpelledEqually ? nil : $0.hint }
    }

    private func name(_ text: String) -> LibraryName? { index[Self.key(text)] }

    private static func key(_ text: String) -> String {
        String(decoding: identifier(in: text).utf8.map(\.lowercasedASCII), as: UTF8.self)
    }

    /// Returns the last name in source code, without its arguments and the types before it.
    private static func identifier(in text: String) -> String {
        let callee = text.prefix { $0 != "(" }
        return String(callee.split(separator: ".").last ?? callee)
    }
}
