import ArgumentParser

/// The transport of connections to a server.
enum Transport: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// TCP on the loopback interface.
    case tcp
    case unix
}
