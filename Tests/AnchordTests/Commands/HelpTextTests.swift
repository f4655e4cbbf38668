import ArgumentParser
import Testing

@testable import anchord

@Suite struct `Examples in help` {
    private static let commands: [[String]] = names(of: Anchord.configuration.subcommands) + [[]]

    private static func names(of commands: [any ParsableCommand.Type]) -> [[String]] {
        commands.flatMap { command in
            [[name(command)]] + names(of: command.configuration.subcommands).map { [name(command)] + $0 }
        }
    }

    private static func name(_ command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }

    /// The examples without line breaks that a shell ignores.
    private func examples(_ command: [String], columns: String) throws -> [String] {
        let result = try AnchordProgram.run(["help"] + command, environment: ["COLUMNS": columns])
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n").prefix { !$0.hasPrefix("USAGE:") }
        var (examples, isContinued) = ([String](), false)
        for line in lines where isContinued || line.hasPrefix("  anchord ") || line.hasPrefix("  curl ") {
            let isEnd = !line.hasSuffix(" \\")
            let text = line.drop { $0 == " " }.dropLast(isEnd ? 0 : 2)
            if isContinued { examples[examples.count - 1] += " " + text } else { examples.append(String(text)) }
            isContinued = !isEnd
        }
        #expect(!isContinued)
        return examples
    }

    @Test(arguments: commands) func `can be copied from a terminal of 72 columns or more`(command: [String]) throws {
        let complete = try examples(command, columns: "10000")
        for columns in ["72", "80", "100"] { #expect(try examples(command, columns: columns) == complete) }
    }

    @Test func `are continued only between words`() {
        let line = "  anchord reload --socket '/run/a b/c' --timeout 10s"
        let wrapped = "A text.\n  anchord reload --socket '/run/a\nb/c' --timeout 10s\n\nUSAGE: anchord"
        let text = HelpText.copyable(wrapped, unwrapped: "A text.\n\(line)\n\nUSAGE: anchord")
        #expect(
            text
                == "A text.\n  anchord reload --socket \\\n      '/run/a b/c' --timeout \\\n      10s\n\nUSAGE: anchord"
        )
    }
}
