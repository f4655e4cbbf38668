import COpenSSL
import Synchronization
import TrustEvaluation
import TrustModel
import X509Parsing

/// Owns an EVP_PKEY and a prepared check for each signature scheme in use.
@safe final class DecodedKey {
    private let pointer: OpaquePointer
    private let prepared = Mutex<[SignatureScheme: PreparedCheck]>([:])

    /// Takes ownership of a reference to the key.
    init(owning key: OpaquePointer) {
        unsafe pointer = key
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }

    /// Decodes a SubjectPublicKeyInfo; returns nil if the key is invalid, such as a point that is not on its curve.
    ///
    /// OpenSSL reports exhausted memory during decoding as an unsupported key. Therefore, a key is rejected only after
    /// two failures, between which a known valid key could be decoded.
    ///
    /// - Throws: ``LibraryFailure`` if OpenSSL cannot decode the known valid key.
    static func decoding(
        _ info: ArraySlice<UInt8>,
        _ kind: PublicKeyFacts.Kind
    ) throws(LibraryFailure) -> DecodedKey? {
        if let key = DecodedKey(info, kind) { return key }
        guard DecodedKey(knownKey[...], .ellipticCurve(.prime256v1)) != nil else {
            throw LibraryFailure("OpenSSL could not decode a public key")
        }
        return DecodedKey(info, kind)
    }

    /// The base point of P-256 as a key (SEC 2 section 2.4.2).
    private static let knownKey: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
        0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        0x04, 0x6B, 0x17, 0xD1, 0xF2, 0xE1, 0x2C, 0x42, 0x47, 0xF8, 0xBC, 0xE6, 0xE5,
        0x63, 0xA4, 0x40, 0xF2, 0x77, 0x03, 0x7D, 0x81, 0x2D, 0xEB, 0x33, 0xA0, 0xF4,
        0xA1, 0x39, 0x45, 0xD8, 0x98, 0xC2, 0x96, 0x4F, 0xE3, 0x42, 0xE2, 0xFE, 0x1A,
        0x7F, 0x9B, 0x8E, 0xE7, 0xEB, 0x4A, 0x7C, 0x0F, 0x9E, 0x16, 0x2B, 0xCE, 0x33,
        0x57, 0x6B, 0x31, 0x5E, 0xCE, 0xCB, 0xB6, 0x40, 0x68, 0x37, 0xBF, 0x51, 0xF5,
    ]

    private convenience init?(_ info: ArraySlice<UInt8>, _ kind: PublicKeyFacts.Kind) {
        OpenSSLError.clear()
        defer { OpenSSLError.clear() }
        guard PublicKeyParser.hasRestrictions(info, kind) else {
            guard let key = unsafe KeyParameters(info, kind)?.makeKey() else { return nil }
            unsafe self.init(owning: key)
            return
        }
        let decoded = unsafe LibraryContext.shared?.withUnsafePointer { library in
            unsafe info.withUnsafeBufferPointer { buffer in
                var next = buffer.baseAddress
                return unsafe d2i_PUBKEY_ex(nil, &next, buffer.count, library, nil)
            }
        }
        guard let decoded = unsafe decoded ?? nil else { return nil }
        unsafe self.init(owning: decoded)
    }

    /// Returns whether the key signed some bytes; computes their digest.
    func hasSigned(
        _ digest: [UInt8],
        signature: ArraySlice<UInt8>,
        by scheme: SignatureScheme
    ) throws(LibraryFailure) -> Bool {
        guard let check = check(by: scheme) else { throw Self.unprepared }
        return try check.isSigned(digest, signature: signature)
    }

    private func check(by scheme: SignatureScheme) -> PreparedCheck? {
        prepared.withLock { prepared in
            if let known = prepared[scheme] { return known }
            let made = unsafe PreparedCheck(scheme, with: pointer)
            prepared[scheme] = made
            return made
        }
    }

    func hasSigned(_ part: SignedPart, of der: [UInt8]) throws(LibraryFailure) -> Bool {
        OpenSSLError.clear()
        guard let input = SignatureInput(part, of: der) else {
            // A signature with an unknown algorithm identifier is not valid.
            try OpenSSLError.requireMemory()
            return false
        }
        return try unsafe input.isSigned(with: pointer)
    }

    /// Returns whether the key, which belongs to an algorithm without a separate digest, signed a part of DER.
    ///
    /// Parameters of the algorithm are ignored, because rules reject them.
    func hasSigned(
        _ part: SignedPart,
        of der: [UInt8],
        by algorithm: PostQuantumAlgorithm
    ) throws(LibraryFailure) -> Bool {
        let identifier = algorithm.identifier.der
        // The tag and length of the AlgorithmIdentifier precede its OBJECT IDENTIFIER.
        guard der[part.algorithm].dropFirst(2).starts(with: [0x06, UInt8(identifier.count)] + identifier) else {
            return false
        }
        OpenSSLError.clear()
        guard let context = unsafe EVP_MD_CTX_new() else { throw Self.unprepared }
        defer { unsafe EVP_MD_CTX_free(context) }
        let isReady = unsafe LibraryContext.shared?.withUnsafePointer { library in
            unsafe EVP_DigestVerifyInit_ex(context, nil, nil, library, nil, pointer, nil) == 1
        }
        guard isReady == true else { throw Self.unprepared }
        let isSigned = unsafe der.withUnsafeBufferPointer { der in
            let (message, signature) = (der.extracting(part.content), der.extracting(part.signature))
            return unsafe EVP_DigestVerify(
                context,
                signature.baseAddress,
                signature.count,
                message.baseAddress,
                message.count
            ) == 1
        }
        if !isSigned { try OpenSSLError.requireMemory() }
        return isSigned
    }

    private static let unprepared = LibraryFailure("OpenSSL could not prepare a signature check")
}

// The key is immutable and its reference count is atomic.
extension DecodedKey: @unchecked Sendable {}
