import FileAccess
import StructuredDocuments
import TrustEvaluation
import TrustModel

/// The blocks that were read from the configured file.
struct BlockFile {
    let list: BlockList
    /// The files, as recorded when they were read; empty if none is configured.
    let materials: [MaterialEntry]

    /// The blocks without a file.
    static let none = BlockFile()

    private init() {
        (list, materials) = (.empty, [])
    }

    /// Reads a file.
    ///
    /// - Throws: ``PolicyLoadError`` with all problems of the file.
    init(path: String, _ ports: DocumentPorts) throws(PolicyLoadError) {
        let journal = MaterialJournal(digest: ports.sha256, now: ports.now())
        let bytes: [UInt8]
        do throws(LocalFiles.Failure) {
            bytes = try journal.bytes(of: path, maximum: BlockListReader.maximumBytes)
        } catch {
            throw PolicyLoadError([PolicyProblem(file: path, detail: "the list of blocks \(error.reason)")])
        }
        do throws(DocumentError) {
            list = BlockList(try BlockListReader.blocks(in: bytes, of: path, ports: ports, journal))
        } catch {
            throw PolicyLoadError(error.issues.map { PolicyProblem($0, file: path) })
        }
        materials = journal.entries
    }
}
