import FileAccess
import SecretMemory

/// The files and the environment from which identities are loaded.
struct IdentityFiles: Sendable {
    /// Reads a file with a secret.
    typealias SecretReading =
        @Sendable (
            _ path: String, _ maximum: Int, _ allowsOtherReaders: Bool
        ) throws(SecretFileFailure) -> SecretBytes
    /// Reads a file without secrets.
    typealias PublicReading = @Sendable (_ path: String, _ maximum: Int) throws(LocalFiles.Failure) -> [UInt8]

    let secret: SecretReading
    let certificates: PublicReading
    let environment: @Sendable (_ name: String) -> SecretBytes?

    /// Creates a source from its functions.
    init(
        secret: @escaping SecretReading,
        certificates: @escaping PublicReading,
        environment: @escaping @Sendable (_ name: String) -> SecretBytes?
    ) {
        self.secret = secret
        self.certificates = certificates
        self.environment = environment
    }

    /// The file system and the environment of this process.
    static let local = IdentityFiles(
        secret: { path, maximum, allowsOtherReaders throws(SecretFileFailure) in
            try LocalFiles.secret(of: path, maximum: maximum, allowsOtherReaders: allowsOtherReaders)
        },
        certificates: { path, maximum throws(LocalFiles.Failure) in
            try LocalFiles.bytes(of: path, maximum: maximum)
        },
        environment: { SecretBytes.environment($0) }
    )
}
