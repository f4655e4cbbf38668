import ArgumentParser
import FetcherClient
import Logging
import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL

struct EvidenceFetchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Fetches the evidence about a chain from each location, and prints the results.",
        discussion: """
            Shows what the daemon would receive from the OCSP responders, CRLs and issuers that the certificates name. \
            Each location is asked once, through a process anchord-fetcher of its own or the service of network.fetcher. \
            The network settings are those of the daemon: the flags below, the environment, and the configuration file. \
            network.enabled is ignored, because the command asks for the network.

            Each row has the method, the subject of the certificate, the URL, the result (fetched, or a code of a failure), the \
            milliseconds, the bytes of the evidence, and the status (good, revoked or unknown). The signatures are \
            verified with the issuers in the input and with fetched ones, but the chain is not evaluated and \
            no policy applies: use `anchord evaluate` for that. A certificate whose issuer is neither in the file nor \
            fetched has no rows for OCSP and CRLs: add the issuer to the file. On a terminal, standard error shows the progress each second.

            Exit status: 0 if all evidence was fetched and no certificate is revoked; 1 if a certificate is revoked, a fetch failed, \
            or the certificates name no location; 2 if the command line, the configuration or the file is invalid, or the output cannot be written.

              anchord evidence fetch chain.pem
              anchord chain example.com:443 | anchord evidence fetch - --json
              anchord evidence fetch chain.pem --network-allow ocsp.corp.example
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A file of certificates in PEM or DER, the leaf first, or - for standard input.",
            valueName: "chain"
        )
    )
    var chain: String
    @Flag(help: "Print JSON instead of text.") var json = false
    @Option(help: ArgumentHelp("The configuration file.", valueName: "file")) var config: String?
    @Option(name: .key(.networkAllow), help: .key(.networkAllow)) var networkAllow: [String] = []
    @Option(name: .key(.networkProxy), help: .key(.networkProxy)) var networkProxy: String?
    @Option(name: .key(.networkConnectTimeout), help: .key(.networkConnectTimeout)) var networkConnectTimeout: String?
    @Option(name: .key(.networkTimeout), help: .key(.networkTimeout)) var networkTimeout: String?
    @Option(name: .key(.networkFetcher), help: .key(.networkFetcher)) var networkFetcher: String?

    /// The keys set on the command line, with their values as text.
    private var given: [(key: ConfigurationKey, texts: [String])] {
        let single: [(ConfigurationKey, String?)] = [
            (.networkProxy, networkProxy), (.networkConnectTimeout, networkConnectTimeout),
            (.networkTimeout, networkTimeout), (.networkFetcher, networkFetcher),
        ]
        let lists: [(key: ConfigurationKey, texts: [String])] =
            networkAllow.isEmpty ? [] : [(key: .networkAllow, texts: networkAllow)]
        return lists + single.compactMap { key, text in text.map { (key: key, texts: [$0]) } }
    }

    func run() throws {
        let effective = try EffectiveConfiguration.read(config, environment: EnvironmentVariables.all(), flags: given)
        var network = effective.values.network
        network.enabled = true
        let certificates = try certificates()
        let logger = Logger(label: "anchord") { _ in SwiftLogNoOpLogHandler() }
        var evidence = effective.values.evidence
        // The command shows what the network has.
        evidence.directory = nil
        guard let fetching = try Fetching(network, evidence, logger: logger) else { return }
        defer { fetching.stop() }
        let parts = try EvaluationComponents()
        let survey = EvidenceSurvey(
            gatherer: try fetching.library(of: parts),
            examiner: EvidenceExaminer(ports: try parts.evaluationPorts()),
            timeout: network.timeout
        )
        let rows = survey.rows(of: certificates)
        if rows.contains(where: { $0.failure == .unavailable }),
            case .failed(let why, _) = fetching.client.figures.state
        {
            StandardStream.writeMessage("anchord: \(QuotedText.printable(why))\n")
        }
        try StandardStream.writeResult(json ? EvidenceSurveyText.json(rows) : EvidenceSurveyText.table(rows))
        if rows.isEmpty || rows.contains(where: \.isFailure) { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    private func certificates() throws(CommandFailure) -> [Certificate] {
        let bytes = try InputFile.bytes(of: chain)
        do throws(CertificateReadingError) {
            return try OpenSSLCertificateReader().certificates(in: bytes, limits: CertificateLimits())
        } catch {
            throw CommandFailure(["\(chain == "-" ? "standard input" : chain): \(error)"])
        }
    }
}
