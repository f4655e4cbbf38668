package import TrustPolicies

/// A proxy that may ask whether its client is allowed, and the policy that decides.
package struct TrustedProxy: Sendable, Equatable {
    /// The format of the header fields with the certificates of the proxy's client.
    package enum Format: String, Sendable, CaseIterable {
        /// Client-Cert and Client-Cert-Chain (RFC 9440).
        case rfc9440
        /// Percent-encoded PEM, as in nginx's `$ssl_client_escaped_cert`.
        case escapedPEM
        /// Base64 of DER without armor, of one certificate or of several with commas between them, as Traefik, gorouter and
        /// Azure write it.
        case derBase64
        /// Envoy's x-forwarded-client-cert with `Cert` or `Chain`.
        case xfcc

        /// The usual name of the header field; nil if each software has another name.
        package var header: String? {
            switch self {
            case .rfc9440: "Client-Cert"
            case .derBase64: nil
            case .escapedPEM: "X-Client-Cert"
            case .xfcc: "X-Forwarded-Client-Cert"
            }
        }
    }

    /// The name of the configured client that is the proxy.
    package let client: String
    /// The format of the header fields.
    package let format: Format
    /// The name of the header field; for RFC 9440, the chain is in the field with the suffix `-Chain`.
    package let header: String
    /// The policy for all clients of the proxy.
    package let policy: PolicyName
    /// The host for all evaluations; nil if the policy validates no host.
    package let host: String?
    /// The time for which a response may wait for the evidence of the policy.
    package let deadline: Duration

    /// The deadline of a proxy that has none, shorter than the two seconds that proxies usually wait.
    package static let standardDeadline = Duration.milliseconds(1500)

    /// Creates a proxy; without a header, the usual one of the format applies.
    package init(
        client: String,
        format: Format,
        header: String? = nil,
        policy: PolicyName,
        host: String? = nil,
        deadline: Duration = standardDeadline
    ) {
        self.client = client
        self.format = format
        self.header = header ?? format.header ?? "X-Client-Cert"
        self.policy = policy
        self.host = host
        self.deadline = deadline
    }
}
