import ArgumentParser

/// One flag for each configuration key.
///
/// ArgumentParser requires a declaration for each flag; a test compares the flags with ``ConfigurationKey/all``.
struct ConfigurationFlags: ParsableArguments {
    @Option(name: .key(.listen), help: .key(.listen)) var listen: [String] = []
    @Option(name: .key(.unixSocketMode), help: .key(.unixSocketMode)) var unixSocketMode: String?
    @Option(name: .key(.unixSocketGroup), help: .key(.unixSocketGroup)) var unixSocketGroup: String?
    @Option(name: .key(.rootMay), help: .key(.rootMay)) var rootMay: [String] = []
    @Option(name: .key(.policies), help: .key(.policies)) var policies: String?
    @Option(name: .key(.systemAnchors), help: .key(.systemAnchors)) var systemAnchors: String?
    @Option(name: .key(.threads), help: .key(.threads)) var threads: String?
    @Option(name: .key(.cachedVerdicts), help: .key(.cachedVerdicts)) var cachedVerdicts: String?
    @Option(name: .key(.cachedVerdictBytes), help: .key(.cachedVerdictBytes)) var cachedVerdictBytes: String?
    @Option(name: .key(.cachedCertificates), help: .key(.cachedCertificates)) var cachedCertificates: String?
    @Option(name: .key(.cachedSignatures), help: .key(.cachedSignatures)) var cachedSignatures: String?
    @Option(name: .key(.bodyBytes), help: .key(.bodyBytes)) var bodyBytes: String?
    @Option(name: .key(.batchBytes), help: .key(.batchBytes)) var batchBytes: String?
    @Option(name: .key(.batchItems), help: .key(.batchItems)) var batchItems: String?
    @Option(name: .key(.batches), help: .key(.batches)) var batches: String?
    @Option(name: .key(.batchesPerAddress), help: .key(.batchesPerAddress)) var batchesPerAddress: String?
    @Option(name: .key(.bufferedBytes), help: .key(.bufferedBytes)) var bufferedBytes: String?
    @Option(name: .key(.headerBytes), help: .key(.headerBytes)) var headerBytes: String?
    @Option(name: .key(.certificates), help: .key(.certificates)) var certificates: String?
    @Option(name: .key(.certificateBytes), help: .key(.certificateBytes)) var certificateBytes: String?
    @Option(name: .key(.paths), help: .key(.paths)) var paths: String?
    @Option(name: .key(.signatureChecks), help: .key(.signatureChecks)) var signatureChecks: String?
    @Option(name: .key(.connections), help: .key(.connections)) var connections: String?
    @Option(name: .key(.connectionsPerAddress), help: .key(.connectionsPerAddress)) var connectionsPerAddress: String?
    @Option(name: .key(.waiting), help: .key(.waiting)) var waiting: String?
    @Option(name: .key(.idleTimeout), help: .key(.idleTimeout)) var idleTimeout: String?
    @Option(name: .key(.requestTimeout), help: .key(.requestTimeout)) var requestTimeout: String?
    @Option(name: .key(.shutdownTimeout), help: .key(.shutdownTimeout)) var shutdownTimeout: String?
    @Option(name: .key(.allowedHosts), help: .key(.allowedHosts)) var allowedHosts: [String] = []
    @Option(name: .key(.inlinePolicies), help: .key(.inlinePolicies)) var inlinePolicies: String?
    @Option(name: .key(.floors), help: .key(.floors)) var floors: String?
    @Option(name: .key(.scriptsEnabled), help: .key(.scriptsEnabled)) var scriptsEnabled: String?
    @Option(name: .key(.scriptInstructions), help: .key(.scriptInstructions)) var scriptInstructions: String?
    @Option(name: .key(.scriptMemoryBytes), help: .key(.scriptMemoryBytes)) var scriptMemoryBytes: String?
    @Option(name: .key(.scriptTime), help: .key(.scriptTime)) var scriptTime: String?
    @Option(name: .key(.scriptTextBytes), help: .key(.scriptTextBytes)) var scriptTextBytes: String?
    @Option(name: .key(.anchorConstraints), help: .key(.anchorConstraints)) var anchorConstraints: [String] = []
    @Option(name: .key(.logList), help: .key(.logList)) var logList: String?
    @Option(name: .key(.evidenceDeadline), help: .key(.evidenceDeadline)) var evidenceDeadline: String?
    @Option(name: .key(.evidenceDirectory), help: .key(.evidenceDirectory)) var evidenceDirectory: String?
    @Option(name: .key(.evidenceBytes), help: .key(.evidenceBytes)) var evidenceBytes: String?
    @Option(name: .key(.ocspBytes), help: .key(.ocspBytes)) var ocspBytes: String?
    @Option(name: .key(.crlBytes), help: .key(.crlBytes)) var crlBytes: String?
    @Option(name: .key(.issuerBytes), help: .key(.issuerBytes)) var issuerBytes: String?
    @Option(name: .key(.networkEnabled), help: .key(.networkEnabled)) var networkEnabled: String?
    @Option(name: .key(.networkAllow), help: .key(.networkAllow)) var networkAllow: [String] = []
    @Option(name: .key(.networkProxy), help: .key(.networkProxy)) var networkProxy: String?
    @Option(name: .key(.networkConnectTimeout), help: .key(.networkConnectTimeout)) var networkConnectTimeout: String?
    @Option(name: .key(.networkTimeout), help: .key(.networkTimeout)) var networkTimeout: String?
    @Option(name: .key(.networkHeadStart), help: .key(.networkHeadStart)) var networkHeadStart: String?
    @Option(name: .key(.networkConcurrent), help: .key(.networkConcurrent)) var networkConcurrent: String?
    @Option(name: .key(.networkPerHost), help: .key(.networkPerHost)) var networkPerHost: String?
    @Option(name: .key(.networkFetcher), help: .key(.networkFetcher)) var networkFetcher: String?
    @Option(name: .key(.logLevel), help: .key(.logLevel)) var logLevel: String?
    @Option(name: .key(.logFormat), help: .key(.logFormat)) var logFormat: String?
    @Option(name: .key(.logBufferedBytes), help: .key(.logBufferedBytes)) var logBufferedBytes: String?

