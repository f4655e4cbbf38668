import FileAccess
import StructuredDocuments

/// The places from which the items of a document may be read.
enum MaterialSource {
    /// PEM text, or paths relative to a directory; the journal records the files read.
    case files(relativeTo: MaterialDirectory, MaterialJournal)
    /// Only PEM text or base64 DER: the document comes from a client, which must not read the daemon's files.
    case text

    /// The directory to which paths are relative; nil if no paths are permitted.
    var directory: MaterialDirectory? { if case .files(let directory, _) = self { directory } else { nil } }
}

/// The directory to which the paths in a document are relative.
struct MaterialDirectory {
    let path: String
    /// Whether the document may name files below the directory only, since a client wrote it.
    let isConfined: Bool
    /// The bounds of what all policies have together; nil without bounds.
    var total: UploadAllowance?

    /// Returns the path of a file that the document names.
    func path(of name: String) throws(MaterialFailure) -> String {
        guard !isConfined || UploadPath.isValid(name) else {
            let reason = "names no file of the upload: use the path as it is in the archive"
            throw MaterialFailure(reason: "\(QuotedText.of(name)) \(reason)")
        }
        return LocalFiles.path(name, from: path)
    }
}
