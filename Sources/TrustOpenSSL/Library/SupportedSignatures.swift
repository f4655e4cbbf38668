import COpenSSL
import TrustEvaluation
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

    /// Returns whether the library at run time has a post-quantum algorithm, by its name.
    ///
    /// The library that the program was built with does not matter.
    static func has(_ algorithm: PostQuantumAlgorithm) throws(LibraryFailure) -> Bool {
        OpenSSLError.clear()
        let isFound = unsafe LibraryContext.shared?.withUnsafePointer { library in
            let keys = unsafe EVP_KEYMGMT_fetch(library, algorithm.name, nil)
            let signatures = unsafe EVP_SIGNATURE_fetch(library, algorithm.name, nil)
            defer {
                unsafe EVP_KEYMGMT_free(keys)
                unsafe EVP_SIGNATURE_free(signatures)
            }
            return unsafe keys != nil && signatures != nil
        }
        if isFound != true { try OpenSSLError.requireMemory() }
        return isFound ?? false
    }

    /// The name and version of the library at run time, such as `OpenSSL 3.0.22 25 Aug 2026`.
    static var library: String {
        unsafe OpenSSL_version(OPENSSL_VERSION).map { unsafe String(cString: $0) } ?? "OpenSSL"
    }
}