    /// The keys set on the command line, with their values as text.
    var given: [(key: ConfigurationKey, texts: [String])] {
        let lists: [(ConfigurationKey, [String])] = [
            (.listen, listen), (.allowedHosts, allowedHosts), (.anchorConstraints, anchorConstraints),
            (.networkAllow, networkAllow), (.rootMay, rootMay),
        ]
        let single: [(ConfigurationKey, String?)] = [
            (.unixSocketMode, unixSocketMode), (.unixSocketGroup, unixSocketGroup), (.policies, policies),
            (.systemAnchors, systemAnchors),
            (.threads, threads), (.cachedVerdicts, cachedVerdicts),
            (.cachedVerdictBytes, cachedVerdictBytes), (.cachedCertificates, cachedCertificates),
            (.cachedSignatures, cachedSignatures),
            (.bodyBytes, bodyBytes), (.batchBytes, batchBytes), (.batchItems, batchItems), (.batches, batches),
            (.batchesPerAddress, batchesPerAddress), (.bufferedBytes, bufferedBytes),
            (.headerBytes, headerBytes), (.certificates, certificates),
            (.certificateBytes, certificateBytes), (.paths, paths), (.signatureChecks, signatureChecks),
            (.connections, connections), (.connectionsPerAddress, connectionsPerAddress),
            (.waiting, waiting), (.idleTimeout, idleTimeout), (.requestTimeout, requestTimeout),
            (.shutdownTimeout, shutdownTimeout),
            (.inlinePolicies, inlinePolicies), (.floors, floors),
            (.scriptsEnabled, scriptsEnabled), (.scriptInstructions, scriptInstructions),
            (.scriptMemoryBytes, scriptMemoryBytes), (.scriptTime, scriptTime), (.scriptTextBytes, scriptTextBytes),
            (.logList, logList),
            (.evidenceDeadline, evidenceDeadline), (.evidenceDirectory, evidenceDirectory),
            (.evidenceBytes, evidenceBytes), (.ocspBytes, ocspBytes),
            (.crlBytes, crlBytes), (.issuerBytes, issuerBytes),
            (.networkEnabled, networkEnabled), (.networkProxy, networkProxy),
            (.networkConnectTimeout, networkConnectTimeout), (.networkTimeout, networkTimeout),
            (.networkHeadStart, networkHeadStart), (.networkConcurrent, networkConcurrent),
            (.networkPerHost, networkPerHost),
            (.networkFetcher, networkFetcher),
            (.logLevel, logLevel), (.logFormat, logFormat),
            (.logBufferedBytes, logBufferedBytes),
        ]
        return lists.filter { !$0.1.isEmpty } + single.compactMap { key, text in text.map { (key, [$0]) } }
    }
}

extension NameSpecification {
    static func key(_ key: ConfigurationKey) -> NameSpecification {
        .customLong(key.flagName)
    }
}

extension ArgumentHelp {
    static func key(_ key: ConfigurationKey) -> ArgumentHelp {
        let repeated = key.isList ? "Repeatable. " : ""
        let standard = ConfigurationText.plain(key.value(Configuration()))
        return ArgumentHelp(
            "\(key.help) \(repeated)(\(key.expected); default: \(standard))",
            valueName: key.placeholder
        )
    }
}
