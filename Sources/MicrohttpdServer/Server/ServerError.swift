/// An error that prevents the server from starting.
package struct ServerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of errors.
    package enum Code: String, Sendable {
        /// Another server is listening on the address, or the path exists and is not a socket.
        case addressInUse
        /// The process lacks permission to listen on the address, or to connect to an existing socket file.
        case permissionDenied
        /// The process may not assign the configured group to a socket file.
        case groupNotPermitted
        /// The address is malformed or not local, or the descriptor is not a listening socket.
        case invalidAddress
        /// The system lacks descriptors, threads or memory, or another system call failed.
        case systemFailure
        case alreadyStarted
    }

    /// The kind of error.
    package var code: Code
    /// The address concerned; nil if the error is not about an address.
    package var address: String?
    /// The description of the error, including the system's message for a failed call.
    package var reason: String

    /// The address, if any, and the reason.
    package var description: String {
        address.map { "\($0): \(reason)" } ?? reason
    }
}
