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
}
