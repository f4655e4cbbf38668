import FileAccess
import SecretMemory
import TrustOpenSSL

/// The files of one identity, whose errors name the identity and the file.
struct IdentitySource {
    let configuration: IdentityConfiguration
    let files: IdentityFiles

    /// The warnings about the files.
    var warnings: [IdentityWarning] {
        var warnings: [IdentityWarning] = []
        if configuration.allowReadableByOthers {
            let path =
                switch configuration.source {
                case .pkcs12(let path), .pem(_, let path): path
                }
            warnings.append(.readableByOthers(path))
        }
        if case .environment = configuration.passphrase { warnings.append(.passphraseInEnvironment) }
        return warnings
    }

    /// Reads the passphrase; nil if none is configured.
    func passphrase() throws(IdentityError) -> SecretBytes? {
        switch configuration.passphrase {
        case nil: return nil
        case .file(let path): return try passphrase(inFile: path)
        case .environment(let name):
            guard let value = files.environment(name) else {
                throw error(.unreadable, "the environment variable \(name)", reason: "is not set")
            }
            return value
        case .credential(let name):
            let what = "the credential \(name)"
            guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")) else {
                throw error(.unreadable, what, reason: "does not have a valid name")
            }
            guard let directory = files.environment("CREDENTIALS_DIRECTORY")?.text, !directory.isEmpty else {
                throw error(
                    .unreadable,
                    what,
                    reason: "is not available: CREDENTIALS_DIRECTORY is not set; add LoadCredential to the unit"
                )
            }
            return try passphrase(inFile: "\(directory)/\(name)")
        }
    }

    private func passphrase(inFile path: String) throws(IdentityError) -> SecretBytes {
        let maximum = IdentityLoader.maximumPassphraseBytes
        let file = try secret(path, maximum: maximum)
        do throws(SecretTextFailure) {
            if let passphrase = try file.text() { return passphrase }
        } catch {
            throw self.error(.unreadable, path, reason: error.reason)
        }
        throw error(.libraryFailure, path, reason: "cannot be read: memory is exhausted")
    }

    /// Reads a file with a secret.
    func secret(_ path: String, maximum: Int) throws(IdentityError) -> SecretBytes {
        do throws(SecretFileFailure) {
            return try files.secret(path, maximum, configuration.allowReadableByOthers)
        } catch {
            switch error.code {
            case .unreadable: throw self.error(.unreadable, path, reason: error.reason)
            case .tooLarge: throw self.error(.tooLarge, path, reason: error.reason)
            case .permissions:
                throw self.error(.permissions, path, reason: error.reason + ", or set allowReadableByOthers: true")
            case .changed: throw self.error(.changed, path, reason: error.reason)
            }
        }
    }

    /// Reads a file with certificates.
    func bytes(_ path: String) throws(IdentityError) -> [UInt8] {
        do throws(LocalFiles.Failure) {
            return try files.certificates(path, IdentityLoader.maximumBytes)
        } catch {
            throw self.error(.unreadable, path, reason: error.reason)
        }
    }

    func error(_ code: IdentityError.Code, _ source: String, reason: String) -> IdentityError {
        IdentityError(code, identity: configuration.name, source: source, reason: reason)
    }

    func error(_ error: PrivateKeyError, _ path: String) -> IdentityError {
        let code: IdentityError.Code =
            switch error.code {
            case .wrongPassphrase: .wrongPassphrase
            case .passphraseMissing: .passphraseMissing
            case .malformed: .malformed
            case .noPrivateKey: .noPrivateKey
            case .noCertificate: .noCertificate
            case .ambiguous: .ambiguous
            case .certificateMismatch: .certificateMismatch
            case .unsupportedAlgorithm: .unsupportedAlgorithm
            case .unsupportedKey: .unsupportedKey
            case .tooExpensive: .tooExpensive
            case .libraryFailure: .libraryFailure
            }
        return self.error(code, path, reason: error.reason)
    }
}

extension SecretBytes {
    /// The bytes as text, for values that are not secret.
    fileprivate var text: String {
        withSpan { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    }
}
