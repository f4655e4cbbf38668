import COpenSSL
import COpenSSLShims
import SecretMemory

/// Owns an OpenSSL PKCS12, the parsed outer structure of a PKCS #12 file.
@safe struct PKCS12Handle: ~Copyable {
    private let pointer: OpaquePointer

    /// Whether an authentication code protects the contents.
    var hasMAC: Bool { unsafe PKCS12_mac_present(pointer) == 1 }

    /// Parses a file; decryption will use the library context.
    init(_ file: SecretBytes, _ library: LibraryContext) throws(PrivateKeyError) {
        let made = unsafe library.withUnsafePointer { unsafe PKCS12_init_ex(NID_pkcs7_data, $0, nil) }
        guard let input = unsafe file.makeInput() else {
            unsafe PKCS12_free(made)
            throw .exhausted
        }
        defer { unsafe BIO_free(input) }
        guard var parsed = unsafe made else { throw .exhausted }
        var reference: OpaquePointer? = unsafe parsed
        // On failure, OpenSSL frees the object and sets the reference to null.
        guard let result = unsafe d2i_PKCS12_bio(input, &reference) else {
            unsafe PKCS12_free(reference)
            throw PrivateKeyError(.malformed, "is not a PKCS #12 file, or is damaged")
        }
        unsafe parsed = result
        unsafe pointer = parsed
    }

    deinit {
        unsafe PKCS12_free(pointer)
    }

    /// The iterations of the authentication code; 0 if there is none.
    func macIterations() throws(PrivateKeyError) -> Int {
        guard hasMAC else { return 0 }
        var code: UnsafePointer<ASN1_STRING>?
        var algorithm: UnsafePointer<X509_ALGOR>?
        var iterations: UnsafePointer<ASN1_STRING>?
        unsafe PKCS12_get0_mac(&code, &algorithm, nil, &iterations, pointer)
        let digest = unsafe algorithm.map { unsafe OBJ_obj2nid($0.pointee.algorithm) } ?? NID_undef
        guard digest != NID_undef, MessageDigest.isAvailable(digest) else {
            throw PrivateKeyError(
                .unsupportedAlgorithm,
                "has an authentication code with an unsupported algorithm; use HMAC with SHA-256"
            )
        }
        guard let iterations = unsafe iterations else { return 1 }
        var count: Int64 = 0
        guard unsafe ASN1_INTEGER_get_int64(&count, iterations) == 1, count > 0 else { return Int.max }
        return Int(count)
    }

    /// Returns the form of the passphrase that matches the authentication code.
    ///
    /// Without a code, the first form is used.
    func passphraseForm(_ passphrase: PKCS12Passphrase) throws(PrivateKeyError) -> PKCS12Passphrase.Form {
        guard hasMAC else { return passphrase.forms[0] }
        for form in passphrase.forms {
            OpenSSLError.clear()
            let isRight = unsafe passphrase.withPassphrase(form) { unsafe PKCS12_verify_mac(pointer, $0, $1) == 1 }
            if isRight { return form }
            let error = OpenSSLError.drain()
            guard error.reasons.isEmpty else {
                throw PrivateKeyError(
                    error.isUnsupported ? .unsupportedAlgorithm : .malformed,
                    "has an authentication code that cannot be checked: \(error.text)"
                )
            }
        }
        guard passphrase.isGiven else {
            throw PrivateKeyError(
                .passphraseMissing,
                "is protected by a passphrase, but none is configured, or it is empty"
            )
        }
        throw .wrongPassphrase
    }

    /// Returns the lists of items, which the caller frees; nil if they are malformed.
    @unsafe func makeSafes() -> OpaquePointer? { unsafe PKCS12_unpack_authsafes(pointer) }
}

/// A passphrase, and the two forms of an empty one, which tools write differently (PKCS12_parse(3)).
struct PKCS12Passphrase {
    enum Form {
        case given
        /// A string of no characters.
        case empty
        /// No string.
        case none
    }

    private let bytes: SecretBytes?
    let forms: [Form]

    /// Whether the passphrase has at least one character.
    var isGiven: Bool { forms == [.given] }

    init(_ bytes: SecretBytes?) {
        self.bytes = bytes
        forms = (bytes?.count ?? 0) > 0 ? [.given] : [.none, .empty]
    }

    /// Passes the passphrase in a form as a C string without a terminating NUL.
    func withPassphrase<Answer>(_ form: Form, _ body: (UnsafePointer<CChar>?, Int32) -> Answer) -> Answer {
        switch form {
        case .given: return unsafe bytes.withPassphrase(body)
        case .empty: return unsafe "".withCString { unsafe body($0, 0) }
        case .none: return body(nil, 0)
        }
    }
}
