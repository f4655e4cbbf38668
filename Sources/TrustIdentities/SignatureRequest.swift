package import TrustModel
import X509Parsing

/// Content that a client asks an identity to sign.
package enum SignatureRequest: Sendable, Equatable {
    /// The CertificateVerify message of a TLS 1.3 client (RFC 8446 section 4.4.3), by the hash of the handshake.
    case tls13CertificateVerify(transcriptHash: [UInt8])
    /// A challenge of anchord's own format, with the time of the signature.
    case challenge(namespace: String, audience: String, nonce: [UInt8], time: Instant)
    /// A digest, which may be that of any content.
    case digest([UInt8])
    /// Any content except signed parts of certificates and similar structures.
    case message([UInt8])
}

/// The reasons why content is not signed.
package enum SignatureRequestError: Error, Sendable, Equatable {
    /// The configuration of the identity does not allow digests and messages.
    case digestsNotAllowed
    /// A part of the request is invalid; the clause names the part and its limits.
    case invalid(String)
    /// TLS 1.3 does not have the algorithm for keys of this type.
    case algorithmNotInTLS13(SigningAlgorithm, SigningKeyType)
    /// The message is a structure that the daemon never signs.
    case forbiddenContent(String)
    case signing(SigningError)
}

extension SignatureRequestError: CustomStringConvertible {
    /// The error and the accepted values.
    package var description: String {
        switch self {
        case .digestsNotAllowed: "the identity signs digests and messages only if its configuration has digests: true"
        case .invalid(let reason): reason
        case .algorithmNotInTLS13(let algorithm, let type):
            "TLS 1.3 does not use \(algorithm.rawValue) with keys of type \(type.rawValue); use "
                + type.tls13Algorithms.map(\.rawValue).joined(separator: " or ")
        case .forbiddenContent(let form): "the message is \(form), which identities never sign"
        case .signing(let error): error.description
        }
    }
}

extension SignatureRequest {
    /// The maximum length of a message in bytes.
    package static let maximumMessageBytes = 65536
    private static let maximumNamespaceBytes = 64
    private static let maximumAudienceBytes = 1024
    private static let nonceBytes = 16...256

    /// Returns the bytes to sign; nil if the request contains a digest.
    ///
    /// - Throws: ``SignatureRequestError`` if a part has an invalid length or invalid characters.
    package func content() throws(SignatureRequestError) -> [UInt8]? {
        switch self {
        case .tls13CertificateVerify(let hash):
            guard [32, 48].contains(hash.count) else {
                throw .invalid("the transcript hash has \(hash.count) bytes instead of 32 or 48")
            }
            let context = "TLS 1.3, client CertificateVerify"
            return [UInt8](repeating: 0x20, count: 64) + Array(context.utf8) + [0] + hash
        case .challenge(let namespace, let audience, let nonce, let time):
            try Self.check(namespace: namespace, audience: audience, nonce: nonce)
            var content = Array("anchord-challenge-v1\0".utf8)
            for part in [Array(namespace.utf8), Array(audience.utf8), nonce, Array(time.description.utf8)] {
                for shift in [24, 16, 8, 0] { content.append(UInt8(truncatingIfNeeded: part.count >> shift)) }
                content += part
            }
            return content
        case .digest: return nil
        case .message(let message):
            guard message.count <= Self.maximumMessageBytes else {
                throw .invalid("the message has \(message.count) bytes, more than \(Self.maximumMessageBytes)")
            }
            if let form = SignedStructureForm.name(of: message) { throw .forbiddenContent(form) }
            return message
        }
    }

    private static func check(
        namespace: String,
        audience: String,
        nonce: [UInt8]
    ) throws(SignatureRequestError) {
        guard (1...maximumNamespaceBytes).contains(namespace.utf8.count),
            namespace.utf8.allSatisfy(isNamespaceByte)
        else {
            throw .invalid(
                "the namespace must have 1 to \(maximumNamespaceBytes) lower-case letters, digits, hyphens and periods"
            )
        }
        guard (1...maximumAudienceBytes).contains(audience.utf8.count) else {
            throw .invalid("the audience has \(audience.utf8.count) bytes instead of 1 to \(maximumAudienceBytes)")
        }
        guard nonceBytes.contains(nonce.count) else {
            throw .invalid(
                "the nonce has \(nonce.count) bytes instead of \(nonceBytes.lowerBound) to \(nonceBytes.upperBound)"
            )
        }
    }

    private static func isNamespaceByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        }
    }
}
