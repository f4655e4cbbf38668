import FileAccess
import TrustModel

/// The files of a log in their directory.
struct DecisionDirectory {
    let path: String
    private let directory: LogDirectory
    /// The number of rotated files that are kept; 0 if others remove them.
    private let keep: Int
    private let opened: @Sendable (AppendedFile) -> any DecisionOutput

    /// Opens a directory, and locks it; `opened` returns the output for a file, which tests replace.
    init(
        _ path: String,
        keep: Int,
        opened: @escaping @Sendable (AppendedFile) -> any DecisionOutput
    ) throws(LocalFiles.Failure) {
        self.path = path
        self.keep = keep
        self.opened = opened
        directory = try LogDirectory(path)
    }

    /// Opens the current file, or creates it.
    func current() throws(LocalFiles.Failure) -> any DecisionOutput {
        opened(try directory.file(named: DecisionFileName.current))
    }

    /// Renames the current file, unless another process has renamed or removed it.
    func rotate(at time: Instant) throws(LocalFiles.Failure) {
        let number = (try rotatedFiles().last?.number ?? 0) + 1
        _ = try directory.rename(DecisionFileName.current, to: DecisionFileName.rotated(at: time, number))
    }

    /// Removes the oldest of the rotated files.
    func removeExcess() throws(LocalFiles.Failure) {
        guard keep > 0 else { return }
        for file in try rotatedFiles().dropLast(keep) { try directory.remove(file.name) }
    }

    /// Waits until the disk has the new names.
    func synchronize() throws(LocalFiles.Failure) { try directory.synchronize() }

    /// Returns the regular files with names that ``rotate(at:)`` gives, the oldest first.
    private func rotatedFiles() throws(LocalFiles.Failure) -> [(name: String, number: Int)] {
        try directory.names()
            .compactMap { name in DecisionFileName.number(in: name).map { (name, $0) } }
            .filter { directory.isFile($0.0) }
            .sorted { $0.1 < $1.1 }
    }
}
