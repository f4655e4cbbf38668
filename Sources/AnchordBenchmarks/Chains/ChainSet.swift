import ArgumentParser
import TrustTestSupport

/// A root, its intermediate CAs, and one question for each leaf; the intermediates issue the leaves in turn.
///
/// Keys and signatures differ in every run; names, sizes, and the types and order of extensions are the same.
struct ChainSet: Sendable {
    static let authorityCount = 8
    /// The number of different keys of RSA leaves: leaves share keys, because generating RSA keys is slow.
    private static let sharedKeyCount = 16

    let kind: ChainKind
    let root: String
    /// One question per leaf, with a chain of the leaf and its issuer.
    let questions: [Question]

    init(_ kind: ChainKind, leaves: Int, now: TestInstant) throws {
        let shape = CertificateShape(now: now)
        let root = try TestAuthority.root(
            "Benchmark Root \(kind.rawValue)",
            key: .generate(kind.rootKey),
            edit: shape.root
        )
        let authorities = try (0..<Self.authorityCount).map { index in
            try root.issueAuthority(
                "Benchmark Authority \(kind.rawValue) \(index)",
                key: .generate(kind.lowerKey),
                edit: shape.authority
            )
        }
        self.kind = kind
        self.root = root.certificate.pem
        questions = try (0..<leaves).map { index in
            let authority = authorities[index % authorities.count]
            let host = "host\(10_000 + index).benchmark.test"
            let leaf = try authority.issueLeaf(host, key: Self.leafKey(kind, index), edit: shape.leaf(host))
            return Question(chain: leaf.pem + authority.certificate.pem, host: host)
        }
    }

    private static func leafKey(_ kind: ChainKind, _ index: Int) throws -> TestKey {
        guard kind == .rsa else { return try .generate(kind.lowerKey) }
        return try .shared(kind.lowerKey, "benchmark \(index % sharedKeyCount)")
    }
}

/// The kinds of keys in the chains of a measurement.
enum ChainKind: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// All certificates have P-256 keys.
    case ecdsa
    /// All certificates have RSA keys of 2,048 bits.
    case rsa
    /// The root has an RSA key, all other certificates have P-256 keys.
    case mixed

    var rootKey: TestKeyKind { self == .ecdsa ? .ecdsaP256 : .rsa(2048) }

    var lowerKey: TestKeyKind { self == .rsa ? .rsa(2048) : .ecdsaP256 }
}
