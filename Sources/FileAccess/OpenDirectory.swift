import Glibc

/// A directory that is open for reading; closed at the end of its life.
@safe struct OpenDirectory: ~Copyable {
    private let stream: OpaquePointer

    /// Opens it.
    init(_ path: String) throws(LocalFiles.Failure) {
        guard let stream = unsafe opendir(path) else { throw LocalFiles.Failure(errno: errno) }
        unsafe self.stream = stream
    }

    deinit {
        unsafe closedir(stream)
    }

    /// The names in it, in whatever order.
    ///
    /// Bytes that are no UTF-8 are replaced: such a name leads nowhere, and who follows it is told so.
    func names() throws(LocalFiles.Failure) -> [String] {
        var names: [String] = []
        while true {
            // The end and a failure differ by this alone.
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            names.append(String(decoding: name, as: UTF8.self))
        }
        guard errno == 0 else { throw LocalFiles.Failure(errno: errno) }
        return names
    }
}
