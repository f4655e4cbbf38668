import Foundation
import Glibc
import MicrohttpdServer
import StructuredDocuments
import Synchronization
import TrustEvaluation
import TrustIdentities
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustAPI

/// The callers of a service with client identities, each with its own credential.
enum IdentityCaller: String, CaseIterable {
    /// May evaluate, read and sign; the identities list it by default.
    case payments
    /// May evaluate and sign; the identities list it.
    case signer
    /// May evaluate and read.
    case reader
    /// The identities list it, but it lacks the right to sign.
    case listed
    /// May evaluate and sign; no identity lists it.
    case unlisted
    /// Has a token and the rights of `payments`.
    case robot
    /// Has no credential, and the rights of the client `anyone`.
    case anonymous

    var user: UInt32? {
        switch self {
        case .payments: 1001
        case .signer: 1002
        case .reader: 1003
        case .listed: 1004
        case .unlisted: 1005
        case .robot, .anonymous: nil
        }
    }

    private var rights: Set<ClientRight> {
        switch self {
        case .payments, .robot: [.evaluate, .read, .sign]
        case .signer, .unlisted: [.evaluate, .sign]
        case .reader: [.evaluate, .read]
        case .listed: [.evaluate]
        case .anonymous: [.evaluate, .read]
        }
    }

    var client: APIClient {
        let token = SHA256.fingerprint(of: Array("robot-token".utf8)[...])
        return APIClient(
            name: rawValue,
            credential: user.map { .user($0) } ?? (self == .robot ? .tokens([token]) : .anonymous),
            rights: rights
        )
    }

    var peer: HTTPPeer { user.map { .unix(uid: $0, groups: [$0]) } ?? .ip("192.0.2.1") }
    var headers: [(String, String)] { self == .robot ? [("Authorization", "Bearer robot-token")] : [] }
}

/// An identity in a test; days are relative to the reference time.
struct SceneIdentity {
    var name: String
    var kind: TestKeyKind = .ecdsaP256
    var hosts: [IdentityHost] = [IdentityHost(.labelsBefore("partner.example"))]
    var days: ClosedRange<Int64> = -30...60
    var isUnderOther = false
    var clients = ["payments", "signer", "listed", "robot"]
    var digests = false
    /// Whether its files are absent.
    var isAbsent = false
}

/// The API with client identities, whose files are loaded as the daemon loads them.
final class IdentityScene {
    /// The attempts to sign, and a monotonic clock.
    final class Record: Sendable {
        let uses = Mutex<[SignatureUse]>([])
        let time = Mutex<Duration>(.zero)
    }

    let api: APIFixture
    let store: IdentityStore
    let record = Record()
    let root: TestAuthority
    let other: TestAuthority
    let issuing: TestAuthority
    private(set) var leaves: [String: TestCertificate] = [:]
    private let directory: TemporaryDirectory

    /// Creates the files and the API.
    ///
    /// - Parameters:
    ///   - identities: The identities.
    ///   - hasClients: Whether clients are configured.
    ///   - burst: The number of signatures that a client may request at once.
    ///   - adjust: Changes the dependencies of the routes.
    /// - Throws: An error if a file cannot be written.
    init(
        _ identities: [SceneIdentity],
        hasClients: Bool = true,
        burst: Int = 200,
        adjust: (inout APIContext) -> Void = { _ in }
    ) throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        root = try TestAuthority.root("Client Root", key: .shared(.ecdsaP256, "client root"))
        other = try TestAuthority.root("Other Root", key: .shared(.ecdsaP256, "other root"))
        issuing = try root.issueAuthority("Client Issuing", key: .shared(.ecdsaP256, "client issuing"))
        var configurations: [IdentityConfiguration] = []
        for identity in identities {
            let issuer = identity.isUnderOther ? other : issuing
            let leaf = try issuer.issueLeaf(
                "\(identity.name).example",
                key: .shared(identity.kind, "identity \(identity.name)")
            ) { template in
                template.notBefore = .reference.adding(days: identity.days.lowerBound)
                template.notAfter = .reference.adding(days: identity.days.upperBound)
            }
            leaves[identity.name] = leaf
            let (chain, key) = ("\(directory.path)/\(identity.name).pem", "\(directory.path)/\(identity.name).key")
            if !identity.isAbsent {
                let issuers = identity.isUnderOther ? [] : [issuing.certificate]
                try directory.write("\(identity.name).pem", TestPEM.chain([leaf] + issuers))
                try directory.write("\(identity.name).key", leaf.key.privateKeyPEM())
                unsafe chmod(key, 0o600)
            }
            configurations.append(
                IdentityConfiguration(
                    name: identity.name,
                    source: .pem(certificateChain: chain, privateKey: key),
                    hosts: identity.hosts,
                    clients: identity.clients,
                    digests: identity.digests
                )
            )
        }
        let loader = IdentityLoader(reader: OpenSSLCertificateReader())
        let store = IdentityStore(configurations) { identity throws(IdentityError) in try loader.load(identity) }
        self.store = store
        let record = record
        let service = IdentityService(
            store: store,
            rateLimit: SignatureRateLimit(perSecond: 2, burst: burst, now: { record.time.withLock { $0 } }),
            sha256: { SHA256.fingerprint(of: $0[...]) },
            log: { use in record.uses.withLock { $0.append(use) } }
        )
        api = try APIFixture(adjust: { context in
            context.identities = service
            if hasClients {
                context.clients = ClientDirectory(IdentityCaller.allCases.map(\.client)) {
                    SHA256.fingerprint(of: $0[...])
                }
            }
            for configuration in configurations {
                context.authorization.signers[UTF8Text(configuration.name)] = configuration.clients
            }
            adjust(&context)
        })
    }

    /// The path of the directory with the files.
    var path: String { directory.path }

    /// Sends a request of a caller.
    func send(
        _ method: String,
        _ target: String,
        as caller: IdentityCaller = .payments,
        headers: [(String, String)] = [],
        body: String = ""
    ) -> Answer {
        let type = method == "POST" ? [("Content-Type", "application/json")] : []
        return api.send(
            method,
            target,
            headers: type + caller.headers + headers,
            body: Array(body.utf8),
            peer: caller.peer
        )
    }

    /// Requests a signature.
    func sign(_ name: String, _ body: [String: Any], as caller: IdentityCaller = .payments) throws -> Answer {
        send("POST", "/v1/identities/\(name)/signatures", as: caller, body: try APIFixture.json(body))
    }

    /// Sends a challenge.
    func challenge(
        _ members: [String: Any],
        as caller: IdentityCaller = .payments,
        headers: [(String, String)] = []
    ) throws -> Answer {
        send("POST", "/v1/challenges", as: caller, headers: headers, body: try APIFixture.json(members))
    }
}

extension OpenSSLProgram {
    /// Returns whether `openssl` accepts a signature of a message.
    func accepts(
        _ signature: [UInt8],
        of message: [UInt8],
        with algorithm: SigningAlgorithm,
        by certificate: TestCertificate
    ) throws -> Bool {
        let pss = ["-pkeyopt", "rsa_padding_mode:pss", "-pkeyopt", "rsa_pss_saltlen:digest"]
        let digest = algorithm.digestLength.map { ["-digest", "sha\($0 * 8)"] } ?? []
        let arguments = [
            "pkeyutl", "-verify", "-certin", "-inkey", try file("signer.pem", certificate.pem),
            "-rawin", "-in", try file("message", message), "-sigfile", try file("signature", signature),
        ]
        return try run(arguments + digest + (algorithm.rawValue.hasPrefix("rsaPSS") ? pss : [])).status == 0
    }
}
