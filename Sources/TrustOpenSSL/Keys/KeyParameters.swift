import COpenSSL
import COpenSSLShims
import TrustModel
import X509Parsing

/// The parameters for building an OpenSSL public key (EVP_PKEY_fromdata(3)).
///
/// OpenSSL's decoders are slower: they take locks and try several formats, although our parser knows the format.
enum KeyParameters {
    case numbers([Number], type: String)
    /// A point on a named curve, compressed or not.
    case point(ArraySlice<UInt8>, group: StaticString)
    /// The octets of an Ed25519, Ed448, ML-DSA or SLH-DSA key.
    case octets(ArraySlice<UInt8>, type: String)

    /// A named non-negative number, big-endian (EVP_PKEY-RSA(7), EVP_PKEY-DSA(7)).
    struct Number {
        let name: StaticString
        let value: ArraySlice<UInt8>

        init(_ name: StaticString, _ value: ArraySlice<UInt8>) {
            self.name = name
            self.value = value
        }
    }

    /// Reads the parameters of a SubjectPublicKeyInfo; nil if it is malformed or of an unsupported type.
    init?(_ info: ArraySlice<UInt8>, _ kind: PublicKeyFacts.Kind) {
        guard let bits = PublicKeyParser.octets(ofKeyIn: info) else { return nil }
        switch kind {
        case .rsa, .rsaPSS:
            guard let (modulus, exponent) = PublicKeyParser.rsaNumbers(bits) else { return nil }
            self = .numbers([Number("n", modulus), Number("e", exponent)], type: kind == .rsa ? "RSA" : "RSA-PSS")
        case .dsa:
            guard let key = PublicKeyParser.dsaNumbers(info) else { return nil }
            self = .numbers(
                [Number("p", key.p), Number("q", key.q), Number("g", key.g), Number("pub", key.y)],
                type: "DSA"
            )
        case .ellipticCurve(let curve?):
            guard let group = Self.groups[curve] else { return nil }
            self = .point(bits, group: group)
        case .ed25519: self = .octets(bits, type: "ED25519")
        case .ed448: self = .octets(bits, type: "ED448")
        case .postQuantum(let algorithm): self = .octets(bits, type: algorithm.name)
        case .ellipticCurve(nil), .other: return nil
        }
    }

    /// The OpenSSL names of the curves that ``PublicKeyParser`` supports.
    static let groups: [OID: StaticString] = [
        .prime192v1: "prime192v1", .secp224r1: "secp224r1", .prime256v1: "prime256v1", .secp384r1: "secp384r1",
        .secp521r1: "secp521r1", .secp256k1: "secp256k1", .brainpoolP256r1: "brainpoolP256r1",
        .brainpoolP384r1: "brainpoolP384r1", .brainpoolP512r1: "brainpoolP512r1",
    ]

    /// Builds a key, which the caller owns; nil if OpenSSL rejects the key or memory is exhausted.
    ///
    /// OpenSSL rejects, for example, a point that is not on its curve.
    func makeKey() -> OpaquePointer? {
        guard let builder = ParameterBuilder() else { return nil }
        switch self {
        case .numbers(let parameters, let type):
            let numbers = parameters.compactMap { BigNumber($0.value) }
            guard numbers.count == parameters.count else { return nil }
            // The builder references the numbers until it has built the key.
            return unsafe withExtendedLifetime(numbers) {
                let arePushed = zip(parameters, numbers).allSatisfy { unsafe builder.push($0.name, $1.pointer) }
                return unsafe arePushed ? builder.key(type) : nil
            }
        case .point(let octets, let group):
            return unsafe octets.withUnsafeBytes { octets in
                unsafe builder.push("group", group) && builder.push("pub", octets) ? builder.key("EC") : nil
            }
        case .octets(let octets, let type):
            return unsafe octets.withUnsafeBytes { octets in
                unsafe builder.push("pub", octets) ? builder.key(type) : nil
            }
        }
    }
}

/// Owns an OSSL_PARAM_BLD, which references names and values until the key is built.
@safe private struct ParameterBuilder: ~Copyable {
    private let pointer: OpaquePointer

    init?() {
        guard let pointer = unsafe OSSL_PARAM_BLD_new() else { return nil }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe OSSL_PARAM_BLD_free(pointer)
    }

    @unsafe func push(_ name: StaticString, _ number: OpaquePointer) -> Bool {
        unsafe OSSL_PARAM_BLD_push_BN(pointer, Self.text(name), number) == 1
    }

    func push(_ name: StaticString, _ text: StaticString) -> Bool {
        unsafe OSSL_PARAM_BLD_push_utf8_string(pointer, Self.text(name), Self.text(text), text.utf8CodeUnitCount) == 1
    }

    @unsafe func push(_ name: StaticString, _ octets: UnsafeRawBufferPointer) -> Bool {
        unsafe OSSL_PARAM_BLD_push_octet_string(pointer, Self.text(name), octets.baseAddress, octets.count) == 1
    }

    @unsafe func key(_ type: String) -> OpaquePointer? {
        let made = unsafe LibraryContext.shared?.withUnsafePointer { library in
            unsafe EVP_PKEY_CTX_new_from_name(library, type, nil)
        }
        guard let context = unsafe made ?? nil else { return nil }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        guard unsafe EVP_PKEY_fromdata_init(context) == 1, let list = unsafe OSSL_PARAM_BLD_to_param(pointer) else {
            return nil
        }
        defer { unsafe OSSL_PARAM_free(list) }
        var key: OpaquePointer?
        guard unsafe EVP_PKEY_fromdata(context, &key, copensslshims_EVP_PKEY_PUBLIC_KEY(), list) == 1 else {
            return nil
        }
        return unsafe key
    }

    /// Returns the NUL-terminated bytes of a literal, which are valid for the life of the process.
    @unsafe private static func text(_ literal: StaticString) -> UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

@safe private final class BigNumber {
    @unsafe let pointer: OpaquePointer

    /// Creates a number from big-endian octets; nil if memory is exhausted.
    init?(_ octets: ArraySlice<UInt8>) {
        let number = unsafe octets.withUnsafeBufferPointer { unsafe BN_bin2bn($0.baseAddress, Int32($0.count), nil) }
        guard let number = unsafe number else { return nil }
        unsafe pointer = number
    }

    deinit {
        unsafe BN_free(pointer)
    }
}
