/// A DistributionPointName, which is compared between a certificate and a CRL (RFC 5280 section 4.2.1.13).
package enum TestDistributionPointName: Hashable, Sendable {
    /// The fullName: several names of the same point.
    case full([TestGeneralName])
    /// The nameRelativeToCRLIssuer: one relative name, to be added to the issuer's.
    case relative([TestAttribute])
    /// The complete element, written unchanged.
    case verbatim([UInt8])

    /// The complete element.
    var der: [UInt8] {
        switch self {
        case .full(let names): DERWriter.implicit(0, of: DERWriter.sequence(of: names.map(\.der)))
        case .relative(let attributes): DERWriter.implicit(1, of: DERWriter.set(of: attributes.map(\.der)))
        case .verbatim(let bytes): bytes
        }
    }
}
