import TrustTestSupport

extension OpenSSLProgram {
    /// Returns the output of `openssl crl -text` for a CRL.
    func text(_ list: TestRevocationList) throws -> Outcome {
        let path = try file("list.pem", list.pem)
        return try run(["crl", "-noout", "-text", "-nameopt", "RFC2253", "-in", path])
    }

    /// Verifies a CRL's signature with `openssl crl` and a certificate that has the issuer's name.
    func verify(_ list: TestRevocationList, issuer: TestCertificate) throws -> Outcome {
        try run([
            "crl", "-noout", "-verify", "-no-CApath", "-no-CAstore", "-inform", "DER",
            "-CAfile", try file("issuer.pem", issuer.pem), "-in", try file("list.der", list.der),
        ])
    }

    /// Verifies a certificate like ``verify(_:root:untrusted:at:options:)``, and checks CRLs.
    func verify(
        _ certificate: TestCertificate,
        root: TestCertificate,
        untrusted: [TestCertificate] = [],
        at instant: TestInstant = .reference,
        lists: [TestRevocationList],
        options: [String] = []
    ) throws -> Outcome {
        let path = try file("lists.pem", lists.map(\.pem).joined())
        return try verify(
            certificate,
            root: root,
            untrusted: untrusted,
            at: instant,
            options: ["-crl_check", "-CRLfile", path] + options
        )
    }

    /// Returns the output of `openssl ocsp` for a response without verifying it.
    func text(_ response: TestOCSPResponse) throws -> Outcome {
        try run(["ocsp", "-noverify", "-resp_text", "-respin", try file("response.der", response.der)])
    }

    /// Verifies a response with `openssl ocsp` at the reference time, and looks up a certificate in it.
    func evaluate(
        _ response: TestOCSPResponse,
        about certificate: TestCertificate,
        issuer: TestCertificate,
        root: TestCertificate,
        digest: TestDigest
    ) throws -> Outcome {
        try run([
            "ocsp", "-no_nonce", "-no-CApath", "-no-CAstore", "-CAfile", try file("root.pem", root.pem),
            "-attime", String(TestInstant.reference.secondsSince1970),
            // The program ignores -attime for the times of a response; the allowed deviation spans decades.
            "-validity_period", "2000000000",
            "-issuer", try file("issuer.pem", issuer.pem),
            // The digest applies only to the certificates after it.
            "-" + digest.rawValue.lowercased(), "-cert", try file("leaf.pem", certificate.pem),
            "-respin", try file("response.der", response.der),
        ])
    }
}
