import Glibc

extension ServerError {
    init(_ call: String, errno number: Int32, address: String?) {
        self.init(
            code: ServerError.code(for: number),
            address: address,
            reason: "\(call): \(ServerError.text(of: number))"
        )
    }

    private static func code(for number: Int32) -> Code {
        switch number {
        case EADDRINUSE: .addressInUse
        case EACCES, EPERM, EROFS: .permissionDenied
        case EADDRNOTAVAIL, EAFNOSUPPORT, ENOENT, ENOTDIR, ENAMETOOLONG, ENOTSOCK, EBADF, EINVAL: .invalidAddress
        default: .systemFailure
        }
    }

    /// The system's message for an error number.
    static func text(of number: Int32) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, unsafe strerror_r(number, start, buffer.count) == 0 else {
                return "error \(number)"
            }
            return unsafe String(cString: start)
        }
    }
}
