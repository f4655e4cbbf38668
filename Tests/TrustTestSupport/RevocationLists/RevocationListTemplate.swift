/// The fields of a CRL, which a test can change before signing.
///
/// Properties for an extension update ``extensions``; nil removes the extension. Other contents are possible with
/// ``extensions``, the verbatim encodings, and ``TestRevocationList/init(signing:as:)``.
package struct RevocationListTemplate: Sendable {
    /// Changes an entry before the CRL is signed.
    package typealias EntryEdit = (inout RevokedCertificateTemplate) -> Void

    /// The version, 1 or 2; 1 omits the field.
    package var version = 2
    /// Whether version 1 is explicit, which RFC 5280 section 5.1.2.1 does not allow.
    package var writesVersion1 = false
    /// The name of the CRL's issuer.
    package var issuer: TestName
    /// The time of issue.
    package var thisUpdate = TestInstant.reference.adding(days: -1)
    /// The time by which the next CRL is issued; nil omits it, which RFC 5280 section 5.1.2.5 forbids.
    package var nextUpdate: TestInstant? = .reference.adding(days: 6)
    /// The encoding of ``thisUpdate``.
    package var thisUpdateEncoding = TestTimeEncoding.automatic
    /// The encoding of ``nextUpdate``.
    package var nextUpdateEncoding = TestTimeEncoding.automatic
    /// The entries in encoded order.
    package var entries: [RevokedCertificateTemplate] = []
    /// Encoded entries, written unchanged before the others; for CRLs with very many entries.
    package var encodedEntries: [UInt8] = []
    /// Whether a list without entries is written as an empty one, which RFC 5280 section 5.1.2.6 forbids.
    package var writesEmptyEntries = false
    /// The extensions; omitted if empty.
    package var extensions = TestExtensions()
    /// The signature of the CRL.
    package var signature: SignatureTemplate

    /// The identifier of the issuer's key.
    package var authorityKeyIdentifier: [UInt8]? {
        didSet {
            extensions.replace(
                .authorityKeyIdentifier,
                with: authorityKeyIdentifier.map { .authorityKeyIdentifier($0) }
            )
        }
    }

    /// The CRL number.
    package var crlNumber: Int? {
        didSet { extensions.replace(.crlNumber, with: crlNumber.map { .crlNumber($0) }) }
    }

    /// The number of the base CRL; setting it creates a delta CRL.
    package var deltaBaseNumber: Int? {
        didSet { extensions.replace(.deltaCRLIndicator, with: deltaBaseNumber.map { .deltaCRLIndicator($0) }) }
    }

    /// The scope of the CRL.
    package var issuingDistributionPoint: TestIssuingDistributionPoint? {
        didSet {
            let point = issuingDistributionPoint.map { TestExtension.issuingDistributionPoint($0) }
            extensions.replace(.issuingDistributionPoint, with: point)
        }
    }

    /// Creates a version 2 CRL without entries and extensions, issued a day before the reference time, for 7 days.
    package init(issuer: TestName, signingKey: TestKey) {
        self.issuer = issuer
        signature = SignatureTemplate(key: signingKey)
    }

    /// Adds an entry for a certificate, revoked by default a day before the reference time.
    package mutating func revoke(
        _ certificate: TestCertificate,
        at date: TestInstant = .reference.adding(days: -1),
        reason: TestRevocationReason? = nil,
        edit: EntryEdit = { _ in }
    ) {
        revoke(serialNumber: certificate.template.serialNumber, at: date, reason: reason, edit: edit)
    }

    /// Adds an entry for the content octets of a serial number.
    package mutating func revoke(
        serialNumber: [UInt8],
        at date: TestInstant = .reference.adding(days: -1),
        reason: TestRevocationReason? = nil,
        edit: EntryEdit = { _ in }
    ) {
        var entry = RevokedCertificateTemplate(serialNumber: serialNumber, date: date)
        entry.reason = reason
        edit(&entry)
        entries.append(entry)
    }
}
