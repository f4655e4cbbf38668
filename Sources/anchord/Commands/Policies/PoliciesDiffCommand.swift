import ArgumentParser
import StructuredDocuments

struct PoliciesDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compares two versions of policies.",
        discussion: """
            Compares two policy directories, or two files with one policy set each, whose names may differ. Prints the sets, host \
            rules, policies and keys that were added, removed or changed. A change is called stricter if it cannot accept a \
            chain that was denied before, and looser if it cannot deny a chain that was accepted before. Other changes, whose \
            effect depends on the chain, are only called changed. The contents of anchors and pins are compared too.

            Comments, the order of keys and host rules, and the spelling of hosts are not differences. Both versions are read with \
            the same system trust store; scripts and the network are permitted.

            Exit status: 0 if the versions are equal, 1 if they differ, 2 if the command line or a policy is invalid, a file \
            cannot be read, or the output cannot be written.

              anchord policies diff /etc/anchord/policies ./policies
              anchord policies diff old/internal.yaml internal.yaml --json
            """
    )

    @Argument(help: ArgumentHelp("The policy directory or file in use.", valueName: "old")) var old: String
    @Argument(help: ArgumentHelp("The one that replaces it.", valueName: "new")) var new: String
    @Option(help: .systemAnchors) var systemAnchors = Configuration().systemAnchors
    @Option(help: .logList) var logList: String?
    @Flag(help: "Print JSON instead of text.") var json = false

    func run() throws {
        let parts = try EvaluationComponents()
        let (before, after) = try PolicyVersion.pair(old, new) { directory in
            parts.loader(directory: directory, systemAnchors: systemAnchors, logList: logList)
        }
        let difference = PolicyDifference(before, after)
        try json
            ? StandardStream.writeResult(json: difference.json + [0x0A]) : StandardStream.write(lines: difference.lines)
        if !difference.changes.isEmpty { throw ExitCode(ExitStatus.refused.rawValue) }
    }
}
