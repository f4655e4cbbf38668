import Glibc

/// A system call that failed.
struct SystemFailure: Error, Equatable, CustomStringConvertible {
    /// The action that failed, such as `connect to /run/anchord/fetcher.sock`.
    let operation: String
    let errno: Int32

    init(_ operation: String, errno: Int32) {
        self.operation = operation
        self.errno = errno
    }

    var description: String {
        unsafe "cannot \(operation): \(strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)")"
    }
}
