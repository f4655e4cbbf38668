/// What of a CRL's encoding is not as conforming issuers write it.
package enum CRLFormFault: Sendable, Hashable, CaseIterable {
    /// Version 1 written out, where the field is absent or names version 2 (RFC 5280 section 5.1.2.1).
    case versionWrittenOut
    /// Extensions, of the list or of an entry, in version 1 (RFC 5280 section 5.1.2.1).
    case extensionsInVersion1
    /// A GeneralizedTime before 2050 (RFC 5280 sections 5.1.2.4 to 5.1.2.6).
    case generalizedTimeBefore2050
    /// A list of entries without any (RFC 5280 section 5.1.2.6).
    case entriesEmpty
    /// A critical authority key identifier (RFC 5280 section 5.2.1).
    case authorityKeyIdentifierCritical
    /// A critical number (RFC 5280 section 5.2.3).
    case crlNumberCritical
    /// An issuing distribution point that is not critical (RFC 5280 section 5.2.5).
    case issuingDistributionPointNotCritical
    /// A critical reason code of an entry (RFC 5280 section 5.3.1).
    case reasonCodeCritical
    /// A certificate issuer of an entry that is not critical (RFC 5280 section 5.3.3).
    case certificateIssuerNotCritical
}
