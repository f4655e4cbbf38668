package import TrustModel

/// The host that was asked for, as far as it can be understood.
package enum RequestedHost: Sendable, Equatable {
    case none
    case name(HostName)
    /// The text is no host name.
    case invalid(text: String, HostNameError)
}
