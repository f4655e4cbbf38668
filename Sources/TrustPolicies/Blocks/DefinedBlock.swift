package import StructuredDocuments
package import TrustEvaluation

/// A block with its matcher as it was written.
package struct DefinedBlock: Sendable {
    /// The block.
    package let block: Block
    /// The matcher in the document or in the request.
    package let matcher: DocumentNode

    /// The block as an item of a list of blocks.
    var definition: DocumentNode {
        let until = block.until.map { [DocumentNode.Entry(key: "until", value: DocumentNode(.string("\($0)")))] } ?? []
        return DocumentNode(
            .mapping(
                [
                    DocumentNode.Entry(key: "id", value: DocumentNode(.string(block.id))),
                    DocumentNode.Entry(key: "match", value: matcher),
                ] + until + [DocumentNode.Entry(key: "reason", value: DocumentNode(.string(block.reason)))]
            )
        )
    }
}
