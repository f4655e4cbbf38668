import FileAccess
package import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads lists of blocks, and single blocks in requests.
package enum BlockListReader {
    /// The maximum length of a list in bytes.
    package static let maximumBytes = 16 << 20

    /// Reads the list in the operator's file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: The path of the file; the files that its matchers name are relative to its directory.
    ///   - ports: The adapters for reading documents.
    ///   - journal: Records the files that the matchers name.
    /// - Returns: The blocks, in the order of the file.
    /// - Throws: ``DocumentError`` with all issues.
    package static func blocks(
        in bytes: [UInt8],
        of path: String,
        ports: DocumentPorts,
        _ journal: MaterialJournal
    ) throws(DocumentError) -> [DefinedBlock] {
        let source = MaterialSource.files(
            relativeTo: MaterialDirectory(path: LocalFiles.directory(of: path), isConfined: false),
            journal
        )
        return try blocks(in: bytes, from: source, .file, ports)
    }

    /// Reads the list that the daemon wrote, which names no files.
    ///
    /// - Throws: ``DocumentError`` with all issues.
    package static func written(in bytes: [UInt8], ports: DocumentPorts) throws(DocumentError) -> [DefinedBlock] {
        try blocks(in: bytes, from: .text, .written, ports)
    }

    /// Reads a block in a request, whose place has its name.
    ///
    /// - Throws: ``DocumentError`` with all issues.
    package static func block(
        _ node: DocumentNode,
        named id: String,
        ports: DocumentPorts
    ) throws(DocumentError) -> DefinedBlock {
        let issues = DocumentIssues()
        let decoding = decoding(.text, .written, ports: ports)
        let block = decoding.block(DocumentValue(node, issues: issues), named: id)
        try issues.check()
        guard let block else { throw DocumentError(detail: "the block cannot be decoded") }
        return block
    }

    /// Returns whether a text is the name of a block: like the name of a policy set.
    package static func isName(_ text: String) -> Bool { PolicyName.isSetName(text) }

    private static func decoding(
        _ source: MaterialSource,
        _ origin: Block.Origin,
        ports: DocumentPorts
    ) -> BlockDecoding {
        BlockDecoding(
            valueFiles: ValueFileReader(source: source, digest: ports.sha256),
            names: ports.names,
            origin: origin
        )
    }

    private static func blocks(
        in bytes: [UInt8],
        from source: MaterialSource,
        _ origin: Block.Origin,
        _ ports: DocumentPorts
    ) throws(DocumentError) -> [DefinedBlock] {
        let root = try YAMLDocument.parse(bytes, maximumBytes: maximumBytes)
        let issues = DocumentIssues()
        let value = DocumentValue(root, issues: issues)
        // A list without blocks is valid: the last block was removed.
        if value.isEmptyList { return [] }
        let decoding = decoding(source, origin, ports: ports)
        var blocks: [DefinedBlock] = []
        var names: Set<String> = []
        var unindexed = 0
        for item in value.list(ofAtMost: BlockList.maximumBlocks) ?? [] {
            guard let block = decoding.block(item) else { continue }
            let (id, isUnindexed) = (block.block.id, block.block.identities == nil)
            if !names.insert(id).inserted { item.refuse("another block is named `\(id)`") }
            unindexed += isUnindexed ? 1 : 0
            if unindexed == BlockList.maximumUnindexed + 1, isUnindexed { item.refuse(tooManyUnindexed) }
            blocks.append(block)
        }
        try issues.check()
        return blocks
    }

    /// The defect of a list with too many blocks that are compared one by one.
    package static let tooManyUnindexed =
        "more than \(BlockList.maximumUnindexed) blocks have none of `sha256`, `spkiSha256`, `serialNumbers` and "
        + "`issuerDER`: add one of them, or join the blocks, because each certificate is compared with each of them"
}
