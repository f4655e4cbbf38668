package import TrustModel

/// That a CRL on which an answer rests is not as conforming issuers write it.
package struct CRLDeviation: Sendable, Hashable {
    /// `strict.crlNumberMissing` or `strict.crlForm`.
    package let code: ReasonCode
    /// What is wrong, a clause that can stand alone.
    package let message: String
    /// Where the CRL comes from.
    package let facts: [Fact]

    /// What is wrong, for people.
    var sentence: String { message.prefix(1).uppercased() + message.dropFirst() + "." }
}
