import FoundationEssentials

/// Reads files and directories that the operator named, with bounds.
enum LocalFiles {
    /// Why something cannot be read: a clause that follows its name.
    struct Failure: Error, Equatable {
        let reason: String
    }

    /// What stands under a path, symbolic links followed.
    enum Kind: Equatable {
        case file
        case directory
        /// A pipe, a socket, a device.
        case special
    }

    /// What stands under a path; throws where nothing does.
    static func kind(of path: String) throws(Failure) -> Kind {
        try attributes(of: path).kind
    }

    /// The bytes of a regular file.
    static func bytes(of path: String, maximum: Int) throws(Failure) -> [UInt8] {
        // A pipe would block and a device never end: neither is opened.
        let (kind, size, location) = try attributes(of: path)
        guard kind == .file else { throw Failure(reason: "is no regular file") }
        guard size <= maximum else { throw Failure(reason: "is larger than \(maximum) bytes") }
        // Foundation loses a buffer of 4 KiB for each empty file that it reads; reloads would add them up.
        guard size > 0 else { return [] }
        let data: Data
        do {
            data = try Data(contentsOf: location)
        } catch {
            throw Failure(error)
        }
        // It may have grown since.
        guard data.count <= maximum else { throw Failure(reason: "is larger than \(maximum) bytes") }
        return Array(data)
    }

    private static func attributes(of path: String) throws(Failure) -> (kind: Kind, size: UInt, location: URL) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw Failure(reason: "is no path") }
        let location = URL(filePath: path).resolvingSymlinksInPath()
        let attributes: [FileAttributeKey: Any]
        do {
            attributes = try FileManager.default.attributesOfItem(atPath: location.path)
        } catch {
            throw Failure(error)
        }
        // A file whose size is not told counts as too large.
        let size = attributes[.size] as? UInt ?? .max
        switch attributes[.type] as? FileAttributeType {
        case .typeRegular: return (.file, size, location)
        case .typeDirectory: return (.directory, size, location)
        case .typeSymbolicLink: throw Failure(reason: "is a symbolic link that leads nowhere")
        default: return (.special, size, location)
        }
    }

    /// The names in a directory, hidden ones left out, sorted by their bytes.
    static func names(in path: String) throws(Failure) -> [String] {
        guard try kind(of: path) == .directory else { throw Failure(reason: "is no directory") }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
                .filter { !$0.hasPrefix(".") }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        } catch {
            throw Failure(error)
        }
    }

    /// A path as a document gives it, made whole: absolute paths stay, others begin at a directory.
    static func path(_ path: String, from directory: String) -> String {
        path.hasPrefix("/") ? path : directory + (directory.hasSuffix("/") ? "" : "/") + path
    }
}

extension LocalFiles.Failure {
    /// Says in a clause what the system said.
    fileprivate init(_ error: any Error) {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: reason = "does not exist"
        case .fileReadNoPermission: reason = "may not be read: permission denied"
        case .fileReadTooLarge: reason = "is too large"
        default: reason = "cannot be read: \(error)"
        }
    }
}
