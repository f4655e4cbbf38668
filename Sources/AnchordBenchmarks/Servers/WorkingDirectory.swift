import Foundation

/// A directory for the files of one measurement, gone with the object.
final class WorkingDirectory {
    let path: String

    /// Makes the directory; short, so that the paths of Unix sockets in it fit.
    init() throws {
        path = "/tmp/anchord-benchmark-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, with its directory where that is missing, and gives its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = path + "/" + name
        let directory = (file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
        return file
    }
}
