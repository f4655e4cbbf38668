import BoundedCache
import TrustModel
import X509Parsing

/// Names of issuers that were read already, by their DER.
///
/// New leaves come all the time and have few issuers, and a name takes a sixth of what reading a certificate takes. It says
/// nothing but its DER, so it is the same in whatever certificate it stands.
struct IssuerNames: Sendable {
    /// Issuers of public certificates have some hundred octets.
    private static let maximumEntries = 256
    private static let averageBytes = 128
    private static let maximumBytes = 512

    private let cache: SharedCache<ContentKey, DistinguishedName>

    /// Remembers as many names as there are certificates, or fewer.
    init(certificates: Int) {
        let entries = min(certificates, Self.maximumEntries)
        cache = SharedCache(capacity: entries, maximumWeight: entries * Self.averageBytes, heaviest: Self.maximumBytes)
    }

    /// Reads an issuer, or finds that it was read; what is wrong with it is told as without the cache.
    func read(from reader: inout DERReader) throws(DERError) -> DistinguishedName {
        var behind = reader
        let element = try behind.read(DERTag.sequence, "the issuer")
        guard element.whole.count <= Self.maximumBytes else { return try reader.readName("the issuer") }
        let key = ContentKey(bytes: reader.copy(element.whole))
        if let known = cache.value(for: key) {
            reader = behind
            return known
        }
        let name = try reader.readName("the issuer")
        cache.insert(name, for: key, weight: key.bytes.count)
        return name
    }
}
