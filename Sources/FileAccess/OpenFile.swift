import Glibc

/// A file opened for reading; the deinitializer closes it.
struct OpenFile: ~Copyable {
    let descriptor: Int32

    /// Opens the file at a path.
    ///
    /// The call does not block if the path has become a pipe without a writer.
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

    /// Returns the status of the open file, even if its path now names another file.
    func status() throws(LocalFiles.Failure) -> FileStatus {
        guard let status = FileStatus(of: descriptor) else { throw LocalFiles.Failure(errno: errno) }
        return status
    }

    /// Reads some bytes; returns their number, 0 at the end, or -1 and sets `errno`.
    @unsafe func readOnce(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    }

    /// Reads all bytes, even if there are more or fewer than expected; nil if there are more than `maximum`.
    func bytes(expected: Int, maximum: Int) throws(LocalFiles.Failure) -> [UInt8]? {
        // With one byte more than expected, the buffer need not grow before the end is detected. Files under /proc
        // report size 0.
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
