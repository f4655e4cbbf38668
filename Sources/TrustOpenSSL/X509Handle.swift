import COpenSSL
import Synchronization
import TrustModel

/// Owns one reference to an OpenSSL certificate, whose key OpenSSL does not know, and the key beside it.
@safe final class X509Handle: CertificateHandle {
    /// The subject's key.
    let key: PublicKeyHandle
    /// Where the signature stands in the certificate's DER, and what it is over.
    let signedPart: SignedPart
    /// Whether OpenSSL can read all extensions that it knows; it judges paths as if those it cannot read were absent.
    let hasReadableExtensions: Bool
    private let certificate: X509Reference
    private let standIn = Mutex<X509Reference?>(nil)

    /// Decodes DER that our own parser has found sound; throws where OpenSSL disagrees.
    ///
    /// No key is decoded before it is used, but for paths, where OpenSSL must know the kind of a root's.
    init(_ der: [UInt8], _ parsed: CertificateParser.Parsed, isForPaths: Bool = true) throws(OpenSSLError) {
        key = PublicKeyHandle(der[parsed.publicKeyInfo], parsed.publicKey)
        signedPart = parsed.signedPart
        // OpenSSL tells self-signed certificates by their key's kind; one that it cannot tell it takes for any other.
        let isSelfIssued = parsed.issuer == parsed.subject
        let needsKey = isForPaths && isSelfIssued && key.isQuicklyDecoded
        (certificate, hasReadableExtensions) = try Self.read(der, withKey: needsKey)
        guard certificate.providePlaceholderKey() else { throw OpenSSLError.drain() }
        OpenSSLError.clear()
    }

    /// Decodes, and reads the extensions: twice where that fails, since OpenSSL reports a lack of memory as a fault of the
    /// certificate, and keeps it.
    private static func read(
        _ der: [UInt8],
        withKey needsKey: Bool
    ) throws(OpenSSLError) -> (certificate: X509Reference, hasReadableExtensions: Bool) {
        let certificate = try X509Reference(der, withKey: needsKey)
        if certificate.cacheExtensions() { return (certificate, true) }
        let again = try X509Reference(der, withKey: needsKey)
        return (again, again.cacheExtensions())
    }

    /// Shares another handle's certificate, with a key that the certificate alone does not say.
    init(sharing other: X509Handle, key: PublicKeyHandle) {
        self.key = key
        signedPart = other.signedPart
        certificate = other.certificate
        hasReadableExtensions = other.hasReadableExtensions
    }

    /// The certificate as OpenSSL knows it.
    var reference: X509Reference { certificate }

    /// What stands for the certificate where others come after it in a path; nil where OpenSSL has no memory.
    ///
    /// Made once: a certificate may stand in many paths.
    var referenceBelowOthers: X509Reference? {
        guard certificate.isTakenForSelfSigned else { return certificate }
        return standIn.withLock { standIn in
            if standIn == nil { standIn = StandIn.copy(of: certificate) }
            return standIn
        }
    }
}
