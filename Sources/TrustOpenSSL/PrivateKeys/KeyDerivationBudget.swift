import COpenSSL
import X509Parsing

/// The work that one file may cause by its iteration counts.
struct KeyDerivationBudget {
    /// The maximum number of iterations, which take a few seconds.
    static let maximum = 10_000_000

    private var remaining = maximum

    /// Subtracts a number of iterations.
    mutating func spend(_ iterations: Int) throws(PrivateKeyError) {
        guard (0...remaining).contains(iterations) else {
            throw PrivateKeyError(
                .tooExpensive,
                "requires more than \(Self.maximum) iterations to derive keys from the passphrase; encrypt it again with "
                    + "fewer iterations"
            )
        }
        remaining -= iterations
    }

    /// Parses an encryption algorithm, subtracts its iterations, and returns it.
    ///
    /// - Throws: ``PrivateKeyError`` if the algorithm is malformed, unsupported, or too expensive.
    mutating func spend(
        on algorithm: UnsafePointer<X509_ALGOR>?
    ) throws(PrivateKeyError) -> PasswordEncryption.Scheme {
        let encryption: PasswordEncryption
        do throws(DERError) {
            encryption = try PasswordEncryption.parse(unsafe Self.encode(algorithm))
        } catch {
            throw PrivateKeyError(.malformed, "has a malformed encryption algorithm: \(error.reason)")
        }
        if case .other(let name) = encryption.scheme {
            throw PrivateKeyError(
                .unsupportedAlgorithm,
                "is encrypted with the unsupported algorithm \(name); encrypt it again with AES"
            )
        }
        try spend(encryption.cost)
        return encryption.scheme
    }

    private static func encode(_ algorithm: UnsafePointer<X509_ALGOR>?) -> [UInt8] {
        let count = unsafe Int(i2d_X509_ALGOR(algorithm, nil))
        guard count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var next = buffer.baseAddress
            initialized = unsafe max(0, Int(i2d_X509_ALGOR(algorithm, &next)))
        }
    }
}
