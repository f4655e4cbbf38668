/// The issuingDistributionPoint of a CRL: the covered certificates and reasons (RFC 5280 section 5.2.5).
///
/// Without any property, the CRL covers everything; the RFC forbids such an extension, and two `only` fields together.
package struct TestIssuingDistributionPoint: Hashable, Sendable {
    /// The name of the point; nil omits it.
    package var name: TestDistributionPointName?
    /// Whether the CRL covers only end-entity certificates.
    package var onlyContainsUserCertificates = false
    /// Whether the CRL covers only CA certificates.
    package var onlyContainsAuthorityCertificates = false
    /// The reasons that the CRL covers; nil omits them, for all reasons.
    package var onlySomeReasons: TestReasonFlags?
    /// Whether the CRL covers certificates of other issuers.
    package var isIndirect = false
    /// Whether the CRL covers only attribute certificates.
    package var onlyContainsAttributeCertificates = false

    /// Creates a point with only a name.
    package init(_ name: TestDistributionPointName? = nil) {
        self.name = name
    }

    /// The complete IssuingDistributionPoint.
    var der: [UInt8] {
        DERWriter.sequence(
            name.map { DERWriter.explicit(0, $0.der) } ?? [],
            flag(1, onlyContainsUserCertificates),
            flag(2, onlyContainsAuthorityCertificates),
            onlySomeReasons.map { DERWriter.implicit(3, of: $0.der) } ?? [],
            flag(4, isIndirect),
            flag(5, onlyContainsAttributeCertificates)
        )
    }

    // FALSE is the default, which DER omits.
    private func flag(_ number: UInt8, _ value: Bool) -> [UInt8] {
        value ? DERWriter.implicit(number, of: DERWriter.boolean(true)) : []
    }
}
