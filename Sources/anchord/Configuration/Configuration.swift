import Logging
import MicrohttpdServer

/// Every setting of the daemon, valid and with its default; ``ConfigurationKey`` says how each is spelt.
struct Configuration: Sendable, Equatable {
    /// Bounds on what one request may cost and how many there may be.
    struct Limits: Sendable, Equatable {
        var bodyBytes = 1 << 20
        var batchBytes = 16 << 20
        var batchItems = 100_000
        var batches = 64
        var batchesPerAddress = 32
        var bufferedBytes = 256 << 20
        var headerBytes = 16 << 10
        var certificates = 64
        var certificateBytes = 65536
        var paths = 100
        var signatureChecks = 400
        var connections = 4096
        var connectionsPerAddress = 2048
    }

    /// How many entries are remembered; 0 turns a cache off.
    struct Caches: Sendable, Equatable {
        var verdicts = 65536
        var verdictBytes = 16 << 20
        var certificates = 8192
        var signatures = 16384
    }

    /// How long peers and requests may take.
    struct Timeouts: Sendable, Equatable {
        var idle = Duration.seconds(60)
        var request = Duration.seconds(30)
        var shutdown = Duration.seconds(30)
    }

    /// What is logged, and how.
    struct Log: Sendable, Equatable {
        var level = Logger.Level.info
        var format = LogFormat.text
        var bufferedBytes = 1 << 20
    }

    var listen: [ListenAddress] = [.tcp(host: "127.0.0.1", port: 8778)]
    var unixSocketMode: UInt16 = 0o660
    /// The policy directory; nil for the built-in set only.
    var policies: String?
    var systemAnchors = "/etc/ssl/certs/ca-certificates.crt"
    var threads = 0
    var caches = Caches()
    var limits = Limits()
    var timeouts = Timeouts()
    var allowedHosts: [String] = []
    var inlinePolicies = true
    var log = Log()
}

/// What log lines look like.
enum LogFormat: String, Sendable, CaseIterable {
    /// For people.
    case text
    /// One JSON object a line, for machines.
    case json
}
