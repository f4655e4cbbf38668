import DecisionFiles
import FileAccess
import StructuredDocuments

/// A file of the log that is being read.
final class DecisionSource: Sendable {
    let input: InputPieces

    init(_ input: InputPieces) { self.input = input }

    var name: String { input.name }
}

/// The files of a log in their order, each of which is opened when it is read.
struct DecisionFileList: Sendable {
    private enum Entry: Sendable {
        /// A file; one of a directory may be removed before it is read.
        case path(String, ofDirectory: Bool)
        case open(InputPieces)
    }

    private var entries: ArraySlice<Entry>
    /// The current file of each directory, which may have another name by the time at which that is reached.
    private let current: [[UInt64]]

    /// The files that were opened, if none may be read twice; else nil.
    private var opened: Set<[UInt64]>?

    /// Lists files, and those of directories from the oldest to the current one.
    ///
    /// With `readsOnce`, a file with two names in the list is an error when it is reached again.
    ///
    /// - Throws: ``CommandFailure`` if a directory has no file of a log, or cannot be read.
    init(_ paths: [String], readsOnce: Bool = false) throws(CommandFailure) {
        var entries: [Entry] = []
        for path in paths {
            let isDirectory = path != "-" && (try? LocalFiles.kind(of: path)) == .directory
            entries += isDirectory ? try Self.files(of: path) : [.path(path, ofDirectory: false)]
        }
        self.entries = entries[...]
        opened = readsOnce ? [] : nil
        current = entries.compactMap { entry in if case .open(let input) = entry { input.identity } else { nil } }
    }

    /// The list with one file that is open.
    init(_ source: DecisionSource) {
        entries = [.open(source.input)]
        current = []
    }

    private static func files(of directory: String) throws(CommandFailure) -> [Entry] {
        // The current file is opened first: it may be renamed before it is read.
        let last = LocalFiles.path(DecisionFileName.current, from: directory)
        let current = try InputPieces(ofDirectory: last)
        let names: [String]
        do throws(LocalFiles.Failure) { names = try LocalFiles.names(in: directory) } catch {
            throw CommandFailure(["\(directory) \(error.reason)"])
        }
        let rotated = names.compactMap { name in DecisionFileName.number(in: name).map { (name: name, number: $0) } }
            .sorted { $0.number < $1.number }
        guard current != nil || !rotated.isEmpty else {
            throw CommandFailure(["\(directory) has no file of a log of decisions, such as \(DecisionFileName.current)"]
            )
        }
        return rotated.map { .path(LocalFiles.path($0.name, from: directory), ofDirectory: true) }
            + (current.map { [.open($0)] } ?? [])
    }

    /// Opens the next file; nil at the end.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be opened, or is one of a directory and not a regular file.
    mutating func next() throws(CommandFailure) -> DecisionSource? {
        guard let source = try open() else { return nil }
        guard opened?.insert(source.input.identity).inserted != false else {
            throw CommandFailure(["\(source.name) is given twice"])
        }
        return source
    }

    private mutating func open() throws(CommandFailure) -> DecisionSource? {
        while let entry = entries.popFirst() {
            switch entry {
            case .open(let input): return DecisionSource(input)
            case .path(let path, let ofDirectory):
                // The daemon removes the oldest files, also while others are read.
                let opened: InputPieces? = try ofDirectory ? InputPieces(ofDirectory: path) : InputPieces(path)
                guard let input = opened else { continue }
                if !ofDirectory || !current.contains(input.identity) { return DecisionSource(input) }
            }
        }
        return nil
    }
}
