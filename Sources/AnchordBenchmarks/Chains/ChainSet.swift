import TrustTestSupport

/// A root, the authorities below it, and the questions about leaves that these have issued in turn.
///
/// Keys and signatures are new in every run; names, sizes, extensions and their order are the same.
struct ChainSet: Sendable {
    /// How many authorities there are below the root.
    static let authorityCount = 8
    /// How many keys leaves with RSA share: making one takes longer than all else.
    private static let sharedKeyCount = 16

    /// Which keys sign.
    let kind: ChainKind
    /// The root, as PEM.
    let root: String
    /// One question a leaf; its chain is the leaf and the authority above it.
    let questions: [Question]

    /// Makes chains that are valid around a moment.
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
