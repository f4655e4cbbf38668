import TrustModel

/// A password-based encryption scheme of a private key or a PKCS #12 file (RFC 8018 section 6, RFC 7292 appendix C).
package struct PasswordEncryption: Equatable {
    /// The supported schemes.
    package enum Scheme: Equatable, Sendable {
        /// PBES2 with PBKDF2 or scrypt.
        case pbes2
        /// PKCS #12 encryption with triple DES.
        case tripleDES
        /// PKCS #12 encryption with RC2, as written by older tools.
        case rc2
        /// Another scheme, by its identifier or name.
        case other(String)
    }

    /// The scheme.
    package let scheme: Scheme
    /// The number of iterations that derive the key; for scrypt, the product of its three cost parameters.
    package let cost: Int

    /// Parses an AlgorithmIdentifier.
    package static func parse(_ der: [UInt8]) throws(DERError) -> PasswordEncryption {
        var reader = DERReader(der)
        let algorithm = try reader.readAlgorithm("the encryption algorithm")
        try reader.requireEnd("the encryption algorithm")
        let scheme: Scheme
        switch algorithm.algorithm {
        case pbes2: return try parsePBES2(algorithm.parameters ?? [])
        case pkcs12TripleDES, pkcs12TripleDES2: scheme = .tripleDES
        case pkcs12RC2, pkcs12RC240: scheme = .rc2
        case let other: return PasswordEncryption(scheme: .other(names[other] ?? "\(other)"), cost: 0)
        }
        var outer = DERReader(algorithm.parameters ?? [])
        var parameters = outer.inside(try outer.read(DERTag.sequence, "the encryption parameters"))
        _ = try parameters.read(DERTag.octetString, "the salt")
        return PasswordEncryption(scheme: scheme, cost: try parameters.readCount("the iteration count"))
    }

    /// Returns the iterations of an authentication code with PBMAC1 (RFC 8018 section 7.1, RFC 9579).
    ///
    /// - Parameter parameters: The parameters of the algorithm; like those of PBES2, they begin with the key derivation.
    /// - Returns: The number of iterations; nil if the key derivation function is not supported.
    /// - Throws: ``DERError`` if the parameters are malformed.
    package static func iterations(ofPBMAC1 parameters: [UInt8]) throws(DERError) -> Int? {
        let derivation = try parsePBES2(parameters)
        if case .other = derivation.scheme { return nil }
        return derivation.cost
    }

    private static func parsePBES2(_ der: [UInt8]) throws(DERError) -> PasswordEncryption {
        var outer = DERReader(der)
        var inner = outer.inside(try outer.read(DERTag.sequence, "the parameters of PBES2"))
        let derivation = try inner.readAlgorithm("the key derivation function")
        var whole = DERReader(derivation.parameters ?? [])
        var parameters = whole.inside(try whole.read(DERTag.sequence, "the parameters of the key derivation function"))
        switch derivation.algorithm {
        case pbkdf2:
            _ = try parameters.readAny("the salt")
            return PasswordEncryption(scheme: .pbes2, cost: try parameters.readCount("the iteration count"))
        case scrypt:
            _ = try parameters.readAny("the salt")
            var cost = 1
            for what in ["the cost parameter", "the block size", "the parallelization parameter"] {
                let product = cost.multipliedReportingOverflow(by: try parameters.readCount(what))
                cost = product.overflow ? Int.max : product.partialValue
            }
            return PasswordEncryption(scheme: .pbes2, cost: cost)
        case let other: return PasswordEncryption(scheme: .other("PBES2 with \(other)"), cost: 0)
        }
    }

    private static let pbes2 = OID(1, 2, 840, 113549, 1, 5, 13)
    private static let pbkdf2 = OID(1, 2, 840, 113549, 1, 5, 12)
    private static let scrypt = OID(1, 3, 6, 1, 4, 1, 11591, 4, 11)
    private static let pkcs12TripleDES = OID(1, 2, 840, 113549, 1, 12, 1, 3)
    private static let pkcs12TripleDES2 = OID(1, 2, 840, 113549, 1, 12, 1, 4)
    private static let pkcs12RC2 = OID(1, 2, 840, 113549, 1, 12, 1, 5)
    private static let pkcs12RC240 = OID(1, 2, 840, 113549, 1, 12, 1, 6)

    private static let names: [OID: String] = [
        OID(1, 2, 840, 113549, 1, 12, 1, 1): "RC4 with 128 bits",
        OID(1, 2, 840, 113549, 1, 12, 1, 2): "RC4 with 40 bits",
        OID(1, 2, 840, 113549, 1, 5, 3): "DES with MD5",
        OID(1, 2, 840, 113549, 1, 5, 10): "DES with SHA-1",
        OID(1, 2, 840, 113549, 1, 5, 6): "RC2 with MD5",
        OID(1, 2, 840, 113549, 1, 5, 11): "RC2 with SHA-1",
    ]
}
