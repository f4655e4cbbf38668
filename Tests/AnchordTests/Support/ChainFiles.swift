import TrustTestSupport

/// The files of a root certificate and a chain issued under it.
struct ChainFiles {
    /// A time at which the chain is valid.
    static let valid = "2026-01-01T00:00:00Z"
    /// A time at which the chain has expired.
    static let late = "2026-06-01T00:00:00Z"
    static let host = "www.example.com"

    let directory: TemporaryDirectory
    let chainText: String
    let root: String
    let chain: String

    init() throws {
        directory = try TemporaryDirectory()
        let authority = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
        let intermediate = try authority.issueAuthority("Intermediate", key: .shared(.ecdsaP256, "intermediate"))
        let leaf = try intermediate.issueLeaf(Self.host, key: .shared(.ecdsaP256, "leaf"))
        chainText = leaf.pem + intermediate.certificate.pem
        root = try directory.write("root.pem", authority.certificate.pem)
        chain = try directory.write("chain.pem", chainText)
    }
}
