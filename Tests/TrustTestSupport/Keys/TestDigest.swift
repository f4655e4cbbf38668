import COpenSSL

/// A digest algorithm for signatures, fingerprints and pins.
package enum TestDigest: String, Hashable, CaseIterable, Sendable {
    /// MD5, broken; for tests of rejection.
    case md5 = "MD5"
    /// SHA-1, broken; for key identifiers and tests of rejection.
    case sha1 = "SHA1"
    /// SHA-224.
    case sha224 = "SHA224"
    /// SHA-256.
    case sha256 = "SHA256"
    /// SHA-384.
    case sha384 = "SHA384"
    /// SHA-512.
    case sha512 = "SHA512"

    /// Digests the message.
    ///
    /// - Throws: ``OpenSSLFailure`` if the library offers no such digest.
    package func hash(_ message: [UInt8]) throws -> [UInt8] {
        var output = [UInt8](repeating: 0, count: 64)
        var count: UInt32 = 0
        guard unsafe EVP_Digest(message, message.count, &output, &count, EVP_get_digestbyname(rawValue), nil) == 1
        else {
            throw OpenSSLFailure("EVP_Digest")
        }
        return Array(output.prefix(Int(count)))
    }

    /// The object identifier of the digest (RFC 3279 section 2.1, RFC 4055 section 2.1).
    var objectIdentifier: TestObjectIdentifier {
        switch self {
        case .md5: "1.2.840.113549.2.5"
        case .sha1: "1.3.14.3.2.26"
        case .sha224: "2.16.840.1.101.3.4.2.4"
        case .sha256: "2.16.840.1.101.3.4.2.1"
        case .sha384: "2.16.840.1.101.3.4.2.2"
        case .sha512: "2.16.840.1.101.3.4.2.3"
        }
    }
}
