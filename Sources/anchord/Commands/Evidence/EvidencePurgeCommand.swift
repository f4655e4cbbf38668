import ArgumentParser
import EvidenceFiles
import FileAccess
import StructuredDocuments
import TrustAPI
import TrustEvidence
import TrustModel

struct EvidencePurgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Removes entries of the disk cache of fetched evidence.",
        discussion: """
            Removes all entries, or those that the options select, and prints their number. Damaged files are removed unless \
            --location is given. The daemon may run; it keeps the evidence that it has in memory.

            An expired CRL prevents that a server returns to an older CRL. Without it, the daemon accepts an older CRL that is \
            still valid.

            Exit status: 0 if all selected entries were removed, 1 if an entry could not be removed, 2 if the command line or \
            the configuration is invalid, the directory cannot be read, or the output cannot be written.

              anchord evidence purge
              anchord evidence purge --expired
              anchord evidence purge --location http://crl.example.com/issuing.crl
            """
    )

    @OptionGroup var options: EvidenceOptions
    @Flag(help: "Remove only entries that ended.") var expired = false
    @Option(help: ArgumentHelp("Remove only entries from this location.", valueName: "url")) var location: String?

    func run() throws {
        let now = WallClock.now().instant
        var (removed, problems): (Int, [String]) = (0, [])
        for listing in try options.listings() {
            listing.forEach { file in
                guard isSelected(file, at: now) else { return }
                do throws(LocalFiles.Failure) {
                    try listing.remove(file)
                    removed += 1
                } catch {
                    problems.append("\(listing.path)/\(file.name) \(error.reason)")
                }
            }
        }
        try StandardStream.writeResult("removed \(removed) \(removed == 1 ? "entry" : "entries")\n")
        if !problems.isEmpty { throw CommandFailure(problems, status: .refused) }
    }

    private func isSelected(_ file: FileCacheListing.File, at now: Instant) -> Bool {
        let record = file.entry.flatMap(EvidenceRecord.init(decoding:))
        if expired, let record, now <= record.end { return false }
        return location.map { record?.location == $0 } ?? true
    }
}
