package import TrustModel

/// The host in the request, parsed.
package enum RequestedHost: Sendable, Equatable {
    case none
    case name(HostName)
    /// A text that is not a host name.
    case invalid(text: String, HostNameError)
}
