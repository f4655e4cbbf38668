import Synchronization
import TrustModel

/// The keys with which one signature was verified.
///
/// Only successful checks are recorded: a certificate with a wrong key, which anyone can send, must not displace the right
/// one.
final class VerifiedKeys: SignatureRecord {
    /// The maximum number of recorded keys; a signature usually has one.
    private static let maximumKeys = 4

    /// The digest of the signed bytes by the algorithm of the signature; nil if it was not computed.
    let digest: [UInt8]?
    private let keys = Mutex<[Fingerprint]>([])

    init(digest: [UInt8]? = nil) {
        self.digest = digest
    }

    var isDigested: Bool { digest != nil }

    func contains(keyOf signer: Certificate) -> Bool {
        guard let key = Self.key(of: signer) else { return false }
        return keys.withLock { $0.contains(key) }
    }

    func insert(keyOf signer: Certificate) {
        guard let key = Self.key(of: signer) else { return }
        keys.withLock { keys in
            if keys.count < Self.maximumKeys, !keys.contains(key) { keys.append(key) }
        }
    }

    /// The digest of a public key; nil if the key inherits parameters, which the digest does not cover.
    private static func key(of signer: Certificate) -> Fingerprint? {
        signer.facts.publicKey.parametersFrom == nil ? signer.facts.publicKeyFingerprint : nil
    }
}
