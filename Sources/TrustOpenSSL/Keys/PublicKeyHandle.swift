import Synchronization
import TrustEvaluation
import TrustModel
import X509Parsing

/// A subject's public key, decoded by its first signature check.
///
/// Most keys, such as those of leaves, are never decoded. The author of a certificate controls the cost of decoding its
/// key, so only keys of known types and on named curves are decoded (RFC 5480 section 2.1.1).
final class PublicKeyHandle: Sendable {
    private enum State {
        case encoded
        case decoded(DecodedKey)
        case unusable
    }

    /// The DER of the certificate, shared without a copy, or the DER of a SubjectPublicKeyInfo alone.
    private let der: [UInt8]
    private let place: Range<Int>
    private let kind: PublicKeyFacts.Kind
    private let state: Mutex<State>

    /// Creates a handle for a SubjectPublicKeyInfo, a range of DER, with the parsed facts of its key.
    init(_ der: [UInt8], at place: Range<Int>, _ facts: PublicKeyFacts) {
        self.der = der
        self.place = place
        kind = facts.kind
        state = Mutex(facts.isDecodable ? .encoded : .unusable)
    }

    var info: ArraySlice<UInt8> { der[place] }

    /// The octets of the key's BIT STRING; nil only if the SubjectPublicKeyInfo is invalid.
    var bits: [UInt8]? {
        PublicKeyParser.octets(ofKeyIn: info).map(Array.init)
    }

    /// Returns the decoded key; nil if it is unusable.
    ///
    /// The result, even nil, is stored for later calls; a library failure is not stored.
    func decoded() throws(LibraryFailure) -> DecodedKey? {
        try state.withLock { state throws(LibraryFailure) in
            if case .encoded = state {
                state = try decode().map { .decoded($0) } ?? .unusable
            }
            return if case .decoded(let key) = state { key } else { nil }
        }
    }

    private func decode() throws(LibraryFailure) -> DecodedKey? {
        if case .postQuantum(let algorithm) = kind, try !SupportedSignatures.has(algorithm) { return nil }
        return try DecodedKey.decoding(info, kind)
    }

    var isUnusable: Bool { state.withLock { if case .unusable = $0 { true } else { false } } }

    /// Returns whether the key signed a part of DER; false if the key or the algorithm is unusable.
    ///
    /// `digest` is that of the signed bytes by ``SignatureScheme/digest(of:in:)``; if it is nil, the bytes are digested.
    func hasSigned(
        _ part: SignedPart,
        of der: [UInt8],
        digest: [UInt8]? = nil
    ) throws(LibraryFailure) -> Bool {
        guard let key = try decoded() else { return false }
        guard let scheme = SignatureScheme(der[part.algorithm], for: kind) else {
            guard case .postQuantum(let algorithm) = kind else { return try key.hasSigned(part, of: der) }
            return try key.hasSigned(part, of: der, by: algorithm)
        }
        guard let digest = digest ?? scheme.digest(of: der[part.content]) else {
            throw LibraryFailure("OpenSSL could not compute a digest")
        }
        return try key.hasSigned(digest, signature: der[part.signature], by: scheme)
    }
}

extension PublicKeyFacts {
    /// Whether OpenSSL may decode the key.
    ///
    /// The parsed type decides, since OpenSSL has several names for some types.
    fileprivate var isDecodable: Bool {
        guard defect == nil else { return false }
        return switch kind {
        case .rsa, .rsaPSS, .dsa: bits != nil
        case .ed25519, .ed448, .postQuantum: true
        case .ellipticCurve(let curve): curve.map(PublicKeyParser.isKnown) ?? false
        case .other: false
        }
    }
}
