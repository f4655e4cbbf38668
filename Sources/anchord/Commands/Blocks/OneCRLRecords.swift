import StructuredDocuments
import TrustAPI
import TrustModel
import TrustPolicies

/// The records of OneCRL as blocks.
struct OneCRLRecords {
    /// The maximum number of values in the file, whose length is limited too; OneCRL has about 25,000.
    private static let maximumValues = 1_000_000

    /// The blocks as items of a list.
    private(set) var blocks: [DocumentNode] = []

    private let file: String

    /// Reads the JSON of the collection, an object with the records in `data`; `file` is the name for messages.
    ///
    /// - Throws: ``CommandFailure`` with the first defect.
    init(_ bytes: [UInt8], file: String) throws(CommandFailure) {
        self.file = file
        let node: DocumentNode
        do throws(JSONReader.SyntaxError) {
            node = try JSONReader.read(bytes, maximumValues: Self.maximumValues)
        } catch {
            throw CommandFailure(["\(file): at byte \(error.offset): \(error.reason)"])
        }
        guard case .mapping(let members) = node.content,
            case .sequence(let records)? = members.first(where: { $0.key == "data" })?.value.content
        else { throw CommandFailure(["\(file): expected an object with the records in `data`"]) }
        for (position, record) in records.enumerated() {
            guard case .mapping(let fields) = record.content else { throw defect(position, "expected an object") }
            try add(Dictionary(fields.map { ($0.key, $0.value.content) }) { first, _ in first }, at: position)
        }
    }

    private func defect(_ position: Int, _ detail: String) -> CommandFailure {
        CommandFailure(["\(file): /data/\(position): \(detail)"])
    }

    private mutating func add(_ record: [String: DocumentNode.Content], at position: Int) throws(CommandFailure) {
        // Firefox does not read `enabled`, which is false in most records.
        let match = try matcher(record, position)
        blocks.append(
            Self.mapping([
                ("id", .string(try id(record, position))), ("match", match), ("reason", .string(reason(record))),
            ])
        )
    }

    private func id(_ record: [String: DocumentNode.Content], _ position: Int) throws(CommandFailure) -> String {
        guard case .string(let id)? = record["id"], BlockListReader.isName(id) else {
            throw defect(position, "`id` is not a name of 1 to 64 of a-z, 0-9, `.`, `_` and `-`")
        }
        return id
    }

    /// Returns the conditions of a record, in one of its two forms.
    private func matcher(
        _ record: [String: DocumentNode.Content],
        _ position: Int
    ) throws(CommandFailure) -> DocumentNode.Content {
        let issuer = try octets("issuerName", of: record, position)
        let serialNumber = try octets("serialNumber", of: record, position)
        let subject = try octets("subject", of: record, position)
        let key = try octets("pubKeyHash", of: record, position)
        switch (issuer, serialNumber, subject, key) {
        case (let issuer?, let serialNumber?, nil, nil):
            let match: [(String, DocumentNode.Content)] = [
                ("issuerDER", .string(Base64.encode(issuer))),
                ("serialNumber", .string(Hexadecimal.encode(serialNumber))),
            ]
            return Self.mapping(match).content
        case (nil, nil, let subject?, let key?):
            guard let digest = Fingerprint(key) else { throw defect(position, "`pubKeyHash` is not a SHA-256 digest") }
            let match: [(String, DocumentNode.Content)] = [
                ("subjectDER", .string(Base64.encode(subject))),
                ("spkiSha256", .sequence([DocumentNode(.string(digest.pin))])),
            ]
            return Self.mapping(match).content
        default:
            throw defect(
                position,
                "the record has neither `issuerName` with `serialNumber`, nor `subject` with `pubKeyHash`, or it has more"
            )
        }
    }

    /// Returns the octets of a field in base64; nil if it is absent or empty.
    private func octets(
        _ name: String,
        of record: [String: DocumentNode.Content],
        _ position: Int
    ) throws(CommandFailure) -> [UInt8]? {
        switch record[name] {
        case nil, .null?: return nil
        case .string(let text)?:
            guard !text.isEmpty else { return nil }
            guard let octets = try? Base64.decode(Array(text.utf8)[...]) else { break }
            return octets
        default: break
        }
        throw defect(position, "`\(name)` is not base64")
    }

    /// Returns the reason: the name of the list, and the record's own text if it fits on a line.
    private func reason(_ record: [String: DocumentNode.Content]) -> String {
        guard case .mapping(let details)? = record["details"],
            case .string(let text)? = details.first(where: { $0.key == "why" })?.value.content,
            (1...900).contains(text.utf8.count), !text.unicodeScalars.contains(where: VisibleText.isControl)
        else { return "OneCRL" }
        return "OneCRL: \(text)"
    }

    private static func mapping(_ entries: [(String, DocumentNode.Content)]) -> DocumentNode {
        DocumentNode(.mapping(entries.map { DocumentNode.Entry(key: $0, value: DocumentNode($1)) }))
    }
}
