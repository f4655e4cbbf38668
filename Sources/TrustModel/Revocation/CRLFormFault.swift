/// A defect in the encoding of a CRL that conforming issuers avoid.
package enum CRLFormFault: Sendable, Hashable, CaseIterable {
    /// An explicit version 1; the field must be absent or have the value of version 2 (RFC 5280 section 5.1.2.1).
    case versionWrittenOut
    /// Extensions of the CRL or of an entry in version 1 (RFC 5280 section 5.1.2.1).
    case extensionsInVersion1
    /// A GeneralizedTime before 2050 (RFC 5280 sections 5.1.2.4 to 5.1.2.6).
    case generalizedTimeBefore2050
    /// An empty list of entries (RFC 5280 section 5.1.2.6).
    case entriesEmpty
    /// A critical authority key identifier (RFC 5280 section 5.2.1).
    case authorityKeyIdentifierCritical
    /// A critical CRL number (RFC 5280 section 5.2.3).
    case crlNumberCritical
    /// An issuing distribution point that is not critical (RFC 5280 section 5.2.5).
    case issuingDistributionPointNotCritical
    /// A critical reason code (RFC 5280 section 5.3.1).
    case reasonCodeCritical
    /// A certificate issuer extension that is not critical (RFC 5280 section 5.3.3).
    case certificateIssuerNotCritical
    /// An encoded FALSE that is a default value (X.690 section 11.5).
    case defaultEncoded
    /// Reason flags that end with zeros (X.690 section 11.2.2).
    case reasonFlagsPadded
}
