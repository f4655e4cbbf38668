import Foundation

/// A temporary directory, removed with its last reference.
package final class TemporaryDirectory {
    /// Its path.
    package let path: String

    /// Creates a directory with a name short enough for paths of Unix sockets in it.
    package init() throws {
        path = "/tmp/anchord-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, creates its directories, and returns its path.
    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String {
        try write(name, Array(text.utf8))
    }

    /// Writes a file, creates its directories, and returns its path.
    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = URL(filePath: path).appending(path: name)
        let directory = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// Creates a directory.
    package func makeDirectory(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }

    /// Creates a symbolic link.
    package func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: destination)
    }

    /// Removes a file, or a directory with its contents.
    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
}
