import BoundedCache
import TrustModel
import X509Parsing

/// Extensions that were read from other certificates, by their encoding.
///
/// Leaves of one issuer differ in their names and their key identifier; policies, key usages and places of CRLs take more memory
/// than all else that is read of a leaf.
struct SharedExtensions: Sendable {
    /// Public issuers spread their leaves over some hundred CRLs; what one leaf has of these extensions takes some 500 octets.
    private static let maximumEntries = 512
    private static let averageBytes = 512
    private static let maximumBytes = 2048

    private let cache: SharedCache<ContentKey, CertificateExtensions>

    /// Remembers as many as there are certificates, or fewer.
    init(certificates: Int) {
        let entries = min(certificates, Self.maximumEntries)
        cache = SharedCache(capacity: entries, maximumWeight: entries * Self.averageBytes, heaviest: Self.maximumBytes)
    }

    /// How the cache is doing; weights are bytes of encodings.
    var figures: CacheFigures { cache.figures }

    /// Finds extensions, or reads and remembers them unless one is malformed: its place is that in a single certificate.
    func extensions(
        _ encoding: [UInt8],
        read: () throws(DERError) -> CertificateExtensions
    ) throws(DERError) -> CertificateExtensions {
        guard encoding.count <= Self.maximumBytes else { return try read() }
        let key = ContentKey(bytes: encoding)
        if let known = cache.value(for: key) { return known }
        let extensions = try read()
        if extensions.malformed.isEmpty { cache.insert(extensions, for: key, weight: encoding.count) }
        return extensions
    }
}
