import Glibc

/// A file with a temporary name, which no other process opens; the deinitializer removes it unless it was renamed.
struct NewFile: ~Copyable {
    private let descriptor: Int32
    private let path: String
    private var isRenamed = false

    private static let prefix = ".anchord-"

    /// Whether a file name is one that ``init(in:)`` may have chosen.
    static func isTemporary(_ name: String) -> Bool { name.hasPrefix(prefix) }

    /// Creates an empty file with an unpredictable name in a directory; the umask determines its permissions.
    init(in directory: String) throws(LocalFiles.Failure) {
        let path = "\(directory)/\(Self.prefix)" + String(UInt64.random(in: .min ... .max), radix: 16)
        // O_EXCL also refuses a symbolic link that another user prepared.
        let opened = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard opened >= 0 else { throw LocalFiles.Failure(writing: errno) }
        descriptor = opened
        self.path = path
    }

    deinit {
        close(descriptor)
        if !isRenamed { unsafe _ = unlink(path) }
    }

    /// Writes all bytes and, unless the caller does so later, waits until they are on the disk.
    func write(_ bytes: [UInt8], waitsForDisk: Bool = true) throws(LocalFiles.Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw LocalFiles.Failure(writing: errno)
            }
        }
        guard !waitsForDisk || fsync(descriptor) == 0 else { throw LocalFiles.Failure(writing: errno) }
    }

    /// Gives the file its final name, and replaces any file with that name.
    mutating func rename(to final: String) throws(LocalFiles.Failure) {
        guard unsafe Glibc.rename(path, final) == 0 else { throw LocalFiles.Failure(writing: errno) }
        isRenamed = true
    }
}
