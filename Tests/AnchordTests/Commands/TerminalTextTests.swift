import Foundation
import Testing
import TrustTestSupport

@testable import anchord

@Suite struct `Text for a terminal` {
    private func formed(_ text: String, _ environment: [String: String]) -> String {
        TerminalText.ofTerminal(environment).formed(text)
    }

    @Test func `is wrapped at spaces, with a hanging indentation`() {
        let text = "  a reason that is longer than the forty columns of the terminal\nshort  line\n"
        let expected = """
              a reason that is longer than the forty
                columns of the terminal
            short  line

            """
        #expect(formed(text, ["COLUMNS": "40", "NO_COLOR": "1"]) == expected)
    }

    @Test(arguments: [
        "sha256/" + String(repeating: "A", count: 60), String(repeating: " ", count: 90), "",
        "  " + String(repeating: "x", count: 80), "{\"a b c\": \"\(String(repeating: "y ", count: 60))\"}",
    ])
    func `keeps words and objects that are too long`(line: String) {
        #expect(formed(line, ["COLUMNS": "40", "NO_COLOR": "1"]) == line)
    }

    @Test func `breaks no object after a text`() {
        let object = #"{"reason": "a text with many spaces that must stay on one line"}"#
        #expect(formed("add this: " + object, ["COLUMNS": "40", "NO_COLOR": "1"]) == "add this:\n  " + object)
    }

    @Test func `loses no word at any width`() {
        let text = "error chain.issuerNotFound: certificate 0: No issuer of the certificate is known to the policy."
        for width in 40...120 {
            let lines = formed(text, ["COLUMNS": "\(width)", "NO_COLOR": "1"]).split(separator: "\n")
            #expect(lines.allSatisfy { $0.count <= width })
            #expect(lines.joined(separator: " ").split(separator: " ").joined(separator: " ") == text)
        }
    }

    @Test func `has colors unless NO_COLOR is set and not empty, or the terminal has none`() {
        for environment in [[:], ["NO_COLOR": ""], ["TERM": "xterm"]] {
            #expect(formed("untrusted: deny", environment) == "\u{1B}[31muntrusted:\u{1B}[0m deny")
            #expect(formed("check hostName: fail: no", environment) == "\u{1B}[31mcheck\u{1B}[0m hostName: fail: no")
            #expect(formed("other: text", environment) == "other: text")
        }
        for environment in [["NO_COLOR": "1"], ["TERM": "dumb"], ["TERM": "dumb", "NO_COLOR": ""]] {
            #expect(formed("untrusted: deny", environment) == "untrusted: deny")
        }
    }

    @Test func `has no control sequences of its content`() {
        #expect(formed("a\u{1B}[2Jb", [:]) == #"a\u{1B}[2Jb"#)
    }
}

@Suite struct `A command on a terminal` {
    private let files: ChainFiles

    init() throws { files = try ChainFiles() }

    /// Runs a command with a terminal as its standard output.
    private func output(_ options: String, environment: String = "") throws -> (status: Int32, text: String) {
        let command =
            "\(AnchordProgram.location.path) evaluate \(files.chain) --anchors \(files.root) "
            + "--at \(ChainFiles.valid) \(options)"
        return try ShellCommand.run(
            "env \(environment) script -qec '\(command)' /dev/null",
            in: files.directory.path
        )
    }

    @Test func `colors the verdict and wraps the reasons`() throws {
        let refused = try output("--host x.example --explain", environment: "COLUMNS=60 TERM=xterm")
        #expect(refused.status == 1)
        #expect(refused.text.hasPrefix("\u{1B}[31muntrusted:\u{1B}[0m deny "), "\(refused.text)")
        let lines = refused.text.replacing(/\u{1B}\[[0-9]+m/, with: "").split(whereSeparator: \.isNewline)
        #expect(lines.allSatisfy { $0.count <= 60 || !$0.dropFirst(4).contains(" ") }, "\(refused.text)")
        let checks = lines.filter { $0.hasPrefix("check ") }
        #expect(checks.first?.contains(": fail: ") == true)
        let plain = try output("--host x.example", environment: "COLUMNS=60 NO_COLOR=1")
        #expect(plain.text.hasPrefix("untrusted: deny "))
    }

    @Test func `prints nothing with --quiet`() throws {
        #expect(try output("--host x.example -q") == (1, ""))
        #expect(try output("--host \(ChainFiles.host) --quiet") == (0, ""))
    }
}
