import ArgumentParser
import EvidenceFiles
import FileAccess
import StructuredDocuments

struct EvidenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence",
        abstract: "Fetches evidence from the network, and shows and empties its disk cache.",
        subcommands: [
            EvidenceFetchCommand.self,
            EvidenceListCommand.self,
            EvidencePurgeCommand.self,
        ]
    )
}

/// The directory of the commands about the disk cache.
struct EvidenceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The configuration file.", valueName: "file")) var config: String?
    @Option(
        help: ArgumentHelp(
            "The directory of the cache; the configuration is then not read.",
            valueName: "directory"
        )
    )
    var directory: String?

    /// Lists the files of the directory, and those of its directory of issuers, if there is one.
    ///
    /// - Throws: ``CommandFailure`` if no directory is configured, or if one cannot be read.
    func listings() throws(CommandFailure) -> [FileCacheListing] {
        let path = if let directory { directory } else { try configuredDirectory() }
        let issuers = EvidenceDisk.issuerDirectory(in: path)
        let hasIssuers = FileCacheListing.isPresent(at: issuers)
        return try [try listing(of: path)] + (hasIssuers ? [listing(of: issuers)] : [])
    }

    private func listing(of path: String) throws(CommandFailure) -> FileCacheListing {
        do throws(LocalFiles.Failure) {
            return try FileCacheListing(of: path, digest: FileCacheEntry.sha256)
        } catch {
            throw CommandFailure([QuotedText.printable("\(path) \(error.reason)")])
        }
    }

    private func configuredDirectory() throws(CommandFailure) -> String {
        let effective = try EffectiveConfiguration.read(config, environment: EnvironmentVariables.all(), flags: [])
        guard let path = effective.values.evidence.directory else {
            throw CommandFailure([
                "no disk cache is configured: set `evidence.directory`, or name the directory with --directory"
            ])
        }
        return path
    }
}
