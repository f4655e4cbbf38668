import SecretMemory
import Synchronization
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import FileAccess
@testable import TrustIdentities

/// Files in memory, whose contents can depend on the number of previous reads.
final class MemoryFiles: Sendable {
    private let contents: Mutex<[String: [[UInt8]]]>

    /// Each path has its successive contents; the last one remains.
    init(_ contents: [String: [String]]) {
        self.contents = Mutex(contents.mapValues { $0.map { Array($0.utf8) } })
    }

    private func read(_ path: String) -> [UInt8]? {
        contents.withLock { contents in
            guard let versions = contents[path], let first = versions.first else { return nil }
            if versions.count > 1 { contents[path] = Array(versions.dropFirst()) }
            return first
        }
    }

    /// The files; an empty version is one that changes while it is read.
    var files: IdentityFiles {
        IdentityFiles(
            secret: { path, _, _ throws(SecretFileFailure) in
                guard let bytes = self.read(path), let secret = SecretBytes(copying: bytes.span) else {
                    throw SecretFileFailure(code: .unreadable, reason: "does not exist")
                }
                guard secret.count > 0 else {
                    throw SecretFileFailure(code: .changed, reason: "changed while it was read")
                }
                return secret
            },
            certificates: { path, _ throws(LocalFiles.Failure) in
                guard let bytes = self.read(path) else { throw LocalFiles.Failure(reason: "does not exist") }
                return bytes
            },
            environment: { _ in nil }
        )
    }
}

/// Creates a loader for files in memory.
func loader(_ contents: [String: [String]]) -> IdentityLoader {
    IdentityLoader(reader: OpenSSLCertificateReader(), files: MemoryFiles(contents).files)
}

/// The configuration of PEM files named `chain` and `key`.
func configuration(
    _ name: String = "partner",
    hosts: [IdentityHost] = [],
    digests: Bool = false
) -> IdentityConfiguration {
    IdentityConfiguration(
        name: name,
        source: .pem(certificateChain: "chain", privateKey: "key"),
        hosts: hosts,
        digests: digests
    )
}

/// Loads an identity with a chain from memory.
func identity(
    _ chain: [TestCertificate],
    name: String = "partner",
    hosts: [IdentityHost] = [],
    digests: Bool = false
) throws -> ClientIdentity {
    let key = try chain[0].key.privateKeyPEM()
    return try loader(["chain": [TestPEM.chain(chain)], "key": [key]])
        .load(configuration(name, hosts: hosts, digests: digests))
}

extension Instant {
    /// The instant some days after the reference time of the test certificates.
    static func reference(addingDays days: Int64 = 0) -> Instant {
        Instant(secondsSince1970: TestInstant.reference.adding(days: days).secondsSince1970)
    }
}
