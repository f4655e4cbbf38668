import FileAccess
import StructuredDocuments
import TrustEvaluation
import TrustModel

/// A log list that was read from the configured file.
struct LogListFile {
    let list: TransparencyLogList
    let report: LogListReport
    /// The file, as recorded when it was read.
    let materials: [MaterialEntry]

    /// Reads a file.
    ///
    /// - Throws: ``PolicyLoadError`` with all problems of the file.
    init(path: String, _ ports: DocumentPorts) throws(PolicyLoadError) {
        guard let keys = ports.logKeys else {
            throw PolicyLoadError([PolicyProblem(file: path, detail: "log lists are not supported")])
        }
        let journal = MaterialJournal(digest: ports.sha256, now: ports.now())
        let bytes: [UInt8]
        do throws(LocalFiles.Failure) {
            bytes = try journal.bytes(of: path)
        } catch {
            throw PolicyLoadError([PolicyProblem(file: path, detail: "the log list \(error.reason)")])
        }
        do throws(DocumentError) {
            list = try LogListReader.read(bytes, keys: keys, sha256: ports.sha256)
        } catch {
            throw PolicyLoadError(error.issues.map { PolicyProblem($0, file: path) })
        }
        let unsupported = list.logs.values.filter { $0.key == nil }.map(\.name).sorted()
        report = LogListReport(
            path: path,
            timestamp: list.timestamp,
            count: list.logs.count,
            unsupported: unsupported
        )
        materials = journal.entries
    }
}

/// The log list for the policies of one document, and whether a policy uses it.
final class LogListSource {
    /// The log list; nil if none is configured, or if it cannot be read.
    let list: TransparencyLogList?
    /// Whether a log list is configured; if it cannot be read, loading fails with that problem.
    let isConfigured: Bool
    private var isUsed = false

    init(_ list: TransparencyLogList?, isConfigured: Bool) {
        self.list = list
        self.isConfigured = isConfigured
    }

    /// Returns the list for a policy that depends on it.
    func use() -> TransparencyLogList? {
        isUsed = true
        return list
    }

    /// The digest of the list if a policy depends on it; the revision of the document contains it.
    var digests: [Fingerprint] { isUsed ? list.map { [$0.digest] } ?? [] : [] }
}
