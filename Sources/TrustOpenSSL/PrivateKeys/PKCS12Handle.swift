import COpenSSL
import COpenSSLShims
import SecretMemory
import X509Parsing

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
        if digest == NID_pbmac1 { return try unsafe Self.iterations(ofPBMAC1: algorithm) }
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

    /// Returns the iterations of a code with PBMAC1 (RFC 9579), whose parameters also contain its digest.
    @unsafe private static func iterations(
        ofPBMAC1 algorithm: UnsafePointer<X509_ALGOR>?
    ) throws(PrivateKeyError) -> Int {
        guard copensslshims_has_pbmac1() == 1 else {
            throw PrivateKeyError(
                .unsupportedAlgorithm,
                "has an authentication code with PBMAC1, which this version of OpenSSL cannot verify; export the file again "
                    + "without PBMAC1, such as with `openssl pkcs12 -export -macalg sha256`"
            )
        }
        let type = unsafe algorithm?.pointee.parameter
        guard let type = unsafe type, unsafe type.pointee.type == V_ASN1_SEQUENCE,
            let string = unsafe type.pointee.value.sequence
        else { throw malformedPBMAC1 }
        let count = unsafe Int(ASN1_STRING_length(string))
        let parameters = unsafe Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: count))
        guard let iterations = try? PasswordEncryption.iterations(ofPBMAC1: parameters) else { throw malformedPBMAC1 }
        return iterations
    }

    private static let malformedPBMAC1 = PrivateKeyError(
        .malformed,
        "has an authentication code with malformed or unsupported parameters of PBMAC1"
    )

    /// Returns the forms of the passphrase in which to decrypt the contents, the most probable first.
    ///
    /// The authentication code decides about the passphrase, but not about the form of an empty one. A code with PBMAC1 is
    /// the same for both forms, and some tools use one form for the code and the other for the contents.
    func passphraseForms(_ passphrase: PKCS12Passphrase) throws(PrivateKeyError) -> [PKCS12Passphrase.Form] {
        guard hasMAC else { return passphrase.forms }
        let verified = try passphraseForm(passphrase)
        return [verified] + passphrase.forms.filter { $0 != verified }
    }

    /// Returns the form of the passphrase that matches the authentication code.
    private func passphraseForm(_ passphrase: PKCS12Passphrase) throws(PrivateKeyError) -> PKCS12Passphrase.Form {
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
        throw passphrase.isGiven ? PrivateKeyError.wrongPassphrase : .missingPassphrase
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
