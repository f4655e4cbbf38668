import Foundation
import Testing
import TrustPolicies
import TrustTestSupport

@testable import anchord

/// Tests of the files that Deploy/manuals writes, against the commands as the program describes them to tools.
@Suite struct `Man pages and completions` {
    /// A command in the output of `--experimental-dump-help`.
    private struct Command: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            /// The name as it is typed.
            var spelling: String { kind == "short" ? "-\(name)" : "--\(name)" }
        }
        struct Argument: Decodable {
            let kind: String
            let names: [Name]?
            let valueName: String?
            let shouldDisplay: Bool
        }

        let commandName: String
        let superCommands: [String]?
        let abstract: String?
        let arguments: [Argument]?
        let subcommands: [Command]?
        let shouldDisplay: Bool

        /// The words of the command and of its displayed subcommands, with the commands; without `help`.
        func all(after words: [String] = []) -> [(words: [String], command: Command)] {
            let own = words + [commandName]
            let others = (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
            return [(own, self)] + others.flatMap { $0.all(after: own) }
        }
    }

    private struct Description: Decodable {
        let command: Command
    }

    private let share: TemporaryDirectory
    private let commands: [(words: [String], command: Command)]

    init() throws {
        share = try TemporaryDirectory()
        let script = Repository.path("Deploy/manuals")
        let result = try ShellCommand.run(
            "SOURCE_DATE_EPOCH=1767225600 '\(script)' '\(share.path)' '\(AnchordProgram.location.path)'",
            in: share.path
        )
        #expect(result.status == 0 && result.text.isEmpty, "\(result.text)")
        let help = try AnchordProgram.run(["--experimental-dump-help"])
        commands = try JSONDecoder().decode(Description.self, from: Data(help.output.utf8)).command.all()
    }

    private func file(_ path: String) throws -> String {
        try String(contentsOfFile: "\(share.path)/\(path)", encoding: .utf8)
    }

    @Test func `every command has a page with each of its options and arguments`() throws {
        #expect(commands.count >= 5)
        for (words, command) in commands {
            let page = try file("man/man1/\(words.joined(separator: "-")).1").replacing("\\-", with: "-")
            let lines = page.split(separator: "\n")
            #expect(lines.first?.contains(" 1 2026-01-01 ") == true)
            #expect(page.contains("\(words.joined(separator: "-")) - \(try #require(command.abstract))"))
            for argument in (command.arguments ?? []).filter(\.shouldDisplay) {
                let spellings = (argument.names ?? []).map(\.spelling)
                let terms = spellings.isEmpty ? ["<\(argument.valueName ?? "")>"] : spellings
                for term in terms {
                    let isTerm = lines.contains { line in
                        line.hasPrefix(".B ")
                            && line.dropFirst(3).split(whereSeparator: { " ,".contains($0) }).contains { $0 == term }
                    }
                    #expect(isTerm, "\(words) \(term)")
                }
            }
        }
        let pages = try FileManager.default.contentsOfDirectory(atPath: "\(share.path)/man/man1")
        let expected = commands.map { $0.words.joined(separator: "-") + ".1" } + ["anchord-fetcher.1"]
        #expect(pages.sorted() == expected.sorted())
    }

    @Test func `groff accepts every page without a warning`() throws {
        let pages = commands.map { "man1/\($0.words.joined(separator: "-")).1" }
        for page in pages + ["man1/anchord-fetcher.1", "man5/anchord.yaml.5", "man5/anchord-policies.5"] {
            let result = try ShellCommand.run("groff -man -ww -z -Tutf8 'man/\(page)'", in: share.path)
            #expect(result.status == 0 && result.text.isEmpty, "\(page): \(result.text)")
        }
    }

    @Test func `pages show the terms with their descriptions apart`() throws {
        let page = try file("man/man1/anchord-evaluate.1")
        #expect(page.contains(".TP\n.B <chain>\nThe chain, leaf first: "))
        #expect(page.contains(".TP\n.B \\-\\-host <host>\nThe DNS name or IP address "))
        #expect(page.contains(".SH \"SEE ALSO\"\n.BR anchord (1)\n"))
        #expect(
            try file("man/man1/anchord-serve.1").contains("\n.B \\-\\-unix\\-socket\\-mode <mode>\nPermission bits ")
        )
        #expect(try file("man/man1/anchord-policies-check.1").contains(".BR anchord\\-policies (1)"))
    }

    @Test(arguments: ["anchord", "anchord-serve"]) func `a page lists the files and the variables`(name: String) throws
    {
        let page = try file("man/man1/\(name).1").replacing("\\-", with: "-")
        let files = try #require(page.range(of: ".SH FILES\n"))
        let variables = try #require(page.range(of: ".SH ENVIRONMENT\n"))
        let others = try #require(page.range(of: ".SH \"SEE ALSO\"\n"))
        #expect(files.lowerBound < variables.lowerBound && variables.lowerBound < others.lowerBound)
        for path in [ConfigurationReader.defaultFile, Configuration().systemAnchors, DaemonOptions.standardSocket] {
            #expect(page.contains(".TP\n.B \(path)\n"))
        }
        #expect(page.contains(".TP\n.B ANCHORD_CONFIG\n"))
        #expect(page.contains("ANCHORD_LIMITS_BODY_BYTES for limits.bodyBytes"))
    }

    @Test func `the configuration has a page with each key and section`() throws {
        let page = try file("man/man5/anchord.yaml.5").replacing("\\-", with: "-")
        #expect(
            page.hasPrefix(".TH \"ANCHORD.YAML\" 5 2026-01-01 ") || page.hasPrefix(".TH ANCHORD.YAML 5 2026-01-01 ")
        )
        for key in ConfigurationKey.all {
            let term = try #require(page.components(separatedBy: "\n.TP\n.B \(key.path)\n").dropFirst().first)
            let entry = term.components(separatedBy: "\n.TP\n")[0]
            #expect(entry.contains("\\fB--\(key.flagName)\\fR, \\fB\(key.environmentName)\\fR"))
            #expect(entry.contains("\nValues: "))
        }
        for section in ConfigurationSection.all { #expect(page.contains("\n.TP\n.B \(section.name)\n")) }
        #expect(!page.contains("<doc:") && !page.contains("](") && !page.contains("`"))
    }

    @Test func `policy documents have a page with each key`() throws {
        let page = try file("man/man5/anchord-policies.5").replacing("\\-", with: "-")
        for table in PolicyKeyTable.all {
            for key in table.keys { #expect(page.contains("\n.TP\n.B \(key.names.joined(separator: ", "))\n")) }
        }
        #expect(page.contains(".B maxChainDepth\nThe maximum number of intermediates "))
        #expect(page.contains("\nValues: 0 to 1000\n.br\nDefault: no limit\n"))
        #expect(!page.contains("<doc:") && !page.contains("](") && !page.contains("`"))
    }

    @Test func `the fetcher has a page of its own`() throws {
        let page = try file("man/man1/anchord-fetcher.1")
        #expect(page.contains("anchord\\-fetcher \\- Fetches OCSP responses, CRLs and certificates for anchord."))
        #expect(page.contains("\n.B \\-\\-socket\\-fd "))
        #expect(page.hasSuffix(".SH \"SEE ALSO\"\n.BR anchord (1)\n"))
    }

    @Test func `bash offers each subcommand and each option`() throws {
        for (words, command) in commands {
            let names = (command.subcommands ?? []).filter(\.shouldDisplay).map(\.commandName)
            #expect(try offers(words, "").isSuperset(of: names), "\(words)")
            let options = (command.arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }.map(\.spelling)
            #expect(try offers(words, "-").isSuperset(of: options), "\(words)")
        }
    }

    /// Returns the completions of bash for a word after a command.
    private func offers(_ words: [String], _ word: String) throws -> Set<String> {
        let line = (words + [word]).joined(separator: " ")
        let script = """
            set -e
            source '\(share.path)/bash-completion/completions/anchord'
            function=$(complete -p anchord | sed -E 's/.*-F ([^ ]+).*/\\1/')
            COMP_WORDS=(\(words.joined(separator: " ")) '\(word)') COMP_CWORD=\(words.count)
            COMP_LINE='\(line)' COMP_POINT=\(line.count) COMP_TYPE=9
            set +e
            "$function" anchord '\(word)' '\(words.last ?? "")'
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let result = try ShellCommand.run(script, in: share.path)
        return Set(result.text.split(whereSeparator: \.isNewline).map { $0.filter { $0 != " " } })
    }

    @Test func `zsh and fish have completions with each option`() throws {
        for path in ["zsh/vendor-completions/_anchord", "fish/vendor_completions.d/anchord.fish"] {
            let text = try file(path)
            for (_, command) in commands {
                for name in (command.arguments ?? []).filter(\.shouldDisplay).flatMap({ $0.names ?? [] }) {
                    #expect(text.contains(name.name), "\(path): \(name.spelling)")
                }
            }
        }
    }
}
