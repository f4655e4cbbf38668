/// The rows of every table: a chain, its pins, and whether the request has a host.
///
/// A public chain leads to a system trust anchor, a private chain to a corporate root. The pin in the name is the only
/// one.
enum CompatibilityCase: String, CaseIterable {
    case publicCAPinned = "public, CA pinned"
    case publicLeafPinned = "public, leaf pinned"
    case publicRootPinned = "public, root pinned"
    case publicOtherPin = "public, other pin"
    /// The chain contains the pinned certificate, but the path does not.
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
    /// The pin is the previous certificate of the leaf, with the same key.
    case reissued = "reissued, old leaf pinned"
    /// A leaf with the names and key identifiers of the genuine one, signed by an unknown key.
    case forged = "forged, CA pinned"
    /// A genuine root above a forged CA, which signed the leaf correctly.
    case forgedAuthority = "forged CA, root pinned"
    /// A genuine leaf under a forged CA with the name of its issuer.
    case misplacedLeaf = "leaf pinned, forged CA"
    case privateForged = "private forged, CA pinned"
    /// A genuine CA between a forged leaf and a forged root with the name of the CA's issuer.
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
