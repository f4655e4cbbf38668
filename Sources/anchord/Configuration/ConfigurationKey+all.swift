extension ConfigurationKey {
    static let listen = ConfigurationKey(
        "listen",
        \.listen,
        .listenAddresses,
        help: "Where to listen. Anything wider than loopback and Unix sockets is reachable by others, and warns. "
            + "Not set, sockets that systemd passes replace the default."
    )
    static let unixSocketMode = ConfigurationKey(
        "unixSocketMode",
        \.unixSocketMode,
        .fileMode,
        help: "Permission bits of Unix sockets' files."
    )
    static let policies = ConfigurationKey(
        "policies",
        \.policies,
        .optionalPath,
        help: "The directory of policy documents, one a set. Without one there is the built-in set `system` only."
    )
    static let systemAnchors = ConfigurationKey(
        "systemAnchors",
        \.systemAnchors,
        .path,
        help: "The bundle or directory of the operating system's trust anchors."
    )
    static let threads = ConfigurationKey(
        "threads",
        \.threads,
        .integer(0...1024, "threads"),
        help: "Worker threads; 0 means one a core. There are more where one would have more than 126 connections."
    )
    static let cachedVerdicts = ConfigurationKey(
        "caches.verdicts",
        \.caches.verdicts,
        .integer(0...10_000_000, "verdicts"),
        help: "Answers to evaluations that are remembered until they may change; 0 for none."
    )
    static let cachedVerdictBytes = ConfigurationKey(
        "caches.verdictBytes",
        \.caches.verdictBytes,
        .integer(0...(1 << 36), "bytes"),
        help: "Memory for remembered answers; 0 for none."
    )
    static let cachedCertificates = ConfigurationKey(
        "caches.certificates",
        \.caches.certificates,
        .integer(0...1_000_000, "certificates"),
        help: "Parsed certificates of requests that are remembered; 0 for none."
    )
    static let cachedSignatures = ConfigurationKey(
        "caches.signatures",
        \.caches.signatures,
        .integer(0...1_000_000, "signatures"),
        help: "Checked signatures of certificates that are remembered; 0 for none."
    )
    static let bodyBytes = ConfigurationKey(
        "limits.bodyBytes",
        \.limits.bodyBytes,
        .integer(1024...(1 << 30), "bytes"),
        help: "The longest request body; not more than limits.bufferedBytes."
    )
    static let batchBytes = ConfigurationKey(
        "limits.batchBytes",
        \.limits.batchBytes,
        .integer(1024...(1 << 30), "bytes"),
        help: "The longest batch that is an array; each of its items is bounded as a request body."
    )
    static let batchItems = ConfigurationKey(
        "limits.batchItems",
        \.limits.batchItems,
        .integer(1...1_000_000_000, "items"),
        help: "Items that one batch may have, an array or lines."
    )
    static let batches = ConfigurationKey(
        "limits.batches",
        \.limits.batches,
        .integer(1...100_000, "batches"),
        help: "Batches under way at once; the next one is answered with 503."
    )
    static let batchesPerAddress = ConfigurationKey(
        "limits.batchesPerAddress",
        \.limits.batchesPerAddress,
        .integer(0...100_000, "batches"),
        help:
            "Batches under way at once from one address or local user, 0 without limit; the next one is answered with "
            + "429."
    )
    static let bufferedBytes = ConfigurationKey(
        "limits.bufferedBytes",
        \.limits.bufferedBytes,
        .integer((1 << 20)...(1 << 40), "bytes"),
        help: "Memory for the bodies, batches and answers of all requests; a request that needs more is answered with "
            + "503."
    )
    static let headerBytes = ConfigurationKey(
        "limits.headerBytes",
        \.limits.headerBytes,
        .integer(1024...(1 << 20), "bytes"),
        help: "Room for the request line and the header fields."
    )
    static let certificates = ConfigurationKey(
        "limits.certificates",
        \.limits.certificates,
        .integer(1...4096, "certificates"),
        help: "Certificates that one chain, or the anchors of one inline policy, may have."
    )
    static let certificateBytes = ConfigurationKey(
        "limits.certificateBytes",
        \.limits.certificateBytes,
        .integer(256...(1 << 20), "bytes"),
        help: "The longest certificate, as DER."
    )
    static let paths = ConfigurationKey(
        "limits.paths",
        \.limits.paths,
        .integer(1...100_000, "paths"),
        help: "Candidate paths that one evaluation looks at."
    )
    static let signatureChecks = ConfigurationKey(
        "limits.signatureChecks",
        \.limits.signatureChecks,
        .integer(1...1_000_000, "checks"),
        help: "Signatures that one evaluation checks; one with a costly key counts as several."
    )
    static let connections = ConfigurationKey(
        "limits.connections",
        \.limits.connections,
        .integer(1...1_000_000, "connections"),
        help: "Connections open at once; the next one is answered with 503."
    )
    static let connectionsPerAddress = ConfigurationKey(
        "limits.connectionsPerAddress",
        \.limits.connectionsPerAddress,
        .integer(0...1_000_000, "connections"),
        help: "Connections open at once from one address or local user, 0 without limit; the next is answered with 429."
    )
    static let idleTimeout = ConfigurationKey(
        "timeouts.idle",
        \.timeouts.idle,
        .duration(1...86400),
        help: "How long a connection may be silent, or not read its answer."
    )
    static let requestTimeout = ConfigurationKey(
        "timeouts.request",
        \.timeouts.request,
        .duration(1...86400),
        help: "How long a request may take to arrive; then 408."
    )
    static let shutdownTimeout = ConfigurationKey(
        "timeouts.shutdown",
        \.timeouts.shutdown,
        .duration(1...86400),
        help: "How long requests under way may take after SIGTERM or SIGINT; then they are cut."
    )
    static let allowedHosts = ConfigurationKey(
        "allowedHosts",
        \.allowedHosts,
        .hostNames,
        help: "Names besides localhost that requests may name in their Host header; addresses always may."
    )
    static let inlinePolicies = ConfigurationKey(
        "inlinePolicies",
        \.inlinePolicies,
        .flag,
        help: "Whether requests may bring a policy of their own."
    )
    static let logLevel = ConfigurationKey(
        "log.level",
        \.log.level,
        .choice,
        help: "The least severe log lines that are written."
    )
    static let logFormat = ConfigurationKey(
        "log.format",
        \.log.format,
        .choice,
        help: "Log lines for people or for machines."
    )

    static let logBufferedBytes = ConfigurationKey(
        "log.bufferedBytes",
        \.log.bufferedBytes,
        .integer((1 << 12)...(1 << 30), "bytes"),
        help: "Memory for log lines that nobody has read yet; lines beyond it are dropped and counted."
    )

    /// Every key in the order of the documentation; the keys of a group stand together.
    static let all: [ConfigurationKey] = [
        listen, unixSocketMode, policies, systemAnchors, threads,
        cachedVerdicts, cachedVerdictBytes, cachedCertificates, cachedSignatures,
        bodyBytes, batchBytes, batchItems, batches, batchesPerAddress, bufferedBytes,
        headerBytes, certificates, certificateBytes, paths, signatureChecks,
        connections,
        connectionsPerAddress,
        idleTimeout, requestTimeout, shutdownTimeout,
        allowedHosts, inlinePolicies,
        logLevel, logFormat, logBufferedBytes,
    ]

    /// Top-level keys of the documented format that this version does not support.
    static let unsupported = ["adminToken", "decisions", "identities"]
}
