package import BoundedCache
import TrustModel
import X509Parsing

/// Certificates that were parsed already, with the keys that were decoded, by the SHA-256 of their DER.
///
/// Bounded by entries and, at two kilobytes of DER each, by bytes; a certificate of more than sixteen is not kept. A certificate
/// of a public server takes some two and a half times its DER, any other at most some four times its weight.
package struct CertificateCache: Sendable {
    private static let averageBytes = 2048
    private static let maximumBytes = 16384

    private let cache: SharedCache<Fingerprint, Certificate>
    /// The names of their issuers; nil where nothing is kept.
    private let issuers: IssuerNames?
    /// The extensions that certificates have in common; nil where nothing is kept.
    private let extensions: SharedExtensions?

    /// Makes an empty cache; one of no entries keeps nothing.
    package init(entries: Int) {
        cache = SharedCache(capacity: entries, maximumWeight: entries * Self.averageBytes, heaviest: Self.maximumBytes)
        issuers = entries > 0 ? IssuerNames(certificates: entries) : nil
        extensions = entries > 0 ? SharedExtensions(certificates: entries) : nil
    }

    /// How the cache is doing; weights are bytes of DER, or as many as take the same memory.
    package var figures: CacheFigures { cache.figures }

    /// Reads an issuer's name, or finds it among those that were read before.
    func readIssuer(_ reader: inout DERReader) throws(DERError) -> DistinguishedName {
        if let issuers { try issuers.read(from: &reader) } else { try CertificateParser.readIssuer(&reader) }
    }

    /// Finds extensions among those that were read before; nil where nothing is kept.
    var shareExtensions: CertificateParser.ExtensionSharing? { extensions.map { $0.extensions } }

    /// The certificate with a digest; nil where it is not remembered.
    func certificate(with fingerprint: Fingerprint) -> Certificate? {
        cache.value(for: fingerprint)
    }

    /// Remembers a certificate.
    func insert(_ certificate: Certificate) {
        guard certificate.der.count <= Self.maximumBytes else { return }
        // Short identifiers and names take more memory than they have octets, and a certificate may be full of them.
        let weight = max(certificate.der.count, 8 * certificate.facts.extensions.elementCount)
        cache.insert(certificate, for: certificate.facts.fingerprint, weight: weight)
    }
}
