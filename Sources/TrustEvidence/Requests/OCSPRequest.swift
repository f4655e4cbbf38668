package import TrustEvaluation
package import TrustModel

/// An OCSP request about one certificate (RFC 6960 section 4.1, in the lightweight profile of RFC 5019).
package struct OCSPRequest: Sendable, Hashable {
    /// The digest algorithms that identify the issuer (CertID).
    package enum Digest: Sendable, Hashable {
        case sha256
        /// Only as a fallback: many responders know no other algorithm.
        case sha1

        var algorithm: OID {
            switch self {
            case .sha256: .sha256
            case .sha1: .sha1
            }
        }
    }

    /// The length of a nonce (RFC 9654 section 2.1), in bytes.
    package static let nonceLength = 32

    /// The DER encoding.
    package let der: [UInt8]

    /// Creates a request; nil if the library cannot compute the digests.
    ///
    /// Without a nonce, a responder may answer with a response that it produced earlier (RFC 5019 section 4).
    package init?(
        about certificate: Certificate,
        issuedBy issuer: Certificate,
        _ digest: Digest,
        _ digests: any RevocationEvidenceVerifying,
        nonce: [UInt8]? = nil
    ) {
        let algorithm = digest.algorithm
        guard let name = digests.digest(of: certificate.facts.issuer.der, algorithm: algorithm),
            let key = digests.digest(ofPublicKeyOf: issuer, algorithm: algorithm)
        else { return nil }
        let identifier = DERElement.sequence(
            DERElement.sequence(DERElement.objectIdentifier(algorithm.der), DERElement.null),
            DERElement.octetString(name),
            DERElement.octetString(key),
            DERElement.integer(content: certificate.facts.serialNumber)
        )
        let requests = DERElement.sequence(DERElement.sequence(identifier))
        der = DERElement.sequence(DERElement.sequence(requests, nonce.map(Self.extensions) ?? []))
    }

    private static func extensions(nonce: [UInt8]) -> [UInt8] {
        let identifier: [UInt8] = [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0x02]
        let value = DERElement.octetString(DERElement.octetString(nonce))
        return DERElement.explicit(
            2,
            DERElement.sequence(DERElement.sequence(DERElement.objectIdentifier(identifier), value))
        )
    }

    /// The exclusive limit on the length of a URL with a request, in bytes (RFC 5019 section 5).
    private static let maximumURL = 256

    /// Returns the HTTP request to a responder: a GET if the URL is short enough, so that caches can answer, else a POST.
    ///
    /// - Parameters:
    ///   - responder: The location of the responder.
    ///   - maximumBytes: The maximum length of the response, in bytes.
    ///   - isPost: Whether the request is a POST although a GET is possible.
    /// - Returns: The request to send.
    package func httpRequest(to responder: String, maximumBytes: Int, isPost: Bool = false) -> EvidenceRequest {
        let post = EvidenceRequest(.ocsp, url: responder, body: der, maximumBytes: maximumBytes)
        guard !isPost, !responder.utf8.contains(where: { $0 == 0x3F || $0 == 0x23 }) else { return post }
        let url = responder + (responder.hasSuffix("/") ? "" : "/") + Self.percentEncoded(Base64.encode(der))
        return url.utf8.count < Self.maximumURL
            ? EvidenceRequest(.ocsp, url: url, maximumBytes: maximumBytes) : post
    }

    /// Escapes the characters of base64 that are not unreserved in URLs (RFC 3986 section 2.3).
    private static func percentEncoded(_ base64: String) -> String {
        base64.reduce(into: "") { text, character in
            switch character {
            case "+": text += "%2B"
            case "/": text += "%2F"
            case "=": text += "%3D"
            default: text.append(character)
            }
        }
    }
}
