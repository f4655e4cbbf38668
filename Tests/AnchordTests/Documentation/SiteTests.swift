import Foundation
import Testing
import TrustTestSupport

/// Tests of the static site that Deploy/docs writes.
@Suite struct `The static site of the documentation` {
    private static let root = """
        # root

        The first page.

        @Metadata {
            @TechnologyRoot
        }

        ## Topics

        ### Tasks

        - <doc:First>
        """

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Runs the script with the PATH of the tests, in which the toolchain is.
    private func write(_ arguments: String) throws -> (status: Int32, text: String) {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return try ShellCommand.run(
            "PATH='\(path)' '\(Repository.path("Deploy/docs"))' \(arguments)",
            in: directory.path
        )
    }

    /// Writes the site of a catalog that has the root and one page of this text.
    private func writeSite(of page: String) throws -> (status: Int32, text: String) {
        try directory.write("Small.docc/root.md", Self.root)
        try directory.write("Small.docc/First.md", "# First\n\nA page.\n\n\(page)\n")
        return try write("site Small.docc")
    }

    private func file(_ name: String) throws -> String {
        try String(contentsOfFile: "\(directory.path)/site/\(name)", encoding: .utf8)
    }

    @Test func `every page of the documentation is in the list of pages, and all links are valid`() throws {
        let result = try write("site")
        #expect(result.status == 0 && result.text.isEmpty, "\(result.text)")
        let list = try file("index.html")
        let catalog = Repository.path("Sources/anchord/Documentation.docc")
        let sources = try FileManager.default.subpathsOfDirectory(atPath: catalog).filter { $0.hasSuffix(".md") }
        #expect(sources.count > 40)
        for source in sources where source != "anchord.md" {
            let name = URL(filePath: source).deletingPathExtension().lastPathComponent.lowercased() + ".html"
            #expect(list.contains("<li><a href=\"\(name)\">"), "\(name)")
            #expect(try file(name).contains("<h1>"))
        }
        #expect(try file("reasons.html").contains("<h3 id=\"time.expired\">"))
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/site")
        // Besides the pages, there are the style sheet and one picture.
        #expect(files.count == sources.count + 2 && files.contains("console-judge.png"))
    }

    @Test func `two runs write the same bytes`() throws {
        #expect(try write("site").status == 0)
        #expect(try write("other").status == 0)
        let result = try ShellCommand.run("diff -r site other", in: directory.path)
        #expect(result.status == 0, "\(result.text)")
    }

    @Test func `a page has its text, and links to headings by their names`() throws {
        let result = try writeSite(
            of: """
                ## Some words

                See <doc:#own.code>, `run --an-option` and [a name](doc:First#Some-words).

                ## `own.code`

                | key | meaning |
                |---|--:|
                | `a<b` | 1 |

                ```text
                an answer
                ```
                """
        )
        #expect(result.status == 0 && result.text.isEmpty, "\(result.text)")
        let page = try file("first.html")
        #expect(page.contains("<title>First – root</title>"))
        #expect(page.contains("<li><a href=\"first.html\" aria-current=\"page\">First</a></li>"))
        #expect(page.contains("<h2 id=\"own.code\"><a href=\"#own.code\"><code>own.code</code></a></h2>"))
        #expect(page.contains("<code>run <span>--an-option</span></code>"))
        #expect(page.contains("<a href=\"first.html#Some-words\">a name</a>"))
        #expect(page.contains("<a href=\"first.html#own.code\"><code>own.code</code></a>"))
        #expect(page.contains("<tr><td class=\"short\"><code>a&lt;b</code></td><td class=\"right short\">1</td></tr>"))
        #expect(page.contains("<pre tabindex=\"0\" data-language=\"text\"><code>an answer</code></pre>"))
        #expect(!page.contains("<script"))
    }

    @Test(
        arguments: [
            ("<doc:Missing>", "'Missing' doesn't exist"),
            ("<doc:First#Missing>", "'Missing' doesn't exist at '/Small/First'"),
            ("[x](Missing.md)", "first.html: the link Missing.md has no file"),
            ("[x](index.html#missing)", "first.html: the link index.html#missing has no heading"),
            ("    see <doc:root>", "first.html: <doc:root> is not a link"),
        ]
    )
    func `a broken link is an error, and nothing is written`(link: String, message: String) throws {
        let result = try writeSite(of: link)
        #expect(result.status == 1 && result.text.contains(message), "\(result.text)")
        #expect(!FileManager.default.fileExists(atPath: "\(directory.path)/site"))
    }

    @Test func `a directory with files is rejected`() throws {
        try directory.write("site/old.html", "")
        let result = try write("site")
        #expect(result.status == 2)
        #expect(result.text == "Deploy/docs: site is not empty; old pages would remain\n")
    }
}
