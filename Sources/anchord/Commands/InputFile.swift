import FoundationEssentials

/// A file that the command line names.
enum InputFile {
    /// The longest file read, in bytes; bundles of all public authorities have a fifth of a megabyte.
    static let maximumBytes = 4 << 20

    /// The bytes of a file, or of the standard input for `-`.
    static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
        if path == "-" {
            guard let bytes = StandardStream.input.read(maximum: maximumBytes) else {
                throw CommandFailure(["the standard input cannot be read or is longer than \(maximumBytes) bytes"])
            }
            return bytes
        }
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw CommandFailure(["\(path) \(reason(of: error))"])
        }
        guard data.count <= maximumBytes else {
            throw CommandFailure(["\(path) is longer than \(maximumBytes) bytes"])
        }
        return Array(data)
    }

    /// Whether there is anything under a path.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    private static func reason(of error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: "does not exist"
        case .fileReadNoPermission: "may not be read: permission denied"
        default: "cannot be read"
        }
    }
}
