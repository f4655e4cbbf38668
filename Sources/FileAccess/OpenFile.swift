import Glibc

/// A file that is open for reading; closed at the end of its life.
struct OpenFile: ~Copyable {
    private let descriptor: Int32

    /// Opens it, without waiting for whoever writes to it should it have become a pipe.
    init(_ path: String) throws(LocalFiles.Failure) {
        var opened: Int32
        repeat {
            opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        } while opened < 0 && errno == EINTR
        guard opened >= 0 else { throw LocalFiles.Failure(errno: errno) }
        descriptor = opened
    }

    deinit {
        close(descriptor)
    }

    /// What the open file is, whatever its path names by now.
    func status() throws(LocalFiles.Failure) -> FileStatus {
        guard let status = FileStatus(of: descriptor) else { throw LocalFiles.Failure(errno: errno) }
        return status
    }

    /// All bytes, also where they are more or fewer than expected; nil where there are more than allowed.
    func bytes(expected: Int, maximum: Int) throws(LocalFiles.Failure) -> [UInt8]? {
        // One more than expected, so that the end is seen without a larger buffer; files under /proc say that they are empty.
        var bytes = [UInt8](repeating: 0, count: max(expected + 1, 4096))
        var count = 0
        while true {
            let capacity = bytes.count - count
            let read = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), capacity)
            }
            guard read >= 0 else {
                if errno == EINTR { continue }
                throw LocalFiles.Failure(errno: errno)
            }
            count += read
            if count > maximum { return nil }
            if read == 0 {
                bytes.removeLast(bytes.count - count)
                return bytes
            }
            if count == bytes.count { bytes.append(contentsOf: repeatElement(0, count: count)) }
        }
    }
}
