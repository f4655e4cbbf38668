import ArgumentParser

/// What connections to a server are made of.
enum Transport: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// TCP on the loopback interface.
    case tcp
    /// A Unix socket.
    case unix
}
