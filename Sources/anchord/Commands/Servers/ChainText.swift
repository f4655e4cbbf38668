import StructuredDocuments
import TLSChainClient
import TrustEvaluation
import TrustModel
import TrustOpenSSL

/// The text of `anchord chain`: PEM blocks with comments (RFC 7468 section 5.2 permits explanatory text).
enum ChainText {
    static func of(
        _ chain: PresentedChain,
        from endpoint: TLSEndpoint,
        serverName: String?,
        at instant: Instant
    ) -> String {
        var header = [
            "Sent by \(endpoint) at \(instant). Nothing was verified.",
            "  server name: \(serverName ?? "none")",
            "  protocol: \(chain.protocolVersion)",
            "  stapled OCSP response: \(chain.ocspResponse.map { "\($0.count) bytes" } ?? "none")",
            "  certificate timestamps in the handshake: \(chain.timestampCount.map(String.init) ?? "malformed")",
            "  certificates: \(chain.certificates.count)",
        ]
        if let interruption = chain.interruption {
            header.append("  The server \(interruption.reason)")
        }
        let blocks = chain.certificates.enumerated().map { position, der in
            comments(["", "Certificate \(position)"] + description(of: der)) + PEMText.encode(der, label: "CERTIFICATE")
        }
        return comments(header) + blocks.joined()
    }

    private static func description(of der: [UInt8]) -> [String] {
        let digest = "  sha256: \(SHA256.fingerprint(of: der[...]).hex)"
        do throws(CertificateReadingError) {
            let read = try OpenSSLCertificateReader().certificates(in: der, limits: CertificateLimits(count: 1))
            guard let facts = read.first?.facts else { return [digest] }
            let times = [facts.notBefore, facts.notAfter].map { $0?.description ?? "unreadable" }
            return [
                "  subject: \(facts.subject.description)",
                "  issuer: \(facts.issuer.description)",
                "  validity: \(times[0]) to \(times[1])",
                digest,
            ]
        } catch {
            return ["  unreadable: \(error.reason)", digest]
        }
    }

    /// Returns lines of comments, in which no name from a certificate can control a terminal or begin a PEM block.
    private static func comments(_ lines: [String]) -> String {
        lines.map { line in
            // Some readers find a block anywhere in a line; RFC 4514 section 2.4 permits this form of a hyphen.
            let safe = QuotedText.printable(line).replacing("---", with: #"\2D\2D\2D"#)
            return safe.isEmpty ? "#\n" : "# \(safe)\n"
        }.joined()
    }
}
