import TrustAPI
import TrustService

extension ConfigurationKey {
    static let listen = ConfigurationKey(
        "listen",
        \.listen,
        .listenAddresses,
        help:
            "Addresses to listen on. Addresses other than loopback addresses and Unix sockets are reachable from other "
            + "machines; the daemon logs a warning about them. If not set, sockets passed by systemd replace the default.",
        details: "The address is numeric or `localhost`. With port 0, the kernel chooses a free port."
    )
    static let unixSocketMode = ConfigurationKey(
        "unixSocketMode",
        \.unixSocketMode,
        .fileMode,
        help: "Permission bits of Unix socket files.",
        details: "In YAML, the digits need quotes."
    )
    static let unixSocketGroup = ConfigurationKey(
        "unixSocketGroup",
        \.unixSocketGroup,
        .optionalGroup,
        help: "Group of Unix socket files; the daemon must be privileged or a member of the group. If not set, the "
            + "system assigns the group."
    )
    static let rootMay = ConfigurationKey(
        "rootMay",
        \.rootMay,
        .rootRights,
        help:
            "Rights of root on a Unix socket, besides those of `clients`; the daemon's own user may reload if root may. "
            + "Set an empty list if containers share the socket, since root of each of them is root.",
        details: "See <doc:Configuration#Clients>."
    )
    static let policies = ConfigurationKey(
        "policies",
        \.policies,
        .optionalPath,
        help:
            "Directory of policy documents, one for each policy set. If not set, only the built-in set `system` exists."
    )
    static let writtenPolicies = ConfigurationKey(
        "writtenPolicies",
        \.writtenPolicies,
        .optionalPath,
        help:
            "Directory in which the daemon stores the policy sets that clients write. If not set, clients cannot write "
            + "policy sets.",
        details: "See <doc:Configuration#Written-policies>."
    )
    static let systemAnchors = ConfigurationKey(
        "systemAnchors",
        \.systemAnchors,
        .path,
        help: "The system trust store: a bundle file or a directory."
    )
    static let threads = ConfigurationKey(
        "threads",
        \.threads,
        .integer(0...1024, "threads"),
        help: "Number of worker threads; 0 means one per core. More threads are started when each thread has 125 "
            + "connections.",
        details: "Batches have as many threads of their own."
    )
    static let cachedVerdicts = ConfigurationKey(
        "caches.verdicts",
        \.caches.verdicts,
        .integer(0...10_000_000, "verdicts"),
        help: "Maximum number of remembered verdicts; 0 disables the cache.",
        details: "As many responses to repeated requests are cached too."
    )
    static let cachedVerdictBytes = ConfigurationKey(
        "caches.verdictBytes",
        \.caches.verdictBytes,
        .integer(0...(1 << 36), "bytes"),
        help: "Memory for remembered verdicts and for cached responses; 0 disables both caches.",
        details:
            "Three quarters are for verdicts, each charged with its certificates and reasons. One quarter is for "
            + "responses, each charged with its text, its codes and its digests plus 512 bytes."
    )
    static let cachedCertificates = ConfigurationKey(
        "caches.certificates",
        \.caches.certificates,
        .integer(0...1_000_000, "certificates"),
        help: "Maximum number of cached parsed certificates from requests; 0 disables the cache.",
        details:
            "The total size of their DER is limited to this number times 2 KiB, so fewer certificates are cached "
            + "if they are larger."
    )
    static let cachedSignatures = ConfigurationKey(
        "caches.signatures",
        \.caches.signatures,
        .integer(0...1_000_000, "signatures"),
        help: "Maximum number of cached results of signature checks of certificates; 0 disables the cache."
    )
    static let clientTime = ConfigurationKey(
        "caches.clientTime",
        \.caches.clientTime,
        .duration(1...APIContext.usualReuse),
        help: "Longest time for which clients may reuse a trusted verdict without asking again.",
        details:
            "It limits `max-age` of responses. A shorter time lets a reload of policies and a revocation take effect sooner, "
            + "and costs more requests."
    )
    static let bodyBytes = ConfigurationKey(
        "limits.bodyBytes",
        \.limits.bodyBytes,
        .integer(1024...(1 << 30), "bytes"),
        help: "Maximum size of a request body; must not exceed limits.bufferedBytes."
    )
    static let batchBytes = ConfigurationKey(
        "limits.batchBytes",
        \.limits.batchBytes,
        .integer(1024...(1 << 30), "bytes"),
        help: "Maximum size of a batch sent as an array; each item is limited by limits.bodyBytes."
    )
    static let batchItems = ConfigurationKey(
        "limits.batchItems",
        \.limits.batchItems,
        .integer(1...1_000_000_000, "items"),
        help: "Maximum number of items in one batch, sent as an array or as lines."
    )
    static let batches = ConfigurationKey(
        "limits.batches",
        \.limits.batches,
        .integer(1...100_000, "batches"),
        help: "Maximum number of concurrent batches; further batches are rejected with 503."
    )
    static let batchesPerAddress = ConfigurationKey(
        "limits.batchesPerAddress",
        \.limits.batchesPerAddress,
        .integer(0...100_000, "batches"),
        help: "Maximum number of concurrent batches per address or local user, 0 for no limit; further batches are "
            + "rejected with 429.",
        details:
            "A client is an IP address, or the user of a process that connects to a Unix socket; all loopback "
            + "addresses are one client."
    )
    static let watches = ConfigurationKey(
        "limits.watches",
        \.limits.watches,
        .integer(1...100_000, "watches"),
        help: "Maximum number of open watches; further watches are rejected with 503.",
        details:
            "Each needs a file descriptor, and the memory of its request, on average at most 16 KiB. See <doc:Watches>."
    )
    static let watchesPerClient = ConfigurationKey(
        "limits.watchesPerClient",
        \.limits.watchesPerClient,
        .integer(0...100_000, "watches"),
        help: "Maximum number of open watches per client, 0 for no limit; further watches are rejected with 429.",
        details: "A client is one of `clients`, or else an address or a local user as for `limits.batchesPerAddress`."
    )
    static let bufferedBytes = ConfigurationKey(
        "limits.bufferedBytes",
        \.limits.bufferedBytes,
        .integer((1 << 20)...(1 << 40), "bytes"),
        help: "Memory for the bodies, batches and responses of all requests; a request that needs more is rejected "
            + "with 503."
    )
    static let headerBytes = ConfigurationKey(
        "limits.headerBytes",
        \.limits.headerBytes,
        .integer(1024...(1 << 20), "bytes"),
        help: "Memory for the request line and the header fields of one request.",
        details: "Each field needs about 64 bytes in addition to its text."
    )
    static let waiting = ConfigurationKey(
        "limits.waiting",
        \.limits.waiting,
        .integer(1...1_000_000, "requests"),
        help: "Maximum number of requests and batch items whose response waits for the network. Each client gets a "
            + "share of this number, and 503 beyond it. Reloads are not limited.",
        details: "See <doc:Operations#Limits>."
    )
    static let certificates = ConfigurationKey(
        "limits.certificates",
        \.limits.certificates,
        .integer(1...4096, "certificates"),
        help: "Maximum number of certificates in one chain, and of certificates and keys in one inline policy.",
        details: "The certificates of all members of the policy count."
    )
    static let certificateBytes = ConfigurationKey(
        "limits.certificateBytes",
        \.limits.certificateBytes,
        .integer(256...(1 << 20), "bytes"),
        help: "Maximum size of one certificate in DER."
    )
    static let paths = ConfigurationKey(
        "limits.paths",
        \.limits.paths,
        .integer(1...100_000, "paths"),
        help: "Maximum number of candidate paths examined per evaluation."
    )
    static let signatureChecks = ConfigurationKey(
        "limits.signatureChecks",
        \.limits.signatureChecks,
        .integer(1...1_000_000, "checks"),
        help: "Maximum number of signature checks per evaluation; a check with an expensive key is charged as "
            + "several checks.",
        details:
            "Signatures of evidence count too. A check is 40 microseconds: a signature takes 0.5 checks with an "
            + "RSA key of 2,048 bits, 1.25 with a P-256 key, and more with keys that take longer."
    )
    static let connections = ConfigurationKey(
        "limits.connections",
        \.limits.connections,
        .integer(1...1_000_000, "connections"),
        help: "Maximum number of open connections; further connections are rejected with 503."
    )
    static let connectionsPerAddress = ConfigurationKey(
        "limits.connectionsPerAddress",
        \.limits.connectionsPerAddress,
        .integer(0...1_000_000, "connections"),
        help: "Maximum number of open connections per address or local user, 0 for no limit; further connections are "
            + "rejected with 429.",
        details: "Clients are counted as for `limits.batchesPerAddress`."
    )
    static let idleTimeout = ConfigurationKey(
        "timeouts.idle",
        \.timeouts.idle,
        .duration(1...86400),
        help: "Maximum time that a connection may be idle, or that a client may leave a response unread."
    )
    static let requestTimeout = ConfigurationKey(
        "timeouts.request",
        \.timeouts.request,
        .duration(1...86400),
        help: "Maximum time for a request to arrive; a slower request is rejected with 408."
    )
    static let shutdownTimeout = ConfigurationKey(
        "timeouts.shutdown",
        \.timeouts.shutdown,
        .duration(1...86400),
        help: "Maximum time for active requests to complete after SIGTERM or SIGINT; slower requests are aborted."
    )
    static let allowedHosts = ConfigurationKey(
        "allowedHosts",
        \.allowedHosts,
        .hostNames,
        help: "Names accepted in the Host header besides localhost; IP addresses are always accepted."
    )
    static let inlinePolicies = ConfigurationKey(
        "inlinePolicies",
        \.inlinePolicies,
        .flag,
        help: "Whether requests may contain an inline policy."
    )
    static let console = ConfigurationKey(
        "console",
        \.console,
        .optionalFlag,
        help:
            "Whether browsers get the console, a web page at `/`. If not set, they do unless an address of `listen` is reachable "
            + "from other machines.",
        details: "See <doc:Console>."
    )
    static let floors = ConfigurationKey(
        "floors",
        \.floors,
        .optionalSetName,
        help:
            "Policy set whose host rules give the policy that must accept a chain too, whichever policy a request names "
            + "or contains. If not set, there are no floors.",
        details: "See <doc:Enforcement#Floors>."
    )
    static let blocksFile = ConfigurationKey(
        "blocks.file",
        \.blocks.file,
        .optionalPath,
        help:
            "File with certificates and keys that are not trusted under any policy. If it cannot be read, the "
            + "daemon does not start, and a reload keeps the previous list.",
        details: "See <doc:Blocks>."
    )
    static let blocksDirectory = ConfigurationKey(
        "blocks.directory",
        \.blocks.directory,
        .optionalPath,
        help:
            "Directory in which the daemon stores the blocks that clients write. If not set, clients cannot write blocks.",
        details: "See <doc:Blocks#Write-blocks>."
    )
    static let scriptsEnabled = ConfigurationKey(
        "scripts.enabled",
        \.scripts.enabled,
        .flag,
        help: "Whether policies may run Lua scripts (`evaluator: custom`).",
        details: "See <doc:Scripts>."
    )
    static let scriptInstructions = ConfigurationKey(
        "scripts.instructions",
        \.scripts.instructions,
        .integer(1000...1_000_000_000, "instructions"),
        help: "Maximum number of instructions of the Lua virtual machine in one call of a script."
    )
    static let scriptMemoryBytes = ConfigurationKey(
        "scripts.memoryBytes",
        \.scripts.memoryBytes,
        .integer((1 << 16)...(1 << 30), "bytes"),
        help: "Maximum memory of one call of a script."
    )
    static let scriptTime = ConfigurationKey(
        "scripts.time",
        \.scripts.time,
        .milliseconds(1...60_000),
        help: "Maximum processor time of one call of a script.",
        details: "Each megabyte of memory that the script holds is considered as 1 ms."
    )
    static let scriptTextBytes = ConfigurationKey(
        "scripts.textBytes",
        \.scripts.textBytes,
        .integer(64...65536, "bytes"),
        help: "Maximum length of a reason and of each text in the facts of a script, and of all that it prints."
    )
    static let anchorConstraints = ConfigurationKey(
        "evidence.anchorConstraints",
        \.evidence.anchorConstraints,
        .paths,
        help: "Documents with constraints on system anchors, such as from `anchord anchors import`.",
        details: "See <doc:Anchors#Anchor-constraints>."
    )
    static let logList = ConfigurationKey(
        "evidence.logList",
        \.evidence.logList,
        .optionalPath,
        help: "File with the Certificate Transparency logs (version 3 of Chrome's JSON schema), for policies with "
            + "`transparency`. If not set, such policies are invalid.",
        details:
            "The file is read again at a reload. The constraint `sctNotAfter` on an anchor is met only with it. "
            + "See <doc:Transparency>."
    )
    static let evidenceDeadline = ConfigurationKey(
        "evidence.deadline",
        \.evidence.deadline,
        .milliseconds(1...Inquiry.longestDeadline.components.seconds * 1000),
        help: "How long a response may wait for evidence from the network. A request can choose another time with its "
            + "`deadline`, but a floor waits at least this long.",
        details:
            "A request that chooses a time shorter than `500ms` and this one takes a risk: see "
            + "<doc:Revocation#Fetched-evidence>."
    )
    static let evidenceDirectory = ConfigurationKey(
        "evidence.directory",
        \.evidence.directory,
        .optionalPath,
        help: "Directory that keeps fetched evidence over restarts, with no other use; it is created if its parent "
            + "exists. If not set, evidence is only in memory.",
        details: "See <doc:Configuration#Evidence-on-the-disk>."
    )
    static let evidenceBytes = ConfigurationKey(
        "evidence.bytes",
        \.evidence.bytes,
        .integer((1 << 20)...(1 << 40), "bytes"),
        help: "Maximum size of evidence.directory; the evidence that was not used for the longest time is removed."
    )
    static let ocspBytes = ConfigurationKey(
        "evidence.ocspBytes",
        \.evidence.ocspBytes,
        .integer(1024...(1 << 20), "bytes"),
        help: "Maximum size of a fetched OCSP response."
    )
    static let crlBytes = ConfigurationKey(
        "evidence.crlBytes",
        \.evidence.crlBytes,
        .integer(1024...(120 << 20), "bytes"),
        help: "Maximum size of a CRL that is fetched or in a file of a policy."
    )
    static let issuerBytes = ConfigurationKey(
        "evidence.issuerBytes",
        \.evidence.issuerBytes,
        .integer(1024...(1 << 20), "bytes"),
        help: "Maximum size of the fetched certificates of a missing issuer."
    )
    static let networkEnabled = ConfigurationKey(
        "network.enabled",
        \.network.enabled,
        .flag,
        help: "Whether the daemon may fetch what policies ask for, through the program anchord-fetcher.",
        details: "See <doc:Configuration#Network>."
    )
    static let networkAllow = ConfigurationKey(
        "network.allow",
        \.network.allow,
        .allowedDestinations,
        help:
            "Hosts, addresses and networks that may be fetched from on any port, besides public addresses on port 80. "
            + "Behind network.proxy, only these host names."
    )
    static let networkProxy = ConfigurationKey(
        "network.proxy",
        \.network.proxy,
        .optionalProxyURL,
        help: "HTTP proxy for all fetches. If not set, fetches connect directly."
    )
    static let networkConnectTimeout = ConfigurationKey(
        "network.connectTimeout",
        \.network.connectTimeout,
        .duration(1...60),
        help: "Maximum time to resolve a name and connect; must not exceed network.timeout."
    )
    static let networkTimeout = ConfigurationKey(
        "network.timeout",
        \.network.timeout,
        .duration(1...300),
        help: "Maximum time of one fetch, with its redirects."
    )
    static let networkHeadStart = ConfigurationKey(
        "network.headStart",
        \.network.headStart,
        .milliseconds(1...60_000),
        help:
            "Time after which a silent location or method is not waited for alone: the next one is asked too. "
            + "At most a third of the time for which a response waits."
    )
    static let networkConcurrent = ConfigurationKey(
        "network.concurrent",
        \.network.concurrent,
        .integer(1...1024, "fetches"),
        help: "Maximum number of concurrent fetches; further fetches wait.",
        details: "At most 1024 fetches run or wait."
    )
    static let networkPerHost = ConfigurationKey(
        "network.perHost",
        \.network.perHost,
        .integer(1...1024, "fetches"),
        help: "Maximum number of concurrent fetches from one host; further fetches wait."
    )
    static let networkFetcher = ConfigurationKey(
        "network.fetcher",
        \.network.fetcher,
        .optionalPath,
        help:
            "Unix socket of anchord-fetcher if it runs as a service of its own. If not set, the daemon starts the program "
            + "from the directory of its own executable."
    )
    static let logLevel = ConfigurationKey(
        "log.level",
        \.log.level,
        .choice,
        help: "Minimum severity of log lines."
    )
    static let logFormat = ConfigurationKey(
        "log.format",
        \.log.format,
        .choice,
        help: "Format of log lines; `journal` is for systemd, which adds the time."
    )

