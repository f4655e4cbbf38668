package import TrustModel

/// The purpose that the leaf must be valid for (RFC 5280 section 4.2.1.12).
package enum KeyPurpose: Sendable, Hashable {
    case serverAuth
    case clientAuth
    case emailProtection
    case codeSigning
    case any
    case other(OID)

    /// Parses a name as used in documents, or a dotted object identifier; nil for anything else.
    package init?(name: String) {
        switch name {
        case "serverAuth": self = .serverAuth
        case "clientAuth": self = .clientAuth
        case "emailProtection": self = .emailProtection
        case "codeSigning": self = .codeSigning
        case "any": self = .any
        default:
            guard let oid = OID(dotted: name) else { return nil }
            self.init(oid)
        }
    }

    /// Creates the purpose for an object identifier.
    package init(_ oid: OID) {
        let named: [KeyPurpose] = [.serverAuth, .clientAuth, .emailProtection, .codeSigning]
        self = named.first { $0.oid == oid } ?? .other(oid)
    }

    /// The object identifier that an extended key usage must contain; nil if no purpose is required.
    package var oid: OID? {
        switch self {
        case .serverAuth: .serverAuth
        case .clientAuth: .clientAuth
        case .emailProtection: .emailProtection
        case .codeSigning: .codeSigning
        case .any: nil
        case .other(let oid): oid
        }
    }
}

extension KeyPurpose: CustomStringConvertible {
    /// The name as used in documents.
    package var description: String {
        switch self {
        case .serverAuth: "serverAuth"
        case .clientAuth: "clientAuth"
        case .emailProtection: "emailProtection"
        case .codeSigning: "codeSigning"
        case .any: "any"
        case .other(let oid): oid.description
        }
    }
}
