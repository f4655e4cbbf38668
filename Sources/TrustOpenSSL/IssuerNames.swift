import BoundedCache
import TrustModel
import X509Parsing

/// A cache of issuer names by their DER.
///
/// New leaves are frequent, but few CAs issue them. Parsing a name takes a sixth of the time to parse a certificate. A
/// name depends on its DER only, so all certificates can share it.
struct IssuerNames: Sendable {
    /// The limits of the cache; issuer names of public certificates have about a hundred octets.
    private static let maximumEntries = 256
    private static let averageBytes = 128
    private static let maximumBytes = 512

    private let cache: SharedCache<ContentKey, DistinguishedName>

    init(certificates: Int) {
        let entries = min(certificates, Self.maximumEntries)
        cache = SharedCache(capacity: entries, maximumWeight: entries * Self.averageBytes, heaviest: Self.maximumBytes)
    }

    /// Reads an issuer's name, or returns a cached copy; throws the same errors as without the cache.
    func read(from reader: inout DERReader) throws(DERError) -> DistinguishedName {
        var rest = reader
        let element = try rest.read(DERTag.sequence, "the issuer")
        guard element.whole.count <= Self.maximumBytes else { return try reader.readName("the issuer") }
        let key = ContentKey(bytes: reader.copy(element.whole))
        if let known = cache.value(for: key) {
            reader = rest
            return known
        }
        let name = try reader.readName("the issuer")
        cache.insert(name, for: key, weight: max(key.bytes.count, name.estimatedMemory / 3))
        return name
    }
}
