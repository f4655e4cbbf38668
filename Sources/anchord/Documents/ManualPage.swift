/// Builds a man page about a file format, in the format man(7), from text in Markdown.
struct ManualPage {
    private(set) var text: String

    /// Begins a page of section 5, with a date such as 2026-01-31.
    init(_ name: String, title: String, date: String) {
        text = """
            .TH \(Self.escaped(name.uppercased())) 5 \(date) "anchord \(Version.current)" "File Formats"
            .SH NAME
            \(Self.escaped(name)) \\- \(Self.escaped(title))

            """
    }

    /// Begins a section, whose name is in capitals.
    mutating func section(_ name: String) { text += ".SH \"\(name)\"\n" }

    /// Begins a part of a section.
    mutating func subsection(_ name: String) { text += ".SS \"\(Self.roff(name))\"\n" }

    mutating func paragraph(_ markdown: String) { text += ".PP\n\(Self.line(markdown))\n" }

    /// Adds lines that are shown as they are.
    mutating func example(_ lines: String) {
        let escaped = lines.split(separator: "\n", omittingEmptySubsequences: false).map {
            Self.guarded(Self.escaped($0))
        }
        text += ".PP\n.RS\n.nf\n\(escaped.joined(separator: "\n"))\n.fi\n.RE\n"
    }

    /// Adds a term with paragraphs about it.
    mutating func term(_ names: [String], _ paragraphs: [String]) {
        text += ".TP\n.B \(names.map(Self.escaped).joined(separator: ", "))\n"
        text += paragraphs.map { "\(Self.line($0))\n" }.joined(separator: ".br\n")
    }

    /// Ends the page with references to pages, in the form `anchord(1)`.
    mutating func references(_ pages: [(name: String, section: Int)]) {
        section("SEE ALSO")
        text += pages.map { ".BR \(Self.escaped($0.name)) (\($0.section))" }.joined(separator: ",\n") + "\n"
    }

    private static func line(_ markdown: String) -> String { guarded(roff(markdown)) }

    /// Protects a line that begins like a request of roff.
    private static func guarded(_ line: String) -> String { line.hasPrefix(".") ? "\\&\(line)" : line }

    /// Converts code to bold text, emphasis to plain text, and links to the names of pages.
    private static func roff(_ markdown: String) -> String {
        let parts = markdown.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            index % 2 == 1 ? "\\fB\(escaped(part))\\fR" : escaped(withoutLinks(part).replacing("*", with: ""))
        }.joined()
    }

    /// Replaces `<doc:Page#Heading>` by the titles of page and heading.
    static func withoutLinks(_ text: Substring) -> String {
        String(text).replacing(#/<doc:([^#>]+)(?:#([^>]+))?>/#) { link in
            let heading = link.output.2.map { ", " + $0.replacing("-", with: " ") } ?? ""
            return "the page \(link.output.1)\(heading)"
        }
    }

    private static func escaped(_ text: some StringProtocol) -> String {
        String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
    }
}
