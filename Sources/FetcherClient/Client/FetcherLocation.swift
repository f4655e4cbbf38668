import Glibc

/// The place of the process anchord-fetcher.
package enum FetcherLocation: Sendable, Equatable {
    /// The Unix socket of a process that another program starts, such as systemd.
    case socket(path: String)
    /// An executable that the client starts.
    case executable(path: String)

    /// The name of the executable.
    package static let executableName = "anchord-fetcher"

    /// The executable in the directory of the running program.
    ///
    /// Returns nil if the kernel does not name the program, for example without /proc.
    package static var besideThisProgram: FetcherLocation? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let slash = path.lastIndex(of: "/") else { return nil }
        return .executable(path: path[...slash] + executableName)
    }

    /// Why nothing can be started or connected to now; nil if the file exists and may be used.
    package var obstacle: String? {
        let (path, mode) =
            switch self {
            case .socket(let path): (path, R_OK | W_OK)
            case .executable(let path): (path, X_OK)
            }
        guard unsafe access(path, mode) != 0 else { return nil }
        return SystemFailure("use \(path)", errno: errno).description
    }
}
