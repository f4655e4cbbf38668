import FileAccess
import StructuredDocuments

/// Reads tar archives of regular files (POSIX.1-1988 ustar, and the headers of POSIX.1-2001 without names or sizes).
///
/// Everything else is an error: links, devices, names that leave the archive, and long names, which the two headers of
/// GNU tar and of POSIX.1-2001 store in different ways.
enum TarArchive {
    /// The defect of an archive, as a clause.
    struct Failure: Error, Equatable {
        let reason: String
    }

    private static let block = 512
    /// The maximum number of files.
    static let maximumFiles = 1000

    /// Returns the files in the order of the archive, without its directories.
    static func files(in bytes: [UInt8]) throws(Failure) -> [LocalFiles.Member] {
        var files: [LocalFiles.Member] = []
        var rest = bytes[...]
        while let header = try nextHeader(&rest) {
            guard header.size <= rest.count else { throw Failure(reason: "\(header.shown) is longer than the archive") }
            let content = rest.prefix(header.size)
            rest = rest.dropFirst((header.size + block - 1) / block * block)
            switch header.kind {
            case UInt8(ascii: "0"), 0:
                guard files.count < maximumFiles else {
                    throw Failure(reason: "it has more than \(maximumFiles) files")
                }
                files.append(LocalFiles.Member(path: try path(header), bytes: Array(content)))
            case UInt8(ascii: "5"): if header.name != "./" { _ = try path(header) }
            case UInt8(ascii: "x"), UInt8(ascii: "g"): try checkExtended(content)
            default: throw Failure(reason: "\(header.shown) is not a regular file")
            }
        }
        return files
    }

    private struct Header {
        let name: String
        let size: Int
        let kind: UInt8

        var shown: String { QuotedText.of(name) }
    }

    /// Reads the next header; returns nil at the end of the archive, which two blocks of zeros or no further bytes mark.
    private static func nextHeader(_ rest: inout ArraySlice<UInt8>) throws(Failure) -> Header? {
        guard !rest.isEmpty else { return nil }
        guard rest.count >= block else { throw Failure(reason: "it ends within a header") }
        let header = Array(rest.prefix(block))
        rest = rest.dropFirst(block)
        guard header.contains(where: { $0 != 0 }) else { return nil }
        // The sum counts the bytes of the sum itself as spaces.
        let sum = header.indices.reduce(0) { $0 + Int((148..<156).contains($1) ? 0x20 : header[$1]) }
        guard octal(header[148..<156]) == sum else { throw Failure(reason: "a header has a wrong checksum") }
        guard header[257..<262].elementsEqual("ustar".utf8) else {
            throw Failure(reason: "a header is not in the format ustar (tar --format=ustar)")
        }
        guard let size = octal(header[124..<136]) else { throw Failure(reason: "a header has an invalid size") }
        // The prefix exists in the POSIX format only; GNU tar has times there.
        let isPOSIX = header[262] == 0
        let parts = [isPOSIX ? header[345..<500] : [], header[0..<100]].map { $0.prefix { $0 != 0 } }
        guard
            let name = String(
                validating: parts.filter { !$0.isEmpty }.joined(separator: [UInt8(ascii: "/")]),
                as: UTF8.self
            )
        else { throw Failure(reason: "a name is not UTF-8 text") }
        return Header(name: name, size: size, kind: header[156])
    }

    /// Reads octal digits between spaces and NUL bytes; nil for other text, and for the binary numbers of GNU tar.
    private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
        let parts = field.split { $0 == 0x20 || $0 == 0 }
        guard parts.count == 1, let digits = parts.first else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 < 0 ? nil : $0 }
    }

    /// Checks that the records of an extended header, `LENGTH KEY=VALUE`, name and size no file.
    private static func checkExtended(_ content: ArraySlice<UInt8>) throws(Failure) {
        guard content.count <= maximumExtendedBytes else { throw Failure(reason: "an extended header is too large") }
        var rest = content
        while let first = rest.first, first != 0 {
            let digits = rest.prefix { $0 != 0x20 }
            guard digits.count <= 6, digits.allSatisfy(\.isDigit),
                let length = Int(String(decoding: digits, as: UTF8.self)), length > digits.count, length <= rest.count
            else { throw Failure(reason: "an extended header is malformed") }
            let key = rest.prefix(length).dropFirst(digits.count + 1).prefix { $0 != UInt8(ascii: "=") }
            guard !key.starts(with: "GNU.sparse".utf8), !namingKeys.contains(where: { key.elementsEqual($0.utf8) })
            else {
                throw Failure(reason: "a name or a size is too long for the format ustar")
            }
            rest = rest.dropFirst(length)
        }
    }

    private static let maximumExtendedBytes = 64 << 10
    private static let namingKeys = ["path", "linkpath", "size"]

    /// Returns the path of a file or a directory without a leading `./` and a trailing slash.
    private static func path(_ header: Header) throws(Failure) -> String {
        var name = header.name[...]
        if name.hasPrefix("./") { name = name.dropFirst(2) }
        if header.kind == UInt8(ascii: "5"), name.hasSuffix("/") { name = name.dropLast() }
        guard UploadPath.isValid(String(name)) else { throw Failure(reason: "\(header.shown) \(UploadPath.rule)") }
        return String(name)
    }
}

/// The paths of the files of an upload.
enum UploadPath {
    /// The rule for paths, as the end of a sentence about a path.
    static let rule =
        "is not a permitted name: use letters, digits, `.`, `_` and `-` in each part, none beginning with `.`, at most "
        + "\(maximumBytes) bytes and \(LocalFiles.maximumDepth) directories"

    private static let maximumBytes = 255

    /// Returns whether a path stays below its directory and has no hidden part.
    static func isValid(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return path.utf8.count <= maximumBytes && parts.count <= LocalFiles.maximumDepth + 1
            && parts.allSatisfy { part in
                part.first != nil && part.first != UInt8(ascii: ".")
                    && part.allSatisfy {
                        $0.isDigit || (0x61...0x7A).contains($0.lowercasedASCII) || "._-".utf8.contains($0)
                    }
            }
    }
}
