import ArgumentParser
import StructuredDocuments
import TrustModel

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compares a chain with the one that replaces it.",
        discussion: """
            Shows whether the leaf and its issuing CA have the same keys, which pins and names are kept, lost and gained, \
            and both validity periods. A name is kept if a wildcard of the new certificate matches it.

            Nothing is verified. Use the command before you install a renewed certificate, and `anchord evaluate` to \
            evaluate it. Without --pin, each key of the old chain may be pinned, so each must be in the new chain.

            Exit status: 0 if nothing was lost, 1 if a name or a pin was lost, 2 if the command line or an input file is \
            invalid, a server presents no certificates, or the output cannot be written.

              anchord compare old.pem new.pem
              anchord compare example.com renewed.pem --pin sha256/CWCqWw0fiu8B6V2TeMpMhh5zcvfnL7mcxdS7EaJfaDA=
            """
    )

    @Argument(
        help: ArgumentHelp("The chain in use: a PEM or DER file, - for standard input, or a server.", valueName: "old")
    )
    var old: String
    @Argument(help: ArgumentHelp("The chain that replaces it, in the same forms.", valueName: "new")) var new: String
    @Option(
        name: .customLong("pin"),
        help: ArgumentHelp(
            "A pin in use, which the new chain must match; the other keys may be lost. Repeatable.",
            valueName: "pin"
        )
    )
    var pins: [String] = []
    @Flag(help: "Print JSON instead of text.") var json = false
    @Flag(name: .shortAndLong, help: "Print nothing; the exit status shows the result.") var quiet = false
    @OptionGroup var server: ServerOptions

    func validate() throws {
        if json, quiet { throw ValidationError("--json and --quiet cannot be combined.") }
        if old == "-", new == "-" {
            throw ValidationError("Only one chain can be -, because standard input is read once.")
        }
        for pin in pins where Self.digest(pin) == nil {
            throw ValidationError(
                "\(QuotedText.of(pin)) is not a pin: expected sha256/ and the base64 digest of a key."
            )
        }
    }

    private static func digest(_ pin: String) -> Fingerprint? {
        let prefix = "sha256/"
        guard pin.hasPrefix(prefix) else { return nil }
        return (try? Base64.decode(Array(pin.utf8)[prefix.utf8.count...])).flatMap { Fingerprint($0) }
    }

    func run() throws {
        let comparison = ChainComparison(
            try server.certificates(orFile: old),
            try server.certificates(orFile: new),
            pins: pins.compactMap(Self.digest)
        )
        if !quiet { try write(comparison) }
        if !comparison.keepsAll { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    private func write(_ comparison: ChainComparison) throws(CommandFailure) {
        try json
            ? StandardStream.writeResult(json: comparison.json + [0x0A]) : StandardStream.write(lines: comparison.lines)
    }
}
