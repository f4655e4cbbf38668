import COpenSSL
import COpenSSLShims
import SecretMemory
import X509Parsing

/// Reads all keys and certificates of a PKCS #12 file with one library context.
struct PKCS12Reader {
    /// The maximum number of items, and of nested lists of items.
    private static let maximumItems = 256
    private static let maximumDepth = 4

    private(set) var keys: [PKCS12Item<SigningKey>] = []
    private(set) var certificates: [PKCS12Item<[UInt8]>] = []
    /// Whether reading failed because the context has no RC2.
    private(set) var requiresLegacy = false

    private let library: LibraryContext
    private let passphrase: PKCS12Passphrase
    private let allowsLegacy: Bool
    private var budget = KeyDerivationBudget()
    private var itemCount = 0

    init(_ library: LibraryContext, _ passphrase: SecretBytes?, allowsLegacy: Bool) {
        self.library = library
        self.passphrase = PKCS12Passphrase(passphrase)
        self.allowsLegacy = allowsLegacy
    }

    /// Reads a file.
    mutating func read(_ file: SecretBytes) throws(PrivateKeyError) {
        OpenSSLError.clear()
        defer { OpenSSLError.clear() }
        let container = try PKCS12Handle(file, library)
        try budget.spend(container.macIterations())
        let forms = try container.passphraseForms(passphrase)
        for form in forms.dropLast() {
            do throws(PrivateKeyError) {
                return try readContents(of: container, form)
            } catch {
                // The wrong form of an empty passphrase decrypts to malformed contents, or not at all.
                guard error.code == .wrongPassphrase || error.code == .malformed else { throw error }
                (keys, certificates, itemCount) = ([], [], 0)
                OpenSSLError.clear()
            }
        }
        do throws(PrivateKeyError) {
            try readContents(of: container, forms[forms.count - 1])
        } catch {
            let isMissing = error.code == .wrongPassphrase && !passphrase.isGiven
            throw isMissing ? PrivateKeyError.missingPassphrase : error
        }
    }

    private mutating func readContents(
        of container: borrowing PKCS12Handle,
        _ form: PKCS12Passphrase.Form
    ) throws(PrivateKeyError) {
        guard let safes = unsafe container.makeSafes() else {
            throw PrivateKeyError(.malformed, "has malformed contents")
        }
        defer { unsafe copensslshims_sk_PKCS7_pop_free(safes) }
        let count = unsafe max(0, copensslshims_sk_PKCS7_num(safes))
        for index in 0..<count {
            guard let safe = unsafe copensslshims_sk_PKCS7_value(safes, index) else { continue }
            try unsafe readSafe(safe, form, isAuthenticated: container.hasMAC)
        }
    }

    private mutating func readSafe(
        _ safe: UnsafeMutablePointer<PKCS7>,
        _ form: PKCS12Passphrase.Form,
        isAuthenticated: Bool
    ) throws(PrivateKeyError) {
        let bags: OpaquePointer?
        switch unsafe OBJ_obj2nid(safe.pointee.type) {
        case NID_pkcs7_data:
            unsafe bags = PKCS12_unpack_p7data(safe)
            guard unsafe bags != nil else { throw PrivateKeyError(.malformed, "has malformed contents") }
        case NID_pkcs7_encrypted:
            guard let contents = unsafe safe.pointee.d.encrypted?.pointee.enc_data else {
                throw PrivateKeyError(.malformed, "has malformed encrypted contents")
            }
            try unsafe spend(on: contents.pointee.algorithm)
            unsafe bags = passphrase.withPassphrase(form) { unsafe PKCS12_unpack_p7encdata(safe, $0, $1) }
            guard unsafe bags != nil else { throw decryptionError(isAuthenticated) }
        default:
            throw PrivateKeyError(.unsupportedAlgorithm, "is encrypted with a public key instead of a passphrase")
        }
        guard let bags = unsafe bags else { return }
        defer { unsafe copensslshims_sk_PKCS12_SAFEBAG_pop_free(bags) }
        try unsafe readBags(bags, form, isAuthenticated: isAuthenticated, depth: 0)
    }

