package import TrustModel

/// The recommended pins for a chain, and the effects of renewals on these pins.
package struct PinPlan: Sendable, Equatable {
    /// The role of a certificate among the given certificates.
    package enum Role: String, Sendable, CaseIterable {
        case leaf
        case intermediate
        /// A self-signed CA certificate.
        case root
    }

    /// A recommendation about one key.
    package enum Recommendation: String, Sendable, CaseIterable {
        case prefer
        /// Pin the key in addition to the preferred key, which may be replaced.
        case backup
        case avoid
    }

    /// One certificate and the recommendation about its key.
    package struct CertificateAdvice: Sendable, Equatable {
        /// The position among the certificates given, starting at 0.
        package let position: Int
        /// The certificate.
        package let certificate: Certificate
        /// The role of the certificate.
        package let role: Role
        /// The recommendation about the certificate's key.
        package let recommendation: Recommendation
        /// The reason for the recommendation, as one sentence.
        package let why: String
    }

    /// The effect of the next renewal on one pin.
    package struct Renewal: Sendable, Equatable {
        /// The kind of pin.
        package enum Pinned: String, Sendable, CaseIterable {
            /// The whole certificate, byte for byte.
            case certificate
            case key
        }

        /// The position of the certificate.
        package let position: Int
        /// Whether the certificate or its key is pinned.
        package let pinned: Pinned
        /// The latest time at which the pin can match; nil if there is no limit.
        package let holdsUntil: Instant?
        /// A sentence that states until when the pin matches.
        package let message: String
    }

    /// A circumstance to consider before pinning.
    package struct Warning: Sendable, Equatable {
        /// The kind of warning; the names are stable.
        package enum Code: String, Sendable, CaseIterable {
            /// Only one key is available, so a backup key must be generated.
            case singlePin
            case noPin
            case leafPinned
            case rootPinned
            case keyWeak
            case expired
            /// A certificate expires within ``PinPlanner/soon``.
            case expiresSoon
            /// The issuer of the chain's last certificate is missing.
            case chainIncomplete
            case sameKey
            case unrelated
        }

        /// The kind of warning.
        package let code: Code
        /// The position of the certificate concerned; nil if the warning concerns the whole plan.
        package let position: Int?
        /// The warning in one or two sentences.
        package let message: String
    }

    /// The policy that a plan suggests; its properties are members of a policy document.
    package struct Policy: Sendable, Equatable {
        /// The certificates of a path that are compared with the pins.
        package let scope: PinRequirements.Scope
        /// The pins, the preferred one first.
        package let pins: [Fingerprint]
        /// The time by which to review the pins: the expiration of the certificate with the preferred key.
        package let expires: Instant
    }

    /// All certificates in the order given.
    package let entries: [CertificateAdvice]
    /// The keys to pin together, the preferred one first; two if available.
    package let suggestedPins: [Fingerprint]
    /// The effects of renewals, from the leaf to the root.
    package let renewal: [Renewal]
    /// The warnings about the plan.
    package let warnings: [Warning]
    /// A policy with the suggested pins; nil if there are fewer than two, since a pin set needs a backup.
    package let policy: Policy?
}
