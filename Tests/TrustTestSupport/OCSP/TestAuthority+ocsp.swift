extension TestAuthority {
    /// Changes the template of an OCSP response before it is signed.
    package typealias OCSPResponseEdit = (inout OCSPResponseTemplate) throws -> Void

    /// Makes the certificate of an OCSP responder to which this authority delegates (RFC 6960 section 4.2.2.2).
    ///
    /// It may sign OCSP responses and carries id-pkix-ocsp-nocheck; the edit may take away either.
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

    /// Makes a response about certificates of this authority, all of the same status.
    ///
    /// - Parameters:
    ///   - certificates: the certificates, named by digests of this authority's name and key.
    ///   - status: what the responder knows of them.
    ///   - digest: the digest that names them.
    ///   - responder: the delegate that signs, whose certificate is sent along; nil signs with this authority's key and
    ///     sends no certificate.
    ///   - edit: changes the response; may add other answers, name the responder by its key, or forge it.
    /// - Returns: a response named after its responder, a day older than the reference moment.
    /// - Throws: ``OpenSSLFailure`` where the key cannot sign, and what the edit throws.
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
