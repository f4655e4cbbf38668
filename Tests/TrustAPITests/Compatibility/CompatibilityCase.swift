/// A chain, the pins beside it, and whether a host is given: the rows of every table.
///
/// "Public" is what leads to an anchor of the system, "private" what leads to a corporate root that is none. The pin
/// named is the only one.
enum CompatibilityCase: String, CaseIterable {
    case publicCAPinned = "public, CA pinned"
    case publicLeafPinned = "public, leaf pinned"
    case publicRootPinned = "public, root pinned"
    case publicOtherPin = "public, other pin"
    /// What is pinned was sent, but the path does not lead over it.
    case publicUnusedPin = "public, pin sent but unused"
    case privateCAPinned = "private, CA pinned"
    case privateCANotSent = "private, pinned CA not sent"
    case privateLeafPinned = "private, leaf pinned"
    case privateOtherPin = "private, other pin"
    case selfSignedPinned = "self-signed, pinned"
    case selfSignedOtherPin = "self-signed, other pin"
    case expiredCAPinned = "expired, CA pinned"
    case expiredLeafPinned = "expired, leaf pinned"
    case privateExpired = "private expired, CA pinned"
    case wrongHost = "wrong host, CA pinned"
    case privateWrongHost = "private wrong host, CA pinned"
    case clientsOnly = "for clients only, CA pinned"
    /// The pin is the leaf before: same key, other certificate.
    case reissued = "reissued, old leaf pinned"
    /// A leaf with the genuine one's names and key identifiers, signed by nobody's key.
    case forged = "forged, CA pinned"
    /// A genuine root above a forged authority, which signed the leaf truly.
    case forgedAuthority = "forged CA, root pinned"
    /// A genuine leaf under an authority that says it is the leaf's, and is not.
    case misplacedLeaf = "leaf pinned, forged CA"
    case privateForged = "private forged, CA pinned"
    /// A genuine authority between a forged leaf and a root that has its issuer's name only.
    case forgedTwice = "forged twice, CA pinned"
    case noPins = "public, no pins"
    case privateNoPins = "private, no pins"
    case undecodablePin = "public, undecodable pin"
    case partlyDecodable = "public, CA and undecodable"
    case noHost = "no host, CA pinned"
    case privateNoHost = "private no host, CA pinned"
    case forgedNoHost = "forged no host, CA pinned"
    case noHostNoPins = "no host, no pins"

    /// Whether the request names `api.example.com`.
    var isHostGiven: Bool {
        switch self {
        case .noHost, .privateNoHost, .forgedNoHost, .noHostNoPins: false
        default: true
        }
    }
}
