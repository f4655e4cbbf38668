package import TrustModel

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
