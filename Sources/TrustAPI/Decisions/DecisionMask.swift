import TrustEvaluation
package import TrustModel

/// Replaces names in records of decisions by keyed digests, so that a reader without the key can compare them and not read them.
///
/// Only the listed parts of a record can have names. A record with masks has no texts, since messages quote names in many ways.
package struct DecisionMask: Sendable {
    /// A kind of names.
    package enum Field: String, Sendable, CaseIterable {
        /// The host, and the rule of the policy that matches it.
        case host
        /// The certificates: their digests, that of the pinned key, and the end of the verdict, by which logs of certificates
        /// show the names in the end-entity certificate.
        case subject
        /// The name with which a client of a proxy is allowed.
        case principal
    }

    private static let prefix = "hmac:"
    /// The number of hexadecimal digits of a masked text: 128 bits.
    private static let digits = 32

    private let fields: Set<Field>
    private let digest: @Sendable ([UInt8]) -> Fingerprint

    /// The mask that hides nothing.
    package static let none = DecisionMask([]) { _ in preconditionFailure("nothing is masked") }

    /// Creates a mask with a keyed hash function.
    package init(_ fields: Set<Field>, digest: @escaping @Sendable ([UInt8]) -> Fingerprint) {
        self.fields = fields
        self.digest = digest
    }

    /// Whether something is hidden.
    package var isActive: Bool { !fields.isEmpty }

    /// The names of the hidden kinds, sorted.
    var names: [String] { fields.map(\.rawValue).sorted() }

    func hides(_ field: Field) -> Bool { fields.contains(field) }

    /// Returns a text, or its keyed digest if the kind is hidden.
    func text(_ text: String?, of field: Field) -> String? {
        guard let text, fields.contains(field) else { return text }
        // The kind precedes the text, so that a digest does not show that a host is a principal.
        return Self.prefix + digest(Array("\(field.rawValue):\(text)".utf8)).hex.prefix(Self.digits)
    }

    /// Whether a text has the form of a masked one.
    static func isMasked(_ text: String) -> Bool {
        text.hasPrefix(prefix) && text.utf8.count == prefix.utf8.count + digits
    }

    /// Returns the identity of a policy whose rule is masked with the host.
    func policy(_ policy: PolicyIdentity) -> PolicyIdentity {
        guard hides(.host), let rule = policy.rule else { return policy }
        return PolicyIdentity(
            set: policy.set,
            name: policy.name,
            rule: text(rule, of: .host),
            revision: policy.revision
        )
    }

    /// Returns the digests of the certificates of a request, in the order of the client.
    func chain(_ chain: [Fingerprint]) -> [String] {
        chain.map { text($0.hex, of: .subject) ?? "" }
    }
}
