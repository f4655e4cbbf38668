import Foundation
import TrustTestSupport

/// A chain for `www.example.com` in the files that `openssl s_server` and `anchord` read.
struct ServedChain {
    static let host = "www.example.com"

    let directory: TemporaryDirectory
    let root: TestAuthority
    let issuing: TestAuthority
    let leaf: TestCertificate

    init() throws {
        directory = try TemporaryDirectory()
        root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
        issuing = try root.issueAuthority("Issuing", key: .shared(.ecdsaP256, "intermediate"))
        leaf = try issuing.issueLeaf(Self.host, key: .shared(.ecdsaP256, "leaf"))
    }

    /// The anchor file of the root.
    func anchor() throws -> String { try directory.write("root.pem", root.certificate.pem) }

    /// The arguments of a server that sends the leaf, and the intermediate unless it is omitted.
    func arguments(leaf other: TestCertificate? = nil, omitsIntermediate: Bool = false) throws -> [String] {
        let certificate = other ?? leaf
        let arguments = [
            "-cert", try directory.write("leaf.pem", certificate.pem),
            "-key", try directory.write("leaf.key", try certificate.key.privateKeyPEM()),
        ]
        if omitsIntermediate { return arguments + ["-no-CAfile", "-no-CApath"] }
        return arguments + ["-cert_chain", try directory.write("issuing.pem", issuing.certificate.pem)]
    }

    /// Returns a leaf that OpenSSL accepts, but whose critical extension has another TRUE than DER (X.690 section 11.1).
    func unreadableLeaf() throws -> TestCertificate {
        let keyUsage = TestObjectIdentifier.keyUsage
        let value = DERWriter.octetString([3, 2, 7, 0x80])
        return try issuing.issueLeaf(Self.host, key: .shared(.ecdsaP256, "leaf")) {
            $0.extensions.set(TestExtension(keyUsage, der: DERWriter.sequence(keyUsage.der, [1, 1, 1], value)))
        }
    }

    /// The arguments for a second certificate, sent to clients that ask for a name.
    func arguments(for name: String, _ certificate: TestCertificate) throws -> [String] {
        [
            "-servername", name,
            "-cert2", try directory.write("other.pem", certificate.pem),
            "-key2", try directory.write("other.key", try certificate.key.privateKeyPEM()),
        ]
    }

    /// Writes an OCSP response for `-status_file`.
    func staple(_ response: TestOCSPResponse) throws -> [String] {
        ["-status_file", try directory.write("stapled.der", response.der)]
    }
}
