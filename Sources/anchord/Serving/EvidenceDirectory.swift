import EvidenceFiles
import FetcherClient
import FileAccess
import StructuredDocuments
import TrustEvidence
import TrustModel
import TrustOpenSSL

extension EvidenceDisk {
    /// More than the facts of an entry take: its location, numbers, and the certificate of the issuer.
    private static var maximumFactBytes: Int { 1 << 20 }
    /// The part of the size that issuers may have: one in so many.
    private static var issuerShare: Int { 16 }

    /// Returns the directory of issuers in that of the configuration.
    static func issuerDirectory(in path: String) -> String { "\(path)/issuers" }

    /// Opens the directory of the configuration.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be created or read, or if other users may change it.
    convenience init(at path: String, _ evidence: Configuration.Evidence) throws(CommandFailure) {
        do throws(LocalFiles.Failure) {
            let digest = FileCacheEntry.sha256
            let longest = max(evidence.crlBytes, evidence.ocspBytes, evidence.issuerBytes)
            let issuerBytes = evidence.bytes / Self.issuerShare
            let cache = try FileCache(
                at: path,
                maximumBytes: evidence.bytes - issuerBytes,
                maximumFileBytes: longest + Self.maximumFactBytes,
                digest: digest
            )
            let issuers = try FileCache(
                at: Self.issuerDirectory(in: path),
                maximumBytes: issuerBytes,
                maximumFileBytes: evidence.issuerBytes + Self.maximumFactBytes,
                digest: digest
            )
            self.init(cache, issuers: issuers)
        } catch {
            throw CommandFailure([QuotedText.printable("evidence.directory: \(path) \(error.reason)")])
        }
    }
}

extension FileCacheEntry {
    /// The digest for file names and checksums.
    static var sha256: Digest { { Array(SHA256.fingerprint(of: $0).bytes) } }
}

extension EvidenceBounds {
    init(_ evidence: Configuration.Evidence, _ network: Configuration.Network) {
        let (seconds, attoseconds) = network.headStart.components
        self.init(
            ocspBytes: evidence.ocspBytes,
            crlBytes: evidence.crlBytes,
            issuerBytes: evidence.issuerBytes,
            // A fetch that the gatherer starts is one that the client accepts.
            fetches: FetcherClientLimits().outstanding,
            // Most places remain for the evidence of accepted chains.
            issuerFetches: network.concurrent / 4,
            headStart: seconds * 1000 + attoseconds / 1_000_000_000_000_000
        )
    }
}
