import COpenSSL
import COpenSSLShims
import TrustEvaluation
import TrustModel

/// The OpenSSL input of a signature check with any algorithm.
@safe struct SignatureInput: ~Copyable {
    private let algorithm: UnsafeMutablePointer<X509_ALGOR>
    /// The signed bytes as a SEQUENCE, which OpenSSL encodes unchanged.
    private let content: UnsafeMutablePointer<ASN1_STRING>
    private let signature: UnsafeMutablePointer<ASN1_STRING>

    /// Copies the parts; nil if OpenSSL cannot parse the algorithm, or if memory is exhausted.
    init?(_ part: SignedPart, of der: [UInt8]) {
        let decoded = unsafe der[part.algorithm].withUnsafeBufferPointer { buffer in
            var next = buffer.baseAddress
            return unsafe d2i_X509_ALGOR(nil, &next, buffer.count)
        }
        guard let algorithm = unsafe decoded else { return nil }
        guard let content = unsafe Self.string(V_ASN1_SEQUENCE, der[part.content]) else {
            unsafe X509_ALGOR_free(algorithm)
            return nil
        }
        guard let signature = unsafe Self.string(V_ASN1_BIT_STRING, der[part.signature]) else {
            unsafe X509_ALGOR_free(algorithm)
            unsafe ASN1_STRING_free(content)
            return nil
        }
        unsafe self.algorithm = algorithm
        unsafe self.content = content
        unsafe self.signature = signature
    }

    private static func string(_ type: Int32, _ bytes: ArraySlice<UInt8>) -> UnsafeMutablePointer<ASN1_STRING>? {
        guard let string = unsafe ASN1_STRING_type_new(type) else { return nil }
        let isSet = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe ASN1_STRING_set(string, buffer.baseAddress, Int32(buffer.count))
        }
        guard isSet == 1 else {
            unsafe ASN1_STRING_free(string)
            return nil
        }
        return unsafe string
    }

    func isSigned(with key: OpaquePointer) throws(LibraryFailure) -> Bool {
        let sequence = unsafe copensslshims_ASN1_SEQUENCE_it()
        let result = unsafe LibraryContext.shared?.withUnsafePointer { library in
            unsafe ASN1_item_verify_ex(sequence, algorithm, signature, content, nil, key, library, nil)
        }
        let isSigned = result == 1
        if !isSigned { try OpenSSLError.requireMemory() }
        return isSigned
    }

    deinit {
        unsafe X509_ALGOR_free(algorithm)
        unsafe ASN1_STRING_free(content)
        unsafe ASN1_STRING_free(signature)
    }
}
