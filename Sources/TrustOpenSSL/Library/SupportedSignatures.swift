import COpenSSL
import TrustModel

/// The signature algorithms that OpenSSL supports with the key types decoded here.
enum SupportedSignatures {
    private static let keyKinds: Set<Int32> = [
        NID_rsaEncryption, NID_rsassaPss, NID_dsa, NID_dsa_2, NID_X9_62_id_ecPublicKey, NID_ED25519, NID_ED448,
    ]

    static func contains(_ algorithm: OID) -> Bool {
        defer { OpenSSLError.clear() }
        let identifier = unsafe OBJ_txt2nid(algorithm.description)
        var (digest, key) = (NID_undef, NID_undef)
        guard identifier != NID_undef, unsafe OBJ_find_sigid_algs(identifier, &digest, &key) == 1 else { return false }
        return keyKinds.contains(key) && (digest == NID_undef || MessageDigest.isAvailable(digest))
    }
}
