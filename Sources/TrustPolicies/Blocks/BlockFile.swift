import FileAccess
import StructuredDocuments
import TrustEvaluation
import TrustModel

/// All blocks: those of the operator's file, and those that clients wrote.
struct BlockFile {
    /// The places of blocks.
    struct Places {
        /// The operator's file; nil for none.
        let file: String?
        /// The blocks that clients write; nil if none may.
        let written: WrittenBlocks?
    }

    let list: BlockList
    /// The blocks with their matchers, sorted by name.
    let blocks: [DefinedBlock]
    /// The files, as recorded when they were read or written; empty if none is configured.
    let materials: [MaterialEntry]

    /// The blocks without a file.
    static let none = BlockFile([], materials: [])

    private init(_ blocks: [DefinedBlock], materials: [MaterialEntry]) {
        self.blocks = blocks.sorted { $0.block.id < $1.block.id }
        list = blocks.isEmpty ? .empty : BlockList(blocks.map(\.block))
        self.materials = materials
    }

    /// Reads the files.
    ///
    /// - Throws: ``PolicyLoadError`` with all problems of the first file that has any.
    init(_ places: Places, _ ports: DocumentPorts) throws(PolicyLoadError) {
        let journal = MaterialJournal(digest: ports.sha256, now: ports.now())
        var blocks: [DefinedBlock] = []
        if let path = places.file {
            blocks = try Self.read(path, journal) { bytes throws(DocumentError) in
                try BlockListReader.blocks(in: bytes, of: path, ports: ports, journal)
            }
        }
        if let written = places.written {
            let others = try Self.read(written.path, journal, hint: WrittenBlocks.hint) { bytes throws(DocumentError) in
                try BlockListReader.written(in: bytes, ports: ports)
            }
            let known = Set(blocks.map(\.block.id))
            if let twice = others.first(where: { known.contains($0.block.id) }) {
                throw Self.problem(written.path, Self.isOperators(twice.block.id) + ": remove one of the two")
            }
            blocks += others
        }
        self.init(blocks, materials: journal.entries)
        if let excess { throw Self.problem(places.written?.path ?? places.file ?? "", excess) }
    }

    private static func read(
        _ path: String,
        _ journal: MaterialJournal,
        hint: String = "",
        decode: ([UInt8]) throws(DocumentError) -> [DefinedBlock]
    ) throws(PolicyLoadError) -> [DefinedBlock] {
        let bytes: [UInt8]
        do throws(LocalFiles.Failure) {
            bytes = try journal.bytes(of: path, maximum: BlockListReader.maximumBytes)
        } catch {
            throw problem(path, "the list of blocks \(error.reason)\(hint)")
        }
        do throws(DocumentError) {
            return try decode(bytes)
        } catch {
            throw PolicyLoadError(error.issues.map { PolicyProblem($0, file: path) })
        }
    }

    private static func problem(_ path: String, _ detail: String) -> PolicyLoadError {
        PolicyLoadError([PolicyProblem(file: path, detail: detail)])
    }

    /// The defect of a name that the operator's file has too.
    static func isOperators(_ id: String) -> String { "the block `\(id)` is in the operator's file" }

    /// The defect of too many blocks in both files together; nil if there is none.
    private var excess: String? {
        if blocks.count > BlockList.maximumBlocks {
            return "there are \(blocks.count) blocks; at most \(BlockList.maximumBlocks) are allowed"
        }
        return list.unindexedCount > BlockList.maximumUnindexed ? BlockListReader.tooManyUnindexed : nil
    }

    /// Returns the block with a name; nil if there is none.
    func block(named id: String) -> DefinedBlock? { blocks.first { $0.block.id == id } }

    /// Returns the blocks that clients wrote.
    var written: [DefinedBlock] { blocks.filter { $0.block.origin == .written } }

    /// Returns the blocks with another block under a name, or with none; `reject` is called if there are too many.
    func replacing<Failure: Error>(
        _ id: String,
        by new: DefinedBlock?,
        reject: (String) throws(Failure) -> Void
    ) throws(Failure) -> BlockFile {
        let others = blocks.filter { $0.block.id != id }
        let changed = BlockFile(others + (new.map { [$0] } ?? []), materials: materials)
        if let excess = changed.excess { try reject(excess) }
        return changed
    }

    /// Returns the same blocks after one of the files was written.
    func recording(_ entry: MaterialEntry) -> BlockFile {
        BlockFile(self, materials: materials.filter { !$0.isAbout(entry) } + [entry])
    }

    private init(_ other: BlockFile, materials: [MaterialEntry]) {
        (list, blocks) = (other.list, other.blocks)
        self.materials = materials
    }
}

extension MaterialEntry {
    /// Whether the entry records the content of the same file as another one.
    fileprivate func isAbout(_ other: MaterialEntry) -> Bool {
        guard case .file(let path, _, _) = self, case .file(let otherPath, _, _) = other else { return false }
        return path == otherPath
    }
}
