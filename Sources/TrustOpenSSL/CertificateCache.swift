package import BoundedCache
import TrustModel
import X509Parsing

/// A cache of parsed certificates with their decoded keys, by their DER.
///
/// Comparing the DER takes less time than computing its SHA-256, and an entry shares the bytes with its certificate.
///
/// Bounded by entries and by bytes (2 KiB of DER per entry); certificates over 16 KiB are not cached. A public server
/// certificate takes about 2.5 times the memory of its DER. No certificate takes more than about five times its weight.
package struct CertificateCache: Sendable {
    private static let averageBytes = 2048
    private static let maximumBytes = 16384

    private let cache: SharedCache<ContentKey, Certificate>
    /// The cache of issuer names; nil if nothing is cached.
    private let issuers: IssuerNames?
    /// The cache of shared extensions; nil if nothing is cached.
    private let extensions: SharedExtensions?

    /// Creates an empty cache; with 0 entries, nothing is cached.
    package init(entries: Int) {
        cache = SharedCache(capacity: entries, maximumWeight: entries * Self.averageBytes, heaviest: Self.maximumBytes)
        issuers = entries > 0 ? IssuerNames(certificates: entries) : nil
        extensions = entries > 0 ? SharedExtensions(certificates: entries) : nil
    }

    /// The statistics of the cache; weights are bytes of DER, or more for certificates that take more memory.
    package var figures: CacheFigures { cache.figures }

    func readIssuer(_ reader: inout DERReader) throws(DERError) -> DistinguishedName {
        if let issuers { try issuers.read(from: &reader) } else { try CertificateParser.readIssuer(&reader) }
    }

    var shareExtensions: CertificateParser.ExtensionSharing? { extensions.map { $0.extensions } }

    func certificate(for der: ContentKey) -> Certificate? {
        cache.value(for: der)
    }

    func insert(_ certificate: Certificate, for der: ContentKey) {
        guard certificate.der.count <= Self.maximumBytes else { return }
        cache.insert(certificate, for: der, weight: Self.weight(of: certificate))
    }

    /// Returns the weight in bytes: the size of the DER or, if larger, a third of the certificate's memory.
    ///
    /// A sender can choose many short names, whose parsed form takes more memory than their encoding.
    private static func weight(of certificate: Certificate) -> Int {
        max(certificate.der.count, certificate.estimatedMemory / 3)
    }
}
