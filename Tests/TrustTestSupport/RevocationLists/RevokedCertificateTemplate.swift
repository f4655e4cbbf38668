/// Holds one entry of a revocation list (RFC 5280 section 5.3), to be changed by a test before the list is signed.
///
/// The properties that stand for an extension keep ``extensions`` up to date when they are set; nil removes it.
package struct RevokedCertificateTemplate: Sendable {
    /// The content octets of the certificate's serial number, written as they are.
    package var serialNumber: [UInt8]
    /// The moment of revocation.
    package var date: TestInstant
    /// How ``date`` is written.
    package var dateEncoding = TestTimeEncoding.automatic
    /// The extensions; none at all leaves the field out.
    package var extensions = TestExtensions()

    /// Why the certificate was revoked.
    package var reason: TestRevocationReason? {
        didSet { extensions.replace(.reasonCode, with: reason.map { .reasonCode($0) }) }
    }

    /// The moment from which the certificate is to be held invalid.
    package var invalidityDate: TestInstant? {
        didSet { extensions.replace(.invalidityDate, with: invalidityDate.map { .invalidityDate($0) }) }
    }

    /// The issuer of the certificate, for this entry and those after it, in an indirect list.
    package var certificateIssuer: TestName? {
        didSet {
            let issuer = certificateIssuer.map { TestExtension.certificateIssuer([.directory($0)]) }
            extensions.replace(.certificateIssuer, with: issuer)
        }
    }

    /// Makes an entry without extensions.
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
