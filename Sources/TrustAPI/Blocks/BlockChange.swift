package import StructuredDocuments
package import TrustPolicies

/// A change of one block that a client asks for.
package struct BlockChange: Sendable {
    /// The name of the block.
    package let id: String
    /// The matcher, reason and end of the block; nil to remove it.
    package let definition: DocumentNode?
    /// The names of the client.
    package let author: String
}

/// The access of the routes to written blocks, supplied by the composition root.
package struct BlockWriting: Sendable {
    /// A change that is stored and in force.
    package struct Outcome: Sendable {
        /// The block; nil if it was removed.
        package let block: DefinedBlock?
        /// Whether no block had its name before.
        package let isNew: Bool
        /// Whether all responses under earlier blocks have been sent.
        package let isSettled: Bool

        /// Creates an outcome.
        package init(block: DefinedBlock?, isNew: Bool, isSettled: Bool) {
            self.block = block
            self.isNew = isNew
            self.isSettled = isSettled
        }
    }

    /// Makes a change on another thread; the text describes the client for the log.
    ///
    /// The result is available when no response under the earlier blocks can be sent any more. A change goes on if the task is
    /// canceled.
    package let change: @Sendable (BlockChange, _ requester: String) async -> Result<Outcome, BlockWriteError>

    /// Creates access from a function.
    package init(
        change: @escaping @Sendable (BlockChange, _ requester: String) async -> Result<Outcome, BlockWriteError>
    ) {
        self.change = change
    }
}
