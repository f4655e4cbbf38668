import ArgumentParser
import FileAccess
import TrustAPI
import TrustModel

struct EvidenceListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the disk cache of fetched evidence.",
        discussion: """
            Prints a line for each entry: its kind (ocsp, crl or issuer), the serial number that an OCSP response is about or \
            the number of a CRL, its thisUpdate, its end, its size and age, its issuer and its location. Damaged files are \
            listed with their name. The daemon may run; nothing is changed, and signatures are not verified.

            Exit status: 0 if the list was printed, 2 if the command line or the configuration is invalid, the directory \
            cannot be read, or the output cannot be written.

              anchord evidence list
              anchord evidence list --json --directory /var/cache/anchord
            """
    )

    @OptionGroup var options: EvidenceOptions
    @Flag(help: "Print JSON: an array of objects.") var json = false

    func run() throws {
        let now = WallClock.now().instant
        var rows: [EvidenceRow] = []
        for listing in try options.listings() { listing.forEach { rows.append(EvidenceRow($0)) } }
        if json {
            var writer = JSONWriter()
            writer.array(rows) { writer, row in row.write(to: &writer, at: now) }
            try StandardStream.writeResult(String(decoding: writer.bytes, as: UTF8.self) + "\n")
        } else {
            let lines = rows.map { $0.line(at: now) + "\n" }.joined()
            try StandardStream.writeResult(lines.isEmpty ? "no entries\n" : EvidenceRow.head + "\n" + lines)
        }
    }
}
