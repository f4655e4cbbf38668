import Synchronization
import TrustEvaluation
import TrustModel
import X509Parsing

/// A subject's public key, decoded when it is first asked to check a signature.
///
/// Most keys never are: a leaf's signs nothing in its path. Whoever makes a certificate chooses what decoding its key
/// costs, so that only kinds and curves that are known are decoded at all, and no curve by parameters (RFC 5480 section
/// 2.1.1).
final class PublicKeyHandle: Sendable {
    private enum State {
        case encoded
        case decoded(DecodedKey)
        case unusable
    }

    /// The certificate, which shares these bytes, or a SubjectPublicKeyInfo alone.
    private let der: [UInt8]
    private let place: Range<Int>
    private let kind: PublicKeyFacts.Kind
    private let state: Mutex<State>

    /// Takes the place of the whole SubjectPublicKeyInfo in some DER, and the facts that were read of it.
    init(_ der: [UInt8], at place: Range<Int>, _ facts: PublicKeyFacts) {
        self.der = der
        self.place = place
        kind = facts.kind
        state = Mutex(facts.isDecodable ? .encoded : .unusable)
    }

    /// The whole SubjectPublicKeyInfo.
    var info: ArraySlice<UInt8> { der[place] }

    /// The octets of the key's bit string; nil only for what is no SubjectPublicKeyInfo.
    var bits: [UInt8]? {
        PublicKeyParser.octets(ofKeyIn: info).map(Array.init)
    }

    /// The key; nil where it is of no use, which is remembered, unlike a failure of the library.
    func decoded() throws(LibraryFailure) -> DecodedKey? {
        try state.withLock { state throws(LibraryFailure) in
            if case .encoded = state {
                state = try DecodedKey.decoding(info, kind).map { .decoded($0) } ?? .unusable
            }
            return if case .decoded(let key) = state { key } else { nil }
        }
    }

    /// Whether the key is known to be of no use.
    var isUnusable: Bool { state.withLock { if case .unusable = $0 { true } else { false } } }

    /// Whether the key made the signature over a part of some DER; false also where the key or the algorithm is of no use.
    func hasSigned(_ part: SignedPart, of der: [UInt8]) throws(LibraryFailure) -> Bool {
        guard let key = try decoded() else { return false }
        guard let scheme = SignatureScheme(der[part.algorithm], for: kind) else {
            return try key.hasSigned(part, of: der)
        }
        return try key.hasSigned(der[part.content], signature: der[part.signature], by: scheme)
    }
}

extension PublicKeyFacts {
    /// Whether a key is of a kind that OpenSSL is asked about; which has other names for some, so ours decides.
    fileprivate var isDecodable: Bool {
        guard defect == nil else { return false }
        return switch kind {
        case .rsa, .rsaPSS, .dsa: bits != nil
        case .ed25519, .ed448: true
        case .ellipticCurve(let curve): curve.map(PublicKeyParser.isKnown) ?? false
        case .other: false
        }
    }
}
