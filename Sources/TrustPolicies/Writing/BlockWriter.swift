import FileAccess
package import StructuredDocuments
import TrustEvaluation

/// Writes and removes the blocks of clients.
///
/// A change is stored durably, and then in force. Changes and reloads exclude each other. No other file is read, so that a
/// policy with an error does not prevent a block.
package struct BlockWriter: Sendable {
    private let store: PolicyStore
    private let loader: PolicyLoader
    private let written: WrittenBlocks
    /// Encodes a document as JSON.
    private let encode: @Sendable (DocumentNode) -> [UInt8]

    /// Creates a writer; nil if the loader has no directory for written blocks.
    package init?(
        _ store: PolicyStore,
        _ loader: PolicyLoader,
        encode: @escaping @Sendable (DocumentNode) -> [UInt8]
    ) {
        guard let written = loader.blockPlaces.written else { return nil }
        (self.store, self.loader, self.written, self.encode) = (store, loader, written, encode)
    }

    /// Writes a block, given its matcher, reason and end.
    ///
    /// - Returns: The block, and whether its name is new.
    package func put(
        _ definition: DocumentNode,
        as id: String
    ) throws(BlockWriteError) -> (block: DefinedBlock, isNew: Bool) {
        let new: DefinedBlock
        do throws(DocumentError) { new = try loader.block(definition, named: id) } catch { throw .invalid(error) }
        let isNew = try change(id, to: new)
        return (new, isNew)
    }

    /// Removes a block.
    package func delete(_ id: String) throws(BlockWriteError) { _ = try change(id, to: nil) }

    /// Changes one block, and returns whether there was none with its name.
    private func change(_ id: String, to new: DefinedBlock?) throws(BlockWriteError) -> Bool {
        var isNew = false
        try store.changeBlocks { file throws(BlockWriteError) -> BlockFile? in
            let previous = file.block(named: id)
            guard previous?.block.origin != .file else {
                throw .conflict(BlockFile.isOperators(id).capitalizedSentence + ", which clients do not change.")
            }
            guard new != nil || previous != nil else { throw .unknown }
            isNew = previous == nil
            // Remembered verdicts need not be dropped for a block that was written before.
            if let new, let previous, encode(new.definition) == encode(previous.definition) {
                try checkUnchanged(file)
                return nil
            }
            let changed = try file.replacing(id, by: new) { reason throws(BlockWriteError) in
                throw .conflict("The block cannot be added: \(reason).")
            }
            return try stored(changed)
        }
        return isNew
    }

    private func stored(_ file: BlockFile) throws(BlockWriteError) -> BlockFile {
        let bytes = encode(DocumentNode(.sequence(file.written.map(\.definition))))
        guard bytes.count <= BlockListReader.maximumBytes else {
            throw .conflict("The list of blocks would be longer than \(BlockListReader.maximumBytes) bytes.")
        }
        try checkReadable(bytes)
        try checkUnchanged(file)
        do throws(LocalFiles.Failure) {
            return file.recording(try written.store(bytes))
        } catch {
            throw .storage("The list of blocks \(error.reason).")
        }
    }

    /// Checks that a load can read the list, because a file has limits that a request does not have.
    private func checkReadable(_ bytes: [UInt8]) throws(BlockWriteError) {
        do throws(DocumentError) {
            try loader.checkWrittenBlocks(bytes)
        } catch {
            let reason = error.issues.first?.detail ?? "it cannot be read"
            throw .conflict("The list of blocks would not be readable: \(reason).")
        }
    }

    /// Checks that the stored list is the one that was last read or written.
    private func checkUnchanged(_ file: BlockFile) throws(BlockWriteError) {
        let isUnchanged: Bool
        do throws(LocalFiles.Failure) {
            isUnchanged = try written.isUnchanged(since: file.materials)
        } catch {
            throw .storage("The list of blocks \(error.reason).")
        }
        guard isUnchanged else {
            throw .conflict("The list of blocks was changed by another program; reload first.")
        }
    }
}

extension String {
    /// The clause with a capital letter.
    fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
