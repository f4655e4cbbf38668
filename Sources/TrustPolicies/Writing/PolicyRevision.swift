import StructuredDocuments
package import TrustModel

/// One write or deletion of a policy set.
package struct PolicyRevision: Sendable, Equatable {
    /// The number, which only grows; the highest number of a set is in use.
    package let number: Int
    /// The clients that wrote it, by name; empty if the record of the write is missing or unreadable.
    package let author: String
    /// The time of the write; nil if the record is missing or unreadable.
    package let time: Instant?
    /// The digest of the document and its files, the entity tag of the set; nil for a deletion.
    package let tag: String?
}

/// The author and the time of a write, stored beside the files of the revision.
struct PolicyWriteRecord: Equatable {
    /// The name of the file, which is hidden and therefore no part of the set.
    static let file = ".revision.json"
    static let maximumBytes = 4096

    var author = ""
    var time: Instant?

    init(author: String, time: Instant) {
        (self.author, self.time) = (author, time)
    }

    /// Reads a record; an unreadable one has no author and no time.
    init(reading bytes: [UInt8]) {
        guard let root = try? YAMLDocument.parse(bytes),
            var mapping = DocumentValue(root, issues: DocumentIssues()).mapping()
        else { return }
        author = mapping.string("author") ?? ""
        time = mapping.string("time").flatMap(Instant.init(rfc3339:))
    }

    var bytes: [UInt8] {
        // Names of clients have neither quotes nor control characters.
        let name = String(decoding: author.utf8.filter { $0 >= 0x20 && !"\"\\".utf8.contains($0) }, as: UTF8.self)
        return Array("{\"author\": \"\(name)\", \"time\": \"\(time.map { "\($0)" } ?? "")\"}\n".utf8)
    }
}
