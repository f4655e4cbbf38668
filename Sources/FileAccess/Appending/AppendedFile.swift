import Glibc

/// A file to which only this process appends.
///
/// One thread appends while another waits until the bytes are on the disk. The file is closed when both have released it.
package final class AppendedFile: Sendable {
    /// The state of an open file.
    package struct State: Sendable, Equatable {
        /// The length in bytes, which another process may have reduced.
        package let size: Int
        /// Whether the file has a name in some directory.
        package let isLinked: Bool
        fileprivate let identity: [UInt64]

        /// Whether another state is that of the same file, which may have another name.
        package func isSameFile(as other: State) -> Bool { identity == other.identity }
    }

    private let descriptor: Int32

    init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Appends bytes from an offset on, as many as the disk accepts, and returns their number.
    ///
    /// - Throws: ``LocalFiles/Failure`` if not even one byte can be written. Signals are ignored.
    package func append(_ bytes: [UInt8], from start: Int = 0) throws(LocalFiles.Failure) -> Int {
        var count = start
        while count < bytes.count {
            let written = unsafe bytes[count...].withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if written >= 0 {
                count += written
            } else if errno != EINTR {
                guard count > start else { throw LocalFiles.Failure(writing: errno) }
                break
            }
        }
        return count - start
    }

    /// Waits until all bytes that were appended before are on the disk.
    ///
    /// - Throws: ``LocalFiles/Failure`` if the disk fails. The bytes since the last call may then be lost, and a later call does not
    ///   report that again.
    package func synchronize() throws(LocalFiles.Failure) {
        guard fdatasync(descriptor) == 0 else { throw LocalFiles.Failure(writing: errno) }
    }

    /// Reads the state of the file.
    package func state() throws(LocalFiles.Failure) -> State {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw LocalFiles.Failure(errno: errno) }
        return State(
            size: Int(status.st_size),
            isLinked: status.st_nlink > 0,
            identity: [UInt64(status.st_dev), UInt64(status.st_ino)]
        )
    }

    /// Whether the file is empty or ends with a line feed, so that the next line begins at its end.
    package func endsWithLineFeed() throws(LocalFiles.Failure) -> Bool {
        let size = try state().size
        guard size > 0 else { return true }
        var byte: UInt8 = 0
        guard unsafe pread(descriptor, &byte, 1, size - 1) == 1 else { throw LocalFiles.Failure(errno: errno) }
        return byte == UInt8(ascii: "\n")
    }

    /// Returns the first bytes of the file, at most `count`.
    package func beginning(_ count: Int) throws(LocalFiles.Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard read >= 0 else { throw LocalFiles.Failure(errno: errno) }
        return Array(bytes.prefix(read))
    }
}
