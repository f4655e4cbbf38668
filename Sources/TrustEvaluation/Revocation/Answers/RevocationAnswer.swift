package import TrustModel

/// The revocation status of a certificate according to trusted evidence.
package struct RevocationAnswer: Sendable, Equatable {
    /// The time and reason of a revocation.
    package struct Revocation: Sendable, Equatable {
        /// The revocation date according to the evidence.
        package let date: Instant
        /// The reason; nil if the evidence contains none.
        package let reason: RevocationReason?

        /// Creates a revocation.
        package init(date: Instant, reason: RevocationReason?) {
            self.date = date
            self.reason = reason
        }
    }

    /// The kind of evidence.
    package let method: RevocationRequirements.Method
    /// The revocation; nil for a good answer.
    package let revocation: Revocation?
    /// The last second at which the evidence may be used.
    package let currentUntil: Instant
    /// The evidence as a noun phrase for messages.
    package let source: String
    /// The issuer or responder, times and numbers of the evidence.
    package let facts: [Fact]
    /// Deviations from the profile of RFC 5280 in the CRLs used.
    package let deviations: [CRLDeviation]
    /// The CRL or response that gives the answer, for its origin.
    let piece: ObjectIdentifier?

    /// Creates an answer.
    package init(
        method: RevocationRequirements.Method,
        revocation: Revocation?,
        currentUntil: Instant,
        source: String,
        facts: [Fact],
        deviations: [CRLDeviation] = [],
        piece: ObjectIdentifier? = nil
    ) {
        self.method = method
        self.revocation = revocation
        self.currentUntil = currentUntil
        self.source = source
        self.facts = facts
        self.deviations = deviations
        self.piece = piece
    }
}

/// A deviation from the CRL profile of RFC 5280 in a CRL that the verdict relies on.
package struct CRLDeviation: Sendable, Hashable {
    /// `strict.crlNumberMissing` or `strict.crlForm`.
    package let code: ReasonCode
    /// The deviation as a clause that has a subject but no final period.
    package let message: String
    /// The CRL's issuer, numbers and times.
    package let facts: [Fact]

    var sentence: String { message.prefix(1).uppercased() + message.dropFirst() + "." }
}

/// The reason why evidence does not give an answer about a certificate.
package struct RevocationDefect: Error, Sendable, Equatable {
    /// One of the codes `revocation.unavailable`, `stale`, `unknown` and `responseInvalid`.
    package let code: ReasonCode
    /// The defect as a clause that has a subject but no final period.
    package let message: String
    /// The issuer or responder, times and numbers of the evidence.
    package let facts: [Fact]
    /// Whether the evidence is valid but covers other certificates.
    ///
    /// If true, the defect is reported only if there is no answer about the certificate.
    package let isOutOfScope: Bool
    /// The defective CRL or response, for its origin.
    var piece: ObjectIdentifier?
    /// The kind of the defective evidence; nil if there is none.
    var method: RevocationRequirements.Method?

    /// Creates a defect.
    package init(_ code: ReasonCode, _ message: String, facts: [Fact], isOutOfScope: Bool = false) {
        self.code = code
        self.message = message
        self.facts = facts
        self.isOutOfScope = isOutOfScope
    }

    /// Returns the defect of a CRL or response.
    func of(_ piece: AnyObject) -> RevocationDefect {
        var defect = self
        defect.piece = ObjectIdentifier(piece)
        defect.method = piece is OCSPResponse ? .ocsp : piece is CertificateRevocationList ? .crl : nil
        return defect
    }

    var sentence: String { message.prefix(1).uppercased() + message.dropFirst() + "." }
}
