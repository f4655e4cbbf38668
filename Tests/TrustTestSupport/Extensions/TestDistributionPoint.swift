/// A DistributionPoint: the location and the scope of a CRL (RFC 5280 section 4.2.1.13).
package struct TestDistributionPoint: Hashable, Sendable {
    /// The name of the point; nil omits it.
    package var name: TestDistributionPointName?
    /// The reasons that the CRL covers; nil omits them, for all reasons.
    package var reasons: TestReasonFlags?
    /// The issuer of the CRL if it is not the certificate's; nil omits it.
    package var crlIssuer: [TestGeneralName]?

    /// Creates a point; the RFC forbids points with reasons only and empty ones.
    package init(
        _ name: TestDistributionPointName? = nil,
        reasons: TestReasonFlags? = nil,
        crlIssuer: [TestGeneralName]? = nil
    ) {
        self.name = name
        self.reasons = reasons
        self.crlIssuer = crlIssuer
    }

    /// Creates a point with one URI.
    package static func uri(_ address: String) -> TestDistributionPoint {
        TestDistributionPoint(.full([.uri(address)]))
    }

    /// The complete DistributionPoint.
    var der: [UInt8] {
        DERWriter.sequence(
            name.map { DERWriter.explicit(0, $0.der) } ?? [],
            reasons.map { DERWriter.implicit(1, of: $0.der) } ?? [],
            crlIssuer.map { DERWriter.implicit(2, of: DERWriter.sequence(of: $0.map(\.der))) } ?? []
        )
    }
}
