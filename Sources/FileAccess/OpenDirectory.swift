import Glibc

/// A directory opened for reading; the deinitializer closes it.
@safe struct OpenDirectory: ~Copyable {
    private let stream: OpaquePointer

    init(_ path: String) throws(LocalFiles.Failure) {
        guard let stream = unsafe opendir(path) else { throw LocalFiles.Failure(errno: errno) }
        unsafe self.stream = stream
    }

    /// Opens the directory of an open descriptor again, so that its position is not shared.
    init(of descriptor: Int32) throws(LocalFiles.Failure) {
        let opened = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw LocalFiles.Failure(errno: errno) }
        guard let stream = unsafe fdopendir(opened) else {
            let number = errno
            close(opened)
            throw LocalFiles.Failure(errno: number)
        }
        unsafe self.stream = stream
    }

    deinit {
        unsafe closedir(stream)
    }

    /// Returns the names of the entries, in no particular order.
    ///
    /// Bytes that are not UTF-8 are replaced, so opening an entry by a changed name fails with `ENOENT`.
    func names() throws(LocalFiles.Failure) -> [String] {
        var names: [String] = []
        while true {
            // readdir(3) returns null at the end and on an error; only errno distinguishes the two.
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            names.append(String(decoding: name, as: UTF8.self))
        }
        guard errno == 0 else { throw LocalFiles.Failure(errno: errno) }
        return names
    }
}
