package import TrustModel

/// The host in the request, parsed.
package enum RequestedHost: Sendable, Hashable {
    case none
    case name(HostName)
    case invalid(text: String, HostNameError)
}
