/// Holds one DistributionPoint: where a revocation list is found and what it covers (RFC 5280 section 4.2.1.13).
package struct TestDistributionPoint: Hashable, Sendable {
    /// The name of the point; nil writes none.
    package var name: TestDistributionPointName?
    /// The reasons that the list covers; nil writes none, which covers all.
    package var reasons: TestReasonFlags?
    /// The issuer of the list where it is not the certificate's; nil writes none.
    package var crlIssuer: [TestGeneralName]?

    /// Makes a point of the parts given; the section forbids one of reasons alone or of nothing.
    package init(
        _ name: TestDistributionPointName? = nil,
        reasons: TestReasonFlags? = nil,
        crlIssuer: [TestGeneralName]? = nil
    ) {
        self.name = name
        self.reasons = reasons
        self.crlIssuer = crlIssuer
    }

    /// Makes a point of one address.
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
