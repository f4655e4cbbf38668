import TrustModel

extension PathRequirements {
    /// Whether any client with a certificate of a public CA is accepted, of which no policy for clients should be unaware.
    var acceptsPublicClients: Bool {
        purpose == .clientAuth && allowedClients == nil && constraints == nil && emails.isEmpty
            && acceptsPublicAuthorities
    }

    /// Whether the system trust store is used, and pins do not limit it, or no longer do once they have expired.
    var acceptsPublicAuthorities: Bool {
        let arePinned = pins.map { $0.expires == nil || $0.onExpiry == .closed } ?? false
        return !arePinned && anchors.contains(where: \.isSystem)
    }

    /// The warning in every verdict if the policy accepts the clients of public CAs; nil otherwise.
    var publicClientsWarning: Finding? {
        let hazard = ReasonCode.hazardPublicClients
        return acceptsPublicClients ? Finding(hazard, severity: .warning, message: hazard.summary) : nil
    }
}
