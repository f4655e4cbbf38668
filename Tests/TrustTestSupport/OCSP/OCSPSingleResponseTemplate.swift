/// The fields of a single response (RFC 6960 section 4.2.1), which a test can change before signing.
package struct OCSPSingleResponseTemplate: Sendable {
    /// The identifier of the certificate.
    package var certificateID: TestOCSPCertificateID
    /// The certificate's status.
    package var status: TestOCSPCertificateStatus
    /// The time at which the status was known to be correct.
    package var thisUpdate = TestInstant.reference.adding(days: -1)
    /// The time by which newer information is available; nil omits it.
    package var nextUpdate: TestInstant? = .reference.adding(days: 6)
    /// The encoding of ``thisUpdate``.
    package var thisUpdateEncoding = TestTimeEncoding.generalized
    /// The encoding of ``nextUpdate``.
    package var nextUpdateEncoding = TestTimeEncoding.generalized
    /// The singleExtensions; omitted if empty.
    package var extensions = TestExtensions()

    /// Creates a single response issued a day before the reference time, for 7 days.
    package init(_ certificateID: TestOCSPCertificateID, status: TestOCSPCertificateStatus) {
        self.certificateID = certificateID
        self.status = status
    }

    /// The complete SingleResponse.
    var der: [UInt8] {
        DERWriter.sequence(
            certificateID.der,
            status.der,
            thisUpdateEncoding.der(thisUpdate),
            nextUpdate.map { DERWriter.explicit(0, nextUpdateEncoding.der($0)) } ?? [],
            extensions.list.isEmpty ? [] : DERWriter.explicit(1, extensions.der)
        )
    }
}
