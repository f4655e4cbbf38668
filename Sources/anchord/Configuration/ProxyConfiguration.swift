import TrustAPI

/// A proxy as configured.
struct ProxyConfiguration: Sendable, Equatable {
    let name: String
    let proxy: TrustedProxy
}
