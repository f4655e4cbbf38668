package import TrustModel

/// What an admissible piece of evidence says of a certificate.
package struct RevocationAnswer: Sendable, Equatable {
    /// When and why a certificate was revoked.
    package struct Revocation: Sendable, Equatable {
        /// When, as the evidence says.
        package let date: Instant
        /// Why; nil where the evidence does not say.
        package let reason: RevocationReason?

        /// Takes the parts.
        package init(date: Instant, reason: RevocationReason?) {
            self.date = date
            self.reason = reason
        }
    }

    /// How the answer was had.
    package let method: RevocationRequirements.Method
    /// The revocation; nil for a good answer.
    package let revocation: Revocation?
    /// The last second at which the evidence is to be relied on.
    package let currentUntil: Instant
    /// Who says it, for messages: a noun phrase.
    package let source: String
    /// Where it comes from: issuer or responder, times, numbers.
    package let facts: [Fact]
    /// What conforming issuers write otherwise in the CRLs that it rests on.
    package let deviations: [CRLDeviation]

    /// Takes the parts.
    package init(
        method: RevocationRequirements.Method,
        revocation: Revocation?,
        currentUntil: Instant,
        source: String,
        facts: [Fact],
        deviations: [CRLDeviation] = []
    ) {
        self.method = method
        self.revocation = revocation
        self.currentUntil = currentUntil
        self.source = source
        self.facts = facts
        self.deviations = deviations
    }
}

/// Why a piece of evidence answers nothing about a certificate.
package struct RevocationDefect: Error, Sendable, Equatable {
    /// Which of the codes `revocation.unavailable`, `stale`, `unknown` and `responseInvalid` it is.
    package let code: ReasonCode
    /// What is wrong, a clause that can stand alone.
    package let message: String
    /// Where the evidence comes from.
    package let facts: [Fact]
    /// Whether the evidence is sound but about other certificates, which is worth telling only where there is no other.
    package let isOutOfScope: Bool

    /// Takes the parts.
    package init(_ code: ReasonCode, _ message: String, facts: [Fact], isOutOfScope: Bool = false) {
        self.code = code
        self.message = message
        self.facts = facts
        self.isOutOfScope = isOutOfScope
    }

    /// What is wrong, for people.
    var sentence: String { message.prefix(1).uppercased() + message.dropFirst() + "." }
}
