/// An entry of a CRL (RFC 5280 section 5.3), which a test can change before signing.
///
/// Properties for an extension update ``extensions``; nil removes the extension.
package struct RevokedCertificateTemplate: Sendable {
    /// The content octets of the certificate's serial number, written unchanged.
    package var serialNumber: [UInt8]
    /// The time of revocation.
    package var date: TestInstant
    /// The encoding of ``date``.
    package var dateEncoding = TestTimeEncoding.automatic
    /// The extensions; omitted if empty.
    package var extensions = TestExtensions()

    /// The reason of the revocation.
    package var reason: TestRevocationReason? {
        didSet { extensions.replace(.reasonCode, with: reason.map { .reasonCode($0) }) }
    }

    /// The invalidity date.
    package var invalidityDate: TestInstant? {
        didSet { extensions.replace(.invalidityDate, with: invalidityDate.map { .invalidityDate($0) }) }
    }

    /// The issuer of the certificate in an indirect CRL, for this and the following entries.
    package var certificateIssuer: TestName? {
        didSet {
            let issuer = certificateIssuer.map { TestExtension.certificateIssuer([.directory($0)]) }
            extensions.replace(.certificateIssuer, with: issuer)
        }
    }

    /// Creates an entry without extensions.
    package init(serialNumber: [UInt8], date: TestInstant) {
        self.serialNumber = serialNumber
        self.date = date
    }

    /// The complete entry.
    var der: [UInt8] {
        DERWriter.sequence(
            DERWriter.integer(content: serialNumber),
            dateEncoding.der(date),
            extensions.list.isEmpty ? [] : extensions.der
        )
    }
}
