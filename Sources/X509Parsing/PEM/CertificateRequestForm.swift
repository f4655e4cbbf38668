import TrustModel

/// Recognizes certificate signing requests (RFC 2986), which are often sent in place of the certificate.
enum CertificateRequestForm {
    /// The labels of PEM blocks with a request.
    static let labels = ["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"]

    /// The error about a request in place of certificates.
    static func error(offset: Int?) -> CertificateReadingError {
        CertificateReadingError(
            .noCertificate,
            offset: offset,
            reason:
                "there is a certificate signing request in place of a certificate; send the certificate that the CA issued"
        )
    }

    /// Whether DER begins like a request: a version, and then a name instead of an algorithm.
    static func matches(_ der: [UInt8]) -> Bool {
        guard var information = content(of: der), information.nextTag == DERTag.integer,
            (try? information.readAny("the version")) != nil, information.nextTag == DERTag.sequence,
            let name = try? information.readAny("the subject")
        else { return false }
        return information.inside(name).nextTag != DERTag.objectIdentifier
    }

    /// Whether DER begins like a certificate: with a version, or in version 1 with a serial number and an algorithm.
    static func isCertificate(_ der: [UInt8]) -> Bool {
        guard var signed = content(of: der) else { return false }
        if signed.nextTag == DERTag.constructed(0) { return true }
        guard signed.nextTag == DERTag.integer, (try? signed.readAny("the serial number")) != nil,
            let algorithm = try? signed.readAny("the algorithm"), algorithm.tag == DERTag.sequence,
            signed.inside(algorithm).nextTag == DERTag.objectIdentifier,
            let issuer = try? signed.readAny("the issuer"), issuer.tag == DERTag.sequence
        else { return false }
        // A CRL has a time here, and a certificate a validity period.
        return signed.nextTag == DERTag.sequence
    }

    /// Returns a reader of the signed part.
    private static func content(of der: [UInt8]) -> DERReader? {
        var outer = DERReader(der)
        guard let whole = try? outer.read(DERTag.sequence, "the input") else { return nil }
        var inner = outer.inside(whole)
        guard let signed = try? inner.read(DERTag.sequence, "the signed part") else { return nil }
        return inner.inside(signed)
    }
}
