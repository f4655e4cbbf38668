/// Holds what a response says of one certificate (RFC 6960 section 4.2.1), to be changed by a test before it is signed.
package struct OCSPSingleResponseTemplate: Sendable {
    /// The certificate of which the response speaks.
    package var certificateID: TestOCSPCertificateID
    /// What the responder knows of it.
    package var status: TestOCSPCertificateStatus
    /// The moment at which the status was known to be right.
    package var thisUpdate = TestInstant.reference.adding(days: -1)
    /// The moment by which newer facts are at hand; nil writes none, which means that they always are.
    package var nextUpdate: TestInstant? = .reference.adding(days: 6)
    /// How ``thisUpdate`` is written.
    package var thisUpdateEncoding = TestTimeEncoding.generalized
    /// How ``nextUpdate`` is written.
    package var nextUpdateEncoding = TestTimeEncoding.generalized
    /// The singleExtensions; none at all leaves the field out.
    package var extensions = TestExtensions()

    /// Makes an answer of a day before the reference moment for 7 days.
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
