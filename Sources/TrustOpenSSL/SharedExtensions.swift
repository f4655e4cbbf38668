import BoundedCache
import TrustModel
import X509Parsing

/// A cache of extensions by their encoding; it excludes certificate-specific values.
///
/// Leaves of one issuer differ in their names and key identifiers. The extensions that they share, such as policies and
/// CRL locations, use more memory than all other parsed fields.
struct SharedExtensions: Sendable {
    /// The limits of the cache: a public issuer has about a hundred CRLs, and shared extensions have about 500 octets.
    private static let maximumEntries = 512
    private static let averageBytes = 512
    private static let maximumBytes = 2048

    private let cache: SharedCache<ContentKey, CertificateExtensions>

    init(certificates: Int) {
        let entries = min(certificates, Self.maximumEntries)
        cache = SharedCache(capacity: entries, maximumWeight: entries * Self.averageBytes, heaviest: Self.maximumBytes)
    }

    /// The statistics of the cache; weights are bytes of encodings, or more for extensions that take more memory.
    var figures: CacheFigures { cache.figures }

    /// Returns cached extensions, or parses and caches them.
    ///
    /// Malformed extensions are not cached, because their errors contain offsets.
    func extensions(
        _ encoding: [UInt8],
        read: () throws(DERError) -> CertificateExtensions
    ) throws(DERError) -> CertificateExtensions {
        guard encoding.count <= Self.maximumBytes else { return try read() }
        let key = ContentKey(bytes: encoding)
        if let known = cache.value(for: key) { return known }
        let extensions = try read()
        if extensions.malformed.isEmpty {
            let weight = max(encoding.count, (encoding.count + extensions.estimatedMemory) / 3)
            cache.insert(extensions, for: key, weight: weight)
        }
        return extensions
    }
}
