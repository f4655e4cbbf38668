import TrustModel

/// The usages that keys of one type can have, and the type's name in messages.
struct KeyTypeUsages: Sendable {
    let name: String
    let usages: KeyUsage

    private init(_ name: String, _ usages: KeyUsage) {
        self.name = name
        self.usages = usages
    }

    /// Finds the usages of a key's type; nil for types without a standard.
    init?(_ kind: PublicKeyFacts.Kind) {
        switch kind {
        case .rsa: self.init("RSA", Self.signing.union(Self.encipherment))
        case .rsaPSS: self.init("RSASSA-PSS", Self.signing)
        case .ellipticCurve: self.init("elliptic curve", Self.signing.union(Self.agreement))
        case .ed25519: self.init("Ed25519", Self.signing)
        case .ed448: self.init("Ed448", Self.signing)
        case .dsa: self.init("DSA", Self.signing)
        // RFC 9881 section 5, RFC 9909.
        case .postQuantum(let algorithm): self.init(algorithm.name, Self.signing)
        case .other(let type):
            guard let known = Self.others[type] else { return nil }
            self = known
        }
    }

    private static let signing: KeyUsage = [.digitalSignature, .nonRepudiation, .keyCertSign, .cRLSign]
    private static let encipherment: KeyUsage = [.keyEncipherment, .dataEncipherment]
    private static let agreement: KeyUsage = [.keyAgreement, .encipherOnly, .decipherOnly]

    /// The types that signatures of certificates do not use, or that the library may lack.
    ///
    /// Diffie-Hellman and KEA: RFC 3279 sections 2.3.3 and 2.3.4. RSAES-OAEP: RFC 4055 section 1.2. ECDH and ECMQV: RFC
    /// 5480 section 3. X25519 and X448: RFC 9295 section 3. ML-KEM: RFC 9935.
    private static let others: [OID: KeyTypeUsages] = {
        let single: [OID: KeyTypeUsages] = [
            OID(1, 2, 840, 10046, 2, 1): KeyTypeUsages("Diffie-Hellman", agreement),
            OID(1, 2, 840, 113549, 1, 3, 1): KeyTypeUsages("Diffie-Hellman", agreement),
            OID(2, 16, 840, 1, 101, 2, 1, 1, 22): KeyTypeUsages("KEA", agreement),
            OID(1, 2, 840, 113549, 1, 1, 7): KeyTypeUsages("RSAES-OAEP", encipherment),
            OID(1, 3, 132, 1, 12): KeyTypeUsages("ECDH", agreement),
            OID(1, 3, 132, 1, 13): KeyTypeUsages("ECMQV", agreement),
            OID(1, 3, 101, 110): KeyTypeUsages("X25519", agreement),
            OID(1, 3, 101, 111): KeyTypeUsages("X448", agreement),
        ]
        let encapsulation = (1...3).map {
            (OID(2, 16, 840, 1, 101, 3, 4, 4, $0), KeyTypeUsages("ML-KEM", [.keyEncipherment]))
        }
        return single.merging(encapsulation) { known, _ in known }
    }()
}
