/// Holds everything a revocation list is made of, to be changed by a test before it is signed.
///
/// The properties that stand for an extension keep ``extensions`` up to date when they are set; nil removes it. What no
/// property covers, ``extensions``, the verbatim encodings, and in the last resort
/// ``TestRevocationList/init(signing:as:)`` can say.
package struct RevocationListTemplate: Sendable {
    /// Changes an entry before its list is signed.
    package typealias EntryEdit = (inout RevokedCertificateTemplate) -> Void

    /// The version as people count, 1 or 2; 1 leaves the field out.
    package var version = 2
    /// Whether version 1 is written out, which RFC 5280 section 5.1.2.1 does not allow.
    package var writesVersion1 = false
    /// The name of the list's issuer.
    package var issuer: TestName
    /// The moment at which the list was made.
    package var thisUpdate = TestInstant.reference.adding(days: -1)
    /// The moment by which the next list is made; nil writes none, which RFC 5280 section 5.1.2.5 forbids.
    package var nextUpdate: TestInstant? = .reference.adding(days: 6)
    /// How ``thisUpdate`` is written.
    package var thisUpdateEncoding = TestTimeEncoding.automatic
    /// How ``nextUpdate`` is written.
    package var nextUpdateEncoding = TestTimeEncoding.automatic
    /// The certificates revoked, in the order in which they are written.
    package var entries: [RevokedCertificateTemplate] = []
    /// Whether a list without entries is written as an empty one, which RFC 5280 section 5.1.2.6 forbids.
    package var writesEmptyEntries = false
    /// The extensions; none at all leaves the field out.
    package var extensions = TestExtensions()
    /// How the list is signed.
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

    /// The number of the list.
    package var crlNumber: Int? {
        didSet { extensions.replace(.crlNumber, with: crlNumber.map { .crlNumber($0) }) }
    }

    /// The number of the base list; setting it makes the list a delta.
    package var deltaBaseNumber: Int? {
        didSet { extensions.replace(.deltaCRLIndicator, with: deltaBaseNumber.map { .deltaCRLIndicator($0) }) }
    }

    /// What the list covers.
    package var issuingDistributionPoint: TestIssuingDistributionPoint? {
        didSet {
            let point = issuingDistributionPoint.map { TestExtension.issuingDistributionPoint($0) }
            extensions.replace(.issuingDistributionPoint, with: point)
        }
    }

    /// Makes a list of version 2 without entries and extensions, made a day before the reference moment for 7 days.
    package init(issuer: TestName, signingKey: TestKey) {
        self.issuer = issuer
        signature = SignatureTemplate(key: signingKey)
    }

    /// Adds an entry for a certificate, revoked a day before the reference moment unless told otherwise.
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
