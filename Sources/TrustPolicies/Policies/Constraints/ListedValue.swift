import StructuredDocuments
import TrustModel

/// One text of a list: an item of the document, or a line of a file that the document names.
struct ListedValue {
    let text: String
    /// The item, or the mapping that names the file.
    private let place: DocumentValue
    /// The file and the 1-based line; nil for an item of the document.
    private let line: (file: String, number: Int)?

    /// Reads an item of the document as a nonempty string; adds an issue and returns nil for any other item.
    init?(_ item: DocumentValue) {
        guard let text = item.string() else { return nil }
        (self.text, place, line) = (text, item, nil)
    }

    /// Creates a value from a line of a file.
    init(_ text: String, line: Int, of file: String, at place: DocumentValue) {
        self.text = text
        self.place = place
        self.line = (file, line)
    }

    /// Adds an issue at the item, or an issue that names the line of the file.
    func refuse(_ detail: @autoclosure () -> String) {
        place.refuse((line.map { "\($0.file), line \($0.number): " } ?? "") + detail())
    }

    /// Returns a suffix with the most similar name; see ``DocumentIssues/hint(for:among:)``.
    func hint(among names: [String]) -> String { place.issues.hint(for: text, among: names) }

    /// Whether the text is short enough and ASCII, so that it may be compared with names; otherwise adds an issue.
    func isName(ofAtMost maximum: Int = DocumentValue.maximumNameBytes) -> Bool {
        guard text.utf8.count <= maximum, text.utf8.allSatisfy({ $0 < 0x80 }) else {
            refuse("expected at most \(maximum) ASCII characters, found \(QuotedText.of(text))")
            return false
        }
        return true
    }
}
