import Glibc
package import SecretMemory

/// The reason why a file with a secret is not read.
package struct SecretFileFailure: Error, Equatable, Sendable {
    /// The kinds of failures; the names are stable.
    package enum Code: String, Sendable {
        case unreadable
        case tooLarge
        /// Other users can read or change the file.
        case permissions
        /// The file changed while it was read.
        case changed
    }

    /// The kind of failure.
    package let code: Code
    /// A predicate that follows the path in a message, such as `does not exist`.
    package let reason: String
}

/// Reading of files that contain secrets.
extension LocalFiles {
    /// Reads a file with a secret, without a copy outside of the result.
    ///
    /// The file is opened once. Its status is read from the open file before and after its contents.
    ///
    /// - Parameters:
    ///   - path: The path, which may be a symbolic link.
    ///   - maximum: The maximum size in bytes.
    ///   - allowsOtherReaders: Whether to accept a file that other users can read or change.
    ///   - reader: The user and the groups of this process.
    /// - Returns: The bytes of the file.
    /// - Throws: ``SecretFileFailure`` if the file is not regular, is too large, is accessible to other users, or changes
    ///   while it is read.
    package static func secret(
        of path: String,
        maximum: Int,
        allowsOtherReaders: Bool = false,
        reader: FileReader = .process
    ) throws(SecretFileFailure) -> SecretBytes {
        try secret(of: path, maximum: maximum, allowsOtherReaders: allowsOtherReaders, reader: reader, whileReading: {})
    }

    /// Reads a file like ``secret(of:maximum:allowsOtherReaders:reader:)``; calls a function before the last check.
    static func secret(
        of path: String,
        maximum: Int,
        allowsOtherReaders: Bool,
        reader: FileReader,
        whileReading: () -> Void
    ) throws(SecretFileFailure) -> SecretBytes {
        let file = try openSecret(path)
        let status = try file.secretStatus()
        guard status.kind == .file else {
            throw SecretFileFailure(code: .unreadable, reason: "is not a regular file")
        }
        if !allowsOtherReaders, let complaint = status.complaint(of: reader) ?? file.listComplaint(of: reader) {
            throw SecretFileFailure(code: .permissions, reason: complaint)
        }
        guard status.size <= maximum else {
            throw SecretFileFailure(code: .tooLarge, reason: "is larger than \(maximum) bytes")
        }
        let bytes = try file.secretBytes(expected: status.size)
        whileReading()
        let last = try file.secretStatus()
        guard let bytes, last == status else {
            throw SecretFileFailure(
                code: .changed,
                reason: "changed while it was read; it must be replaced by renaming"
            )
        }
        return bytes
    }

    private static func openSecret(_ path: String) throws(SecretFileFailure) -> OpenFile {
        do throws(Failure) {
            guard try kind(of: path) == .file else { throw Failure(reason: "is not a regular file") }
            return try OpenFile(path)
        } catch {
            throw SecretFileFailure(error)
        }
    }
}

extension SecretFileFailure {
    init(_ failure: LocalFiles.Failure) {
        self.init(code: .unreadable, reason: failure.reason)
    }
}

extension OpenFile {
    /// Reads exactly the expected number of bytes into protected memory; nil if the file has more or fewer.
    func secretBytes(expected: Int) throws(SecretFileFailure) -> SecretBytes? {
        var isWhole = false
        let bytes = try SecretBytes(capacity: expected + 1) { output throws(SecretFileFailure) in
            var failure: LocalFiles.Failure?
            unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                while count <= expected {
                    let rest = unsafe UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]
                    )
                    let read = unsafe readOnce(into: rest)
                    if read == 0 { break }
                    guard read > 0 else {
                        if errno == EINTR { continue }
                        failure = LocalFiles.Failure(errno: errno)
                        break
                    }
                    count += read
                }
                isWhole = count == expected
            }
            if let failure { throw SecretFileFailure(failure) }
        }
        return isWhole ? bytes : nil
    }

    /// Returns a predicate if the access control list names others, or cannot be read; nil if it does not.
    func listComplaint(of reader: FileReader) -> String? {
        guard let list = AccessControlList(of: descriptor) else {
            return "has an access control list that cannot be read"
        }
        return list.complaint(of: reader)
    }

    func secretStatus() throws(SecretFileFailure) -> FileStatus {
        do throws(LocalFiles.Failure) { return try status() } catch { throw SecretFileFailure(error) }
    }
}
