import FileAccess
import StructuredDocuments
import TrustModel

/// Reads the values of constraints from text files: one value a line, with comments.
///
/// Create one reader per document, as with ``MaterialReader``.
final class ValueFileReader {
    /// A value with its 1-based line.
    typealias Line = (number: Int, text: String)

    /// The digests of the contents of the files, in document order.
    private(set) var fromFiles: [Fingerprint] = []
    private let source: MaterialSource
    private let digest: ([UInt8]) -> Fingerprint
    private var cache: [String: (lines: [Line], digest: Fingerprint)] = [:]

    /// Creates a reader with a SHA-256 function, for revisions.
    init(source: MaterialSource, digest: @escaping ([UInt8]) -> Fingerprint) {
        self.source = source
        self.digest = digest
    }

    /// Returns the values of a file, at least one, and the path of the file.
    ///
    /// - Throws: ``MaterialFailure`` if the document may not name files, or if the file cannot be read or has no values. The
    ///   file must be UTF-8 text without control characters.
    func lines(of file: String) throws(MaterialFailure) -> (path: String, lines: [Line]) {
        guard case .files(let directory, let journal) = source else {
            throw MaterialFailure(reason: "file names are allowed only in policy sets")
        }
        let path = try directory.path(of: file)
        let (lines, digest) = try contents(of: path, journal)
        if let values = directory.total?.values, !values.admits(lines.count) {
            throw MaterialFailure(reason: UploadAllowance.reasonForRefusingMore("values", than: values))
        }
        fromFiles.append(digest)
        return (path, lines)
    }

    private func contents(
        of path: String,
        _ journal: MaterialJournal
    ) throws(MaterialFailure) -> (lines: [Line], digest: Fingerprint) {
        if let known = cache[path] { return known }
        let bytes: [UInt8]
        do throws(LocalFiles.Failure) {
            bytes = try journal.bytes(of: path)
        } catch {
            throw MaterialFailure(reason: "\(path) \(error.reason)")
        }
        let contents = (lines: try Self.lines(in: bytes, of: path), digest: digest(bytes))
        cache[path] = contents
        return contents
    }

    /// Returns the values in document order, without white space at both ends, empty lines and comments.
    ///
    /// A comment begins with a number sign at the start of a line or after white space.
    private static func lines(in bytes: [UInt8], of path: String) throws(MaterialFailure) -> [Line] {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw MaterialFailure(reason: "\(path) is not UTF-8 text")
        }
        var lines: [Line] = []
        for (index, line) in bytes.split(separator: newline, omittingEmptySubsequences: false).enumerated() {
            let text = String(decoding: value(of: line), as: UTF8.self)
            guard !text.unicodeScalars.contains(where: VisibleText.isControl) else {
                throw MaterialFailure(reason: "\(path), line \(index + 1): the value has a control or format character")
            }
            if !text.isEmpty { lines.append((index + 1, text)) }
        }
        guard !lines.isEmpty else { throw MaterialFailure(reason: "\(path) has no values") }
        return lines
    }

    private static let newline = UInt8(ascii: "\n")

    private static func value(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let comment = line.indices.first { index in
            line[index] == UInt8(ascii: "#") && (index == line.startIndex || isWhiteSpace(line[index - 1]))
        }
        let text = line[..<(comment ?? line.endIndex)].drop(while: isWhiteSpace)
        let end = text.lastIndex { !isWhiteSpace($0) }
        return end.map { text[...$0] } ?? []
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains(byte)
    }
}
