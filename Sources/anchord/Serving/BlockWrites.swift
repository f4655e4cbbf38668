import FileAccess
import Logging
import TrustAPI
import TrustPolicies

/// Makes the changes of blocks that clients ask for.
///
/// They do not wait for changes of policy sets that wait, but for the one in progress.
final class BlockWrites: Sendable {
    private let queue = ChangeQueue(label: "anchord.blocks")
    private let writer: BlockWriter
    private let reloading: PolicyReloading
    private let server: ServerReference
    /// Keeps other processes from the directory.
    private let lock: DirectoryLock

    /// Returns the access of the routes; nil without a directory for written blocks, and its lock.
    static func access(
        _ store: PolicyStore,
        _ loader: PolicyLoader,
        lock: DirectoryLock?,
        reloading: PolicyReloading,
        server: ServerReference
    ) -> BlockWriting? {
        let writer = BlockWriter(store, loader) { definition in
            var writer = JSONWriter()
            writer.document(definition)
            return writer.bytes
        }
        guard let writer, let lock else { return nil }
        let writes = BlockWrites(writer: writer, reloading: reloading, server: server, lock: lock)
        return BlockWriting { change, requester in
            await writes.queue.run(for: change.author) { writes.make(change, for: requester) } ?? .failure(.busy)
        }
    }

    private init(writer: BlockWriter, reloading: PolicyReloading, server: ServerReference, lock: DirectoryLock) {
        (self.writer, self.reloading, self.server, self.lock) = (writer, reloading, server, lock)
    }

    private func make(
        _ change: BlockChange,
        for requester: String
    ) -> Result<BlockWriting.Outcome, BlockWriteError> {
        Result { () throws(BlockWriteError) in
            var new: (block: DefinedBlock, isNew: Bool)?
            if let definition = change.definition {
                new = try writer.put(definition, as: change.id)
            } else {
                try writer.delete(change.id)
            }
            reloading.logger.log(
                new == nil ? .blockRemoved : .blockWritten,
                ["block": "\(change.id)", "trigger": "\(requester)"]
            )
            let isSettled = reloading.settle(on: server)
            return BlockWriting.Outcome(block: new?.block, isNew: new?.isNew ?? false, isSettled: isSettled)
        }
    }

    /// Creates the directory with an empty list and logs this, unless the directory exists, and locks it.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be created, if others could change it, or if another process uses it.
    static func prepare(_ directory: String, logger: Logger) throws(CommandFailure) -> DirectoryLock {
        let exists = try check(directory)
        let lock = try checked(directory) { () throws(LocalFiles.Failure) in try WrittenBlocks.prepare(directory) }
        if !exists { logger.log(.blocksCreated, ["directory": "\(directory)"]) }
        return lock
    }

    /// Checks that ``prepare(_:logger:)`` would succeed, and returns whether the directory exists.
    static func check(_ directory: String) throws(CommandFailure) -> Bool {
        try checked(directory) { () throws(LocalFiles.Failure) in try LocalFiles.checkPrivateDirectory(directory) }
        return (try? LocalFiles.kind(of: directory)) != nil
    }

    private static func checked<Value>(
        _ directory: String,
        _ body: () throws(LocalFiles.Failure) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(LocalFiles.Failure) {
            return try body()
        } catch {
            throw CommandFailure(["blocks.directory: \(directory) \(error.reason)"], status: .refused)
        }
    }
}
