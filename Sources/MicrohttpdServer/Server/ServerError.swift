/// Why the server could not start.
package struct ServerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong, for programs.
    package enum Code: String, Sendable {
        /// Somebody else listens there, or a file that is no socket has the path.
        case addressInUse
        /// The kernel does not let this process listen there.
        case permissionDenied
        /// The text is no address, the address is not this machine's, or the descriptor is no listening socket.
        case invalidAddress
        /// Too few descriptors, threads or memory, or another failure of the system.
        case systemFailure
        /// `start` was called before.
        case alreadyStarted
    }

    /// What went wrong, for programs.
    package var code: Code
    /// The address concerned as text; nil when it is about none.
    package var address: String?
    /// What went wrong, for people, with the system's own words.
    package var reason: String

    /// The address, when there is one, and the reason.
    package var description: String {
        address.map { "\($0): \(reason)" } ?? reason
    }
}
