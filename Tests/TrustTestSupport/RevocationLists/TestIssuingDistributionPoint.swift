/// Holds the issuingDistributionPoint of a list: which certificates and reasons it covers (RFC 5280 section 5.2.5).
///
/// Nothing set makes a list that covers all; the section forbids such an extension and two of the `only` fields at once.
package struct TestIssuingDistributionPoint: Hashable, Sendable {
    /// The name of the point; nil writes none.
    package var name: TestDistributionPointName?
    /// Whether the list covers certificates of end entities alone.
    package var onlyContainsUserCertificates = false
    /// Whether the list covers certificates of authorities alone.
    package var onlyContainsAuthorityCertificates = false
    /// The reasons that the list covers; nil writes none, which covers all.
    package var onlySomeReasons: TestReasonFlags?
    /// Whether the list covers certificates of other issuers.
    package var isIndirect = false
    /// Whether the list covers attribute certificates alone.
    package var onlyContainsAttributeCertificates = false

    /// Makes a point with this name and nothing else set.
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

    // FALSE is the default, which DER leaves out.
    private func flag(_ number: UInt8, _ value: Bool) -> [UInt8] {
        value ? DERWriter.implicit(number, of: DERWriter.boolean(true)) : []
    }
}
