package import FileAccess
import StructuredDocuments
import TrustModel

/// A document of a policy set with the files that it names, as a client sends them or as they are stored.
package struct PolicyUpload: Sendable, Equatable {
    /// The name and the content of the document.
    package let document: LocalFiles.Member
    /// The other files, by paths relative to the document, sorted.
    package let files: [LocalFiles.Member]

    private init(document: LocalFiles.Member, files: [LocalFiles.Member]) {
        self.document = document
        self.files = files
    }

    /// The document with the other files.
    var all: [LocalFiles.Member] { [document] + files }

    /// Creates an upload without other files.
    package init(_ document: [UInt8], of set: String, isJSON: Bool) {
        self.init(
            document: LocalFiles.Member(path: set + (isJSON ? ".json" : ".yaml"), bytes: document),
            files: []
        )
    }

    /// Reads a tar archive that has the document `SET.yaml`, `SET.yml` or `SET.json` and the files that it names.
    package init(tar bytes: [UInt8], of set: String) throws(PolicyWriteError) {
        let members: [LocalFiles.Member]
        do throws(TarArchive.Failure) {
            members = try TarArchive.files(in: bytes)
        } catch {
            throw .archive("The tar archive cannot be used: \(error.reason).")
        }
        try self.init(members, of: set)
    }

    /// Separates the document from the other files.
    init(_ members: [LocalFiles.Member], of set: String) throws(PolicyWriteError) {
        let names = PolicyDirectory.extensions.map { set + $0 }
        let documents = members.filter { member in names.contains { member.path.hasSameBytes(as: $0) } }
        guard documents.count == 1, let document = documents.first else {
            let expected = "exactly one of \(DocumentValue.alternatives(names))"
            throw .archive("The tar archive must have \(expected), and has \(documents.count).")
        }
        let files = members.filter { $0.path != document.path }
            .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        try Self.checkPlaces(of: members)
        self.init(document: document, files: files)
    }

    /// The maximum number of directories, each of which takes as long to store as a file.
    static let maximumDirectories = 100

    /// Checks that no file is there twice or is the directory of another, and the number of directories.
    private static func checkPlaces(of members: [LocalFiles.Member]) throws(PolicyWriteError) {
        var directories: Set<String> = []
        for member in members {
            let parts = member.path.split(separator: "/")
            for count in 1..<max(1, parts.count) { directories.insert(parts[..<count].joined(separator: "/")) }
        }
        var seen = directories
        if let twice = members.first(where: { !seen.insert($0.path).inserted }) {
            throw .archive("The tar archive has \(QuotedText.of(twice.path)) twice.")
        }
        guard directories.count <= maximumDirectories else {
            throw .archive("The tar archive has more than \(maximumDirectories) directories.")
        }
    }

    /// The digest of the names and the contents of all files, in hexadecimal.
    func digest(_ sha256: ([UInt8]) -> Fingerprint) -> String {
        Self.digest(of: all.map { ($0.path, sha256($0.bytes)) }, sha256)
    }

    /// Returns the digest of the names and the digests of files, the document first, in hexadecimal.
    ///
    /// Names in uploads have no line feeds, so that different files give different text.
    static func digest(of files: [(path: String, digest: Fingerprint)], _ sha256: ([UInt8]) -> Fingerprint) -> String {
        sha256(Array(files.map { "\($0.path)\n\($0.digest.hex)\n" }.joined().utf8)).hex
    }
}
