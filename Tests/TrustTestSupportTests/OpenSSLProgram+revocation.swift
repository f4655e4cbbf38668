import TrustTestSupport

extension OpenSSLProgram {
    /// Gives what `openssl crl -text` says of a list.
    func text(_ list: TestRevocationList) throws -> Outcome {
        let path = try file("list.pem", list.pem)
        return try run(["crl", "-noout", "-text", "-nameopt", "RFC2253", "-in", path])
    }

    /// Lets `openssl crl` verify a list's signature with the key of a certificate that has the issuer's name.
    func verify(_ list: TestRevocationList, issuer: TestCertificate) throws -> Outcome {
        try run([
            "crl", "-noout", "-verify", "-no-CApath", "-no-CAstore", "-inform", "DER",
            "-CAfile", try file("issuer.pem", issuer.pem), "-in", try file("list.der", list.der),
        ])
    }

    /// Verifies a certificate as ``verify(_:root:untrusted:at:options:)`` does and looks for it in revocation lists.
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

    /// Gives what `openssl ocsp` prints of a response that it does not verify.
    func text(_ response: TestOCSPResponse) throws -> Outcome {
        try run(["ocsp", "-noverify", "-resp_text", "-respin", try file("response.der", response.der)])
    }

    /// Lets `openssl ocsp` verify a response at the reference moment and look for a certificate in it.
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
            // The moments of an answer are held against the clock, whatever -attime says; the seconds allowed span decades.
            "-validity_period", "2000000000",
            "-issuer", try file("issuer.pem", issuer.pem),
            // Only the certificates after it are named by this digest.
            "-" + digest.rawValue.lowercased(), "-cert", try file("leaf.pem", certificate.pem),
            "-respin", try file("response.der", response.der),
        ])
    }
}
