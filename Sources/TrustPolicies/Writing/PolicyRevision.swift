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
    /// The digest of the document and its files as they were written, the entity tag of the set; nil for a deletion, and if the record of
    /// the write is missing or unreadable.
    package let tag: String?
    /// Whether the set was deleted.
    package let isDeletion: Bool
}

/// The author, the time and the size of a write, stored beside the files of the revision.
struct PolicyWriteRecord: Equatable {
    /// The name of the file, which is hidden and therefore no part of the set.
    static let file = ".revision.json"
    static let maximumBytes = 4096

    var author = ""
    var time: Instant?
    /// The digest of the files; nil for a deletion.
    var tag: String?
    /// The number of bytes of the files.
    var size = 0
    /// The number of bytes of all revisions of the set that are kept, with this one.
    var heldBytes = 0

    init(author: String, time: Instant) {
        (self.author, self.time) = (author, time)
    }

    /// Reads a record; an unreadable one has no author, no time and no size.
    init(reading bytes: [UInt8]) {
        guard let root = try? YAMLDocument.parse(bytes),
            var mapping = DocumentValue(root, issues: DocumentIssues()).mapping()
        else { return }
        author = mapping.string("author") ?? ""
        time = mapping.string("time").flatMap(Instant.init(rfc3339:))
        tag = mapping.string("tag")
        let sizes = 0...(1 << 40)
        size = mapping.integer("bytes", in: sizes) ?? 0
        heldBytes = mapping.integer("heldBytes", in: sizes) ?? 0
    }

    var bytes: [UInt8] {
        // Names of clients have neither quotes nor control characters.
        let name = String(decoding: author.utf8.filter { $0 >= 0x20 && !"\"\\".utf8.contains($0) }, as: UTF8.self)
        let members =
            [#""author": "\#(name)""#, #""time": "\#(time.map { "\($0)" } ?? "")""#]
            + (tag.map { [#""tag": "\#($0)""#] } ?? []) + [#""bytes": \#(size)"#, #""heldBytes": \#(heldBytes)"#]
        return Array("{\(members.joined(separator: ", "))}\n".utf8)
    }
}
