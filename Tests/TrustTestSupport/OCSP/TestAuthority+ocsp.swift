extension TestAuthority {
    /// Changes the template of an OCSP response before it is signed.
    package typealias OCSPResponseEdit = (inout OCSPResponseTemplate) throws -> Void

    /// Creates the certificate of a delegated OCSP responder (RFC 6960 section 4.2.2.2).
    ///
    /// It has the purpose OCSPSigning and id-pkix-ocsp-nocheck; the edit may remove either.
    package func issueResponder(
        _ commonName: String = "Test Responder",
        key: TestKey? = nil,
        edit: Edit = { _ in }
    ) throws -> TestCertificate {
        var responder = try CertificateTemplate.responder(
            .commonName(commonName),
            key: key ?? .generate(.ecdsaP256),
            issuer: template
        )
        try edit(&responder)
        return try responder.certificate()
    }

    /// Creates a response for certificates of this CA with the same status.
    ///
    /// - Parameters:
    ///   - certificates: the certificates, identified by digests of this CA's name and key.
    ///   - status: the status of the certificates.
    ///   - digest: the digest of the identifiers.
    ///   - responder: the delegated responder that signs, whose certificate is included; nil to sign with this CA's key and
    ///     include no certificate.
    ///   - edit: changes the response, such as its single responses, responder ID or signature.
    /// - Returns: a response with the responder's name, issued a day before the reference time.
    /// - Throws: ``OpenSSLFailure`` if the key cannot sign, and what the edit throws.
    package func ocspResponse(
        for certificates: TestCertificate...,
        status: TestOCSPCertificateStatus = .good,
        digest: TestDigest = .sha1,
        responder: TestCertificate? = nil,
        edit: OCSPResponseEdit = { _ in }
    ) throws -> TestOCSPResponse {
        var response = OCSPResponseTemplate(responder: responder ?? certificate)
        response.certificates = responder.map { [$0] } ?? []
        for certificate in certificates {
            response.add(try TestOCSPCertificateID(certificate, issuer: self, digest: digest), status: status)
        }
        try edit(&response)
        return try response.ocspResponse()
    }
}
