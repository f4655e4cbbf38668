package import TrustModel

/// A server to which an identity may be presented.
package struct IdentityHost: Sendable, Hashable {
    /// The pattern of its name.
    package let pattern: HostPattern
    /// The port; nil for all ports.
    package let port: Int?

    /// Creates a server; without a port, all ports match.
    package init(_ pattern: HostPattern, port: Int? = nil) {
        self.pattern = pattern
        self.port = port
    }

    /// A number that is greater for more specific servers; nil if the server does not match.
    ///
    /// The pattern is compared first; a server with a port is more specific than one without.
    func specificity(for host: HostName, port: Int?) -> Specificity? {
        guard self.port == nil || self.port == port, let name = pattern.specificity(for: host) else { return nil }
        return Specificity(name: name, hasPort: self.port != nil)
    }

    struct Specificity: Comparable {
        let name: Int
        let hasPort: Bool

        static func < (left: Specificity, right: Specificity) -> Bool {
            (left.name, left.hasPort ? 1 : 0) < (right.name, right.hasPort ? 1 : 0)
        }
    }
}

extension IdentityHost: CustomStringConvertible {
    /// The pattern and the port, as in the configuration: IPv6 addresses before a port have brackets.
    package var description: String {
        guard let port else { return "\(pattern)" }
        return if case .exact(.ip(.v6)) = pattern { "[\(pattern)]:\(port)" } else { "\(pattern):\(port)" }
    }
}