    static let logBufferedBytes = ConfigurationKey(
        "log.bufferedBytes",
        \.log.bufferedBytes,
        .integer((1 << 12)...(1 << 30), "bytes"),
        help: "Maximum memory for log lines that wait to be written; further lines are dropped and counted."
    )

    /// All keys in the order of the documentation; the keys of a group are adjacent.
    static let all: [ConfigurationKey] = [
        listen, unixSocketMode, unixSocketGroup, rootMay, policies, writtenPolicies, systemAnchors, threads,
        cachedVerdicts, cachedVerdictBytes, cachedCertificates, cachedSignatures, clientTime,
        bodyBytes, batchBytes, batchItems, batches, batchesPerAddress, watches, watchesPerClient,
        bufferedBytes,
        headerBytes, certificates, certificateBytes, paths, signatureChecks,
        connections,
        connectionsPerAddress, waiting,
        idleTimeout, requestTimeout, shutdownTimeout,
        allowedHosts, inlinePolicies, console, floors, blocksFile, blocksDirectory,
        scriptsEnabled, scriptInstructions, scriptMemoryBytes, scriptTime, scriptTextBytes,
        anchorConstraints, logList, evidenceDeadline, evidenceDirectory, evidenceBytes, ocspBytes, crlBytes,
        issuerBytes,
        networkEnabled, networkAllow, networkProxy, networkConnectTimeout, networkTimeout, networkHeadStart,
        networkConcurrent,
        networkPerHost, networkFetcher,
        decisionMemory,
        decisionDirectory, decisionJournal, decisionQueue, decisionOverflow, decisionContent, decisionSample,
        decisionMask,
        decisionMaskKey, decisionFileBytes,
        decisionFileAge,
        decisionFiles,
        decisionFlush,
        logLevel, logFormat, logBufferedBytes,
    ]

    /// Reserved top-level keys, which this version rejects as unsupported.
    static let unsupported = ["adminToken"]
}
