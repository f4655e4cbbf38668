import Testing
import TrustModel

@Suite struct `Text from outside in messages` {
    @Test(arguments: [
        ("a", "a"), ("ü@münchen.example 漢😀", "ü@münchen.example 漢😀"), ("\u{1B}[2J", #"\u{1B}[2J"#),
        ("a\nb\r", #"a\nb\r"#),
        ("\u{7F}\u{85}\u{9B}", #"\u{7F}\u{0085}\u{009B}"#),
        ("\u{202E}\u{2066}\u{2028}\u{2029}", #"\u{202E}\u{2066}\u{2028}\u{2029}"#),
        (
            "a\u{FE0F}\u{E0101}\u{E0041}\u{3164}\u{FFA0}\u{115F}\u{1160}",
            #"a\u{FE0F}\u{000E0101}\u{000E0041}\u{3164}\u{FFA0}\u{115F}\u{1160}"#
        ),
        ("\u{34F}\u{17B4}\u{180B}\u{2800}\u{2065}", #"\u{034F}\u{17B4}\u{180B}\u{2800}\u{2065}"#),
        ("\r\n", #"\r\n"#), ("\u{1B}\u{301}", "\\u{1B}\u{301}"),
    ])
    func `shows control characters as escapes, and other characters unchanged`(text: String, shown: String) {
        #expect(VisibleText.escaped(text) == shown)
        #expect(Finding(.hostMismatch, message: text).message == shown)
        #expect(CheckReport(name: "a", status: .pass, why: text).why == shown)
    }

    @Test(arguments: [
        ("www.example.com", "www.example.com"), ("*.example.com", "*.example.com"), ("192.0.2.1/24", "192.0.2.1/24"),
        ("evil.example, DNS:www.example.com", #""evil.example, DNS:www.example.com""#), ("a\", \"b", #""a\", \"b""#),
        ("", #""""#), ("a b", #""a b""#), (#"\"#, #""\\""#), ("ü", #""ü""#), ("a\"\u{301}", "\"a\\\"\u{301}\""),
    ])
    func `is quoted in a list unless it is a plain word, and cannot end its quotes`(text: String, shown: String) {
        #expect(VisibleText.item(text) == shown)
    }
}
