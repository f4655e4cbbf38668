import Foundation
import TrustTestSupport

/// A directory of a test's own, gone with the object.
final class TemporaryDirectory {
    let path: String

    init() throws {
        // Short, so that the path of a Unix socket in it fits.
        path = "/tmp/anchord-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, directories included, and gives its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        return file.path
    }
}

/// A root and a chain under it, as files; valid at 2026-01-01.
struct ChainFiles {
    /// A time at which the chain is valid.
    static let valid = "2026-01-01T00:00:00Z"
    /// A time after its end.
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
