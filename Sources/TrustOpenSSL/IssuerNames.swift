import BoundedCache
import TrustModel
import X509Parsing

/// Names of issuers that were read already, by their DER.
///
/// New leaves come all the time and have few issuers, and a name takes a sixth of what reading a certificate takes. It says
/// nothing but its DER, so it is the same in whatever certificate it stands.
struct IssuerNames: Sendable {
    private struct Key: Hashable, Sendable {
        let der: [UInt8]

        func hash(into hasher: inout Hasher) {
            // All at once: an array hashes one octet after the other.
            unsafe der.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
    }

    /// Issuers of public certificates have some hundred octets.
    private static let maximumEntries = 256
    private static let averageBytes = 128
    private static let maximumBytes = 512

    private let cache: SharedCache<Key, DistinguishedName>

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
        let key = Key(der: reader.copy(element.whole))
        if let known = cache.value(for: key) {
            reader = behind
            return known
        }
        let name = try reader.readName("the issuer")
        cache.insert(name, for: key, weight: key.der.count)
        return name
    }
}