    private mutating func readBags(
        _ bags: OpaquePointer,
        _ form: PKCS12Passphrase.Form,
        isAuthenticated: Bool,
        depth: Int
    ) throws(PrivateKeyError) {
        let count = unsafe max(0, copensslshims_sk_PKCS12_SAFEBAG_num(bags))
        for index in 0..<count {
            guard let bag = unsafe copensslshims_sk_PKCS12_SAFEBAG_value(bags, index) else { continue }
            itemCount += 1
            guard itemCount <= Self.maximumItems, depth < Self.maximumDepth else {
                throw PrivateKeyError(
                    .malformed,
                    "has more than \(Self.maximumItems) items or \(Self.maximumDepth) nested lists"
                )
            }
            switch unsafe PKCS12_SAFEBAG_get_nid(bag) {
            case NID_keyBag:
                guard let information = unsafe PKCS12_SAFEBAG_get0_p8inf(bag) else { throw .malformedKey }
                try unsafe append(information, of: bag)
            case NID_pkcs8ShroudedKeyBag:
                try unsafe readShroudedKey(bag, form, isAuthenticated: isAuthenticated)
            case NID_certBag where unsafe PKCS12_SAFEBAG_get_bag_nid(bag) == NID_x509Certificate:
                try unsafe readCertificate(bag)
            case NID_safeContentsBag:
                guard let nested = unsafe PKCS12_SAFEBAG_get0_safes(bag) else { continue }
                try unsafe readBags(nested, form, isAuthenticated: isAuthenticated, depth: depth + 1)
            default: continue
            }
        }
    }

    private mutating func readShroudedKey(
        _ bag: OpaquePointer,
        _ form: PKCS12Passphrase.Form,
        isAuthenticated: Bool
    ) throws(PrivateKeyError) {
        guard let encrypted = unsafe PKCS12_SAFEBAG_get0_pkcs8(bag) else { throw .malformedKey }
        var algorithm: UnsafePointer<X509_ALGOR>?
        unsafe X509_SIG_get0(encrypted, &algorithm, nil)
        try unsafe spend(on: algorithm)
        let decrypted = unsafe library.withUnsafePointer { library in
            unsafe passphrase.withPassphrase(form) { unsafe PKCS12_decrypt_skey_ex(bag, $0, $1, library, nil) }
        }
        guard let information = unsafe decrypted else { throw decryptionError(isAuthenticated) }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(information) }
        try unsafe append(information, of: bag)
    }

    /// Copies a key to the shared library context, so that it remains usable after this context is freed.
    private mutating func append(_ information: OpaquePointer, of bag: OpaquePointer) throws(PrivateKeyError) {
        guard let der = unsafe SecretBytes.encoding(information) else { throw .exhausted }
        let key = try SigningKey(pkcs8: der)
        guard !keys.contains(where: { $0.value.publicKey == key.publicKey }) else { return }
        keys.append(PKCS12Item(value: key, localKeyID: unsafe localKeyID(of: bag)))
    }

    private mutating func readCertificate(_ bag: OpaquePointer) throws(PrivateKeyError) {
        guard let certificate = unsafe PKCS12_SAFEBAG_get1_cert(bag) else {
            throw PrivateKeyError(.malformed, "has a malformed certificate")
        }
        defer { unsafe X509_free(certificate) }
        let count = unsafe max(0, Int(i2d_X509(certificate, nil)))
        let der = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var next = buffer.baseAddress
            initialized = unsafe max(0, Int(i2d_X509(certificate, &next)))
        }
        certificates.append(PKCS12Item(value: der, localKeyID: unsafe localKeyID(of: bag)))
    }

    @unsafe private func localKeyID(of bag: OpaquePointer) -> [UInt8]? {
        guard let attribute = unsafe PKCS12_SAFEBAG_get0_attr(bag, NID_localKeyID),
            unsafe attribute.pointee.type == V_ASN1_OCTET_STRING,
            let string = unsafe attribute.pointee.value.octet_string
        else { return nil }
        let count = unsafe Int(ASN1_STRING_length(string))
        return unsafe Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: count))
    }

    private mutating func spend(on algorithm: UnsafePointer<X509_ALGOR>?) throws(PrivateKeyError) {
        guard try unsafe budget.spend(on: algorithm) == .rc2, !allowsLegacy else { return }
        requiresLegacy = true
        throw PrivateKeyError(.unsupportedAlgorithm, "is encrypted with RC2")
    }

    private func decryptionError(_ isAuthenticated: Bool) -> PrivateKeyError {
        if OpenSSLError.drain().isUnsupported {
            return PrivateKeyError(
                .unsupportedAlgorithm,
                "is encrypted with an algorithm that OpenSSL does not support; encrypt it again with AES"
            )
        }
        // The passphrase has already been checked by the authentication code.
        guard isAuthenticated else { return .wrongPassphrase }
        return PrivateKeyError(
            .wrongPassphrase,
            "has contents that its passphrase cannot decrypt: use one passphrase for the whole file"
        )
    }
}

extension OpenSSLError {
    /// Whether OpenSSL lacks an algorithm; in contrast, a wrong passphrase leads to errors of padding or encoding.
    var isUnsupported: Bool { reasons.contains { $0.hasPrefix("unsupported") || $0.hasPrefix("unknown") } }
}

extension PrivateKeyError {
    static let missingPassphrase = PrivateKeyError(
        .passphraseMissing,
        "is protected by a passphrase, but none is configured, or it is empty"
    )
    static let wrongPassphrase = PrivateKeyError(
        .wrongPassphrase,
        "cannot be decrypted: the passphrase is wrong, or the file is damaged"
    )
}
