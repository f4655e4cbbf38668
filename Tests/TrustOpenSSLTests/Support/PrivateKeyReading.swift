import SecretMemory
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

/// Copies bytes to protected memory.
func secret(_ bytes: some Sequence<UInt8>) throws -> SecretBytes {
    guard let secret = SecretBytes(copying: Array(bytes).span) else { throw PrivateKeyError.exhausted }
    return secret
}

/// Reads a PKCS #12 file with a passphrase.
func readPKCS12(_ file: [UInt8], _ passphrase: String? = "secret") throws -> PKCS12Contents {
    try PKCS12Contents(secret(file), passphrase: passphrase.map { try secret($0.utf8) })
}

/// Reads a private key in PEM.
func readKey(_ pem: String, _ passphrase: String? = nil) throws -> SigningKey {
    try SigningKey(pem: secret(pem.utf8), passphrase: passphrase.map { try secret($0.utf8) })
}

/// Returns the code of the error that the function throws; nil if it throws none.
func code(_ body: () throws -> Void) throws -> PrivateKeyError.Code? {
    do {
        try body()
        return nil
    } catch let error as PrivateKeyError {
        return error.code
    }
}

extension SigningAlgorithm {
    /// The arguments of `openssl` that verify a signature in `signature` of the message in `message` with `key`.
    func verification(key: String, message: String, signature: String) -> [String] {
        let dgst = ["dgst", "-verify", key, "-signature", signature]
        let pss = ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_mgf1_md:", "-sigopt", "rsa_pss_saltlen:"]
        func digest(_ name: String, _ length: Int) -> [String] {
            switch self {
            case .rsaPSSWithSHA256, .rsaPSSWithSHA384, .rsaPSSWithSHA512:
                dgst + ["-\(name)", pss[0], pss[1], pss[2], pss[3] + name, pss[4], pss[5] + "\(length)", message]
            default: dgst + ["-\(name)", message]
            }
        }
        return switch digestLength {
        case 32: digest("sha256", 32)
        case 48: digest("sha384", 48)
        case 64: digest("sha512", 64)
        default: ["pkeyutl", "-verify", "-pubin", "-inkey", key, "-rawin", "-in", message, "-sigfile", signature]
        }
    }
}
