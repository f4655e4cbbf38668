import Logging
import MicrohttpdServer
import TrustAPI
import TrustEvidence
import TrustIdentities
import TrustScripts
import TrustService

/// The validated settings of the daemon, with their defaults.
///
/// ``ConfigurationKey`` defines the name and format of each setting.
struct Configuration: Sendable, Equatable {
    /// Limits on the cost and number of requests.
    struct Limits: Sendable, Equatable {
        var bodyBytes = 1 << 20
        var batchBytes = 16 << 20
        var batchItems = 100_000
        var batches = 64
        var batchesPerAddress = 32
        var watches = 1024
        var watchesPerClient = 512
        var bufferedBytes = 256 << 20
        var headerBytes = 16 << 10
        var certificates = 64
        var certificateBytes = 65536
        var paths = 100
        var signatureChecks = 400
        var connections = 4096
        var connectionsPerAddress = 2048
        var waiting = 1024
    }

    /// Cache capacities in entries or bytes, of which 0 disables a cache, and the time for caches of clients.
    struct Caches: Sendable, Equatable {
        var verdicts = 65536
        var verdictBytes = 32 << 20
        var certificates = 8192
        var signatures = 16384
        var clientTime = Duration.seconds(APIContext.usualReuse)
    }

    struct Timeouts: Sendable, Equatable {
        var idle = Duration.seconds(60)
        var request = Duration.seconds(30)
        var shutdown = Duration.seconds(30)
    }

    /// The record of decisions.
    struct Decisions: Sendable, Equatable {
        /// The memory for the last decisions in bytes; 0 for none.
        var memory = 16 << 20
        /// The directory of the log; nil for no log.
        var directory: String?
        /// Whether the log is in systemd's journal instead of a directory.
        var journal = false
        var queue = 32 << 20
        var onFull = DecisionQueue.Overflow.drop
        var record = DecisionContent.verdict
        var sample = DecisionSample.all
        var mask: [DecisionMask.Field] = []
        var maskKey: String?
        var maximumBytes = 100 << 20
        var maximumAge = Duration.seconds(30 * 86400)
        var keep = 10
        var flush = Duration.seconds(1)

        /// Whether the log has the texts of answers, which quote names and refer to other lines of a file.
        var recordsAnswers: Bool { directory != nil && mask.isEmpty }
    }

    struct Log: Sendable, Equatable {
        var level = Logger.Level.info
        var format = LogFormat.text
        var bufferedBytes = 1 << 20
    }

    /// The scripts of policies; the limits apply to each call.
    struct Scripts: Sendable, Equatable {
        var enabled = false
        var instructions = ScriptLimits().instructions
        var memoryBytes = ScriptLimits().memoryBytes
        var time = ScriptLimits().time
        var textBytes = ScriptLimits().textBytes
    }

    /// Files with facts that evaluations compare certificates with, and the limits on fetched evidence.
    struct Evidence: Sendable, Equatable {
        var anchorConstraints: [String] = []
        /// The file with the Certificate Transparency logs; nil for none.
        var logList: String?
        /// The time for which a response may wait for evidence, and the shortest for that of a floor.
        var deadline = Duration.milliseconds(1500)
        /// The directory that keeps fetched evidence over restarts; nil for none.
        var directory: String?
        var bytes = 1 << 30
        var ocspBytes = EvidenceBounds().ocspBytes
        var crlBytes = EvidenceBounds().crlBytes
        var issuerBytes = EvidenceBounds().issuerBytes
    }

    /// The files with blocks.
    struct Blocks: Sendable, Equatable {
        /// The list of the operator; nil for none.
        var file: String?
        /// The directory of the blocks that clients write; nil if none may.
        var directory: String?
    }

    /// The destinations and limits of fetches over the network.
    struct Network: Sendable, Equatable {
        var enabled = false
        /// Hosts and networks besides public addresses on port 80.
        var allow: [String] = []
        /// The URL of an HTTP proxy; nil for none.
        var proxy: String?
        var connectTimeout = Duration.seconds(2)
        var timeout = Duration.seconds(5)
        var headStart = Duration.milliseconds(EvidenceBounds().headStart)
        var concurrent = 64
        var perHost = 4
        /// The socket of anchord-fetcher; nil to start the program beside this one.
        var fetcher: String?
    }

    var listen: [ListenAddress] = [.tcp(host: "127.0.0.1", port: 8778)]
    var unixSocketMode: UInt16 = 0o660
    /// The group of Unix socket files; nil for the group that the system assigns.
    var unixSocketGroup: AccountReference?
    /// The rights of root on a Unix socket, besides those of ``clients``.
    var rootMay: [ClientRight] = [.reload, .read]
    /// The policy directory; nil if only the built-in policy set is served.
    var policies: String?
    /// The directory of the policy sets that clients write; nil if none may.
    var writtenPolicies: String?
    var systemAnchors = "/etc/ssl/certs/ca-certificates.crt"
    var threads = 0
    var caches = Caches()
    var limits = Limits()
    var timeouts = Timeouts()
    var allowedHosts: [String] = []
    var inlinePolicies = true
    /// Whether browsers get the console; nil if only on a machine that no other one reaches.
    var console: Bool?
    /// The set whose policies must accept every chain too; nil for no floors.
    var floors: String?
    var blocks = Blocks()
    var scripts = Scripts()
    var evidence = Evidence()
    var network = Network()
    var decisions = Decisions()
    var log = Log()
    /// The clients with their rights; nil if everyone may evaluate and read.
    var clients: [ClientConfiguration]?
    /// The client identities; nil if there are none.
    var identities: [IdentityConfiguration]?
    /// The proxies that may ask about their clients; nil if there are none.
    var proxies: [ProxyConfiguration]?
}

extension Configuration {
    /// Whether a client, or root beside configured clients, may read decisions.
    var hasReaderOfDecisions: Bool {
        guard let clients else { return false }
        return rootMay.contains(.decisions) || clients.contains { $0.rights.contains(.decisions) }
    }

    /// The names of clients in other sections, each with the place of the reference.
    var clientReferences: [(place: String, client: String)] {
        let signers = (identities ?? []).flatMap { identity in
            identity.clients.map { (place: "identities: \(identity.name)", client: $0) }
        }
        // Without clients, no one can sign, so that it does not matter which clients an identity names.
        return (proxies ?? []).map { ("proxies: \($0.name)", $0.proxy.client) } + (clients == nil ? [] : signers)
    }

    /// The identities with which no client can sign, although they list clients or no clients are configured.
    var identitiesWithoutSigner: [(identity: String, reason: String)] {
        let signers = clients?.filter { $0.rights.contains(.sign) }.map(\.name)
        return (identities ?? []).compactMap { identity in
            guard let signers else { return (identity.name, "the configuration has no `clients`") }
            guard !identity.clients.isEmpty, !identity.clients.contains(where: signers.contains) else { return nil }
            return (identity.name, "none of its clients has the right `sign`")
        }
    }
}

enum LogFormat: String, Sendable, CaseIterable {
    case text
    /// One JSON object per line.
    case json
    /// As `text`, with the priority for journald instead of the time (sd-daemon(3)).
    case journal
}
