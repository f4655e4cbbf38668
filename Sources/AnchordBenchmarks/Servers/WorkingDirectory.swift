import Foundation

/// A directory for the files of one measurement, removed on deinitialization.
final class WorkingDirectory {
    let path: String

    /// Creates a directory whose path is short enough for Unix sockets.
    init() throws {
        path = "/tmp/anchord-benchmark-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, creates its directory if necessary, and returns its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = path + "/" + name
        let directory = (file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
        return file
    }
}
