import StructuredDocuments
import TLSChainClient
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService

/// A chain that a command line names.
enum ChainSource {
    /// A file, `-` or a server.
    case any(String)
    /// A server, even if a file has its name.
    case server(String)

    /// The text on the command line or in a list.
    var text: String {
        switch self {
        case .any(let text), .server(let text): text
        }
    }
}

/// Evaluates chains with the options of a command line, all of which are checked before any server is asked.
struct ChainEvaluation: Sendable {
    private let options: EvaluateCommand
    private let inputs: EvaluationInputs
    private let policy: Inquiry.Policy
    private let evidence: RevocationEvidence
    private let timestamps: [TimestampElement]
    private let intermediates: [Certificate]
    private let snapshot: PolicySnapshot
    private let evaluations: Evaluations

    /// Reads the files of the options.
    ///
    /// - Throws: ``CommandFailure`` if a file or the policy is invalid.
    init(_ options: EvaluateCommand) throws(CommandFailure) {
        let inputs = EvaluationInputs(parts: try EvaluationComponents())
        (self.options, self.inputs) = (options, inputs)
        policy = try options.requestedPolicy(inputs)
        evidence = try inputs.evidence(crls: options.crl, ocsp: options.ocsp)
        timestamps = try inputs.timestamps(options.sct)
        intermediates = try inputs.certificates(inFiles: options.intermediates)
        snapshot = try options.snapshot(inputs.parts)
        evaluations = try inputs.parts.evaluations(budget: WorkBudget(), limits: .anchors, allowsInlinePolicies: true)
    }

    /// Returns the verdict on a chain, and the time of the evaluation; blocks while a server is asked.
    ///
    /// - Throws: ``CommandFailure`` if there is no verdict.
    func verdict(on source: ChainSource) throws(CommandFailure) -> (verdict: Verdict, now: WallTime) {
        let endpoint = try endpoint(of: source)
        let host = options.host ?? endpoint.map { options.server.indicatedName(for: $0) ?? $0.host.description }
        try check(host, ofServer: endpoint != nil)
        var inquiry = Inquiry(
            chain: [],
            host: host,
            policy: policy,
            instant: options.instant,
            evidence: evidence,
            timestamps: timestamps,
            explain: options.explain
        )
        inquiry.tracesScripts = options.trace
        try add(source, endpoint, to: &inquiry)
        inquiry.chain += intermediates
        let now = WallClock.now()
        do throws(InquiryError) {
            return (try evaluations.verdict(on: inquiry, under: snapshot, now: now.instant), now)
        } catch {
            throw Self.failure(Problem(ofUnanswered: error))
        }
    }

    private func endpoint(of source: ChainSource) throws(CommandFailure) -> TLSEndpoint? {
        switch source {
        case .any(let text): try options.server.endpoint(orFile: text)
        case .server(let text): try options.server.endpoint(text)
        }
    }

    /// Checks that the policy is named, and for a server that the host and the policy can be used.
    private func check(_ host: String?, ofServer isServer: Bool) throws(CommandFailure) {
        if let policies = options.policies, options.policy == nil, options.anchors.isEmpty {
            throw UnnamedPolicySet(directory: policies, snapshot, host: host).failure
        }
        guard isServer else { return }
        try Self.check(host)
        do throws(InquiryError) {
            try evaluations.check(policy, host: host, under: snapshot)
        } catch {
            throw Self.failure(Problem(ofUnanswered: error))
        }
    }

    /// Checks a host with which a server's certificate is compared.
    private static func check(_ host: String?) throws(CommandFailure) {
        guard let host else { return }
        do throws(HostNameError) {
            _ = try HostName(ofBounded: host, names: IDN2Names())
        } catch {
            throw CommandFailure(["the host \(QuotedText.of(host)) \(error.reason)"])
        }
    }

    /// Adds the chain of a file, or the chain and the evidence that a server sends.
    private func add(
        _ source: ChainSource,
        _ endpoint: TLSEndpoint?,
        to inquiry: inout Inquiry
    ) throws(CommandFailure) {
        guard let endpoint else {
            inquiry.chain = try inputs.certificates(inFile: source.text, limits: CertificateLimits())
            return
        }
        let name = options.server.indicatedName(for: endpoint, host: options.host)
        let file: String? = if case .any(let text) = source { text } else { nil }
        let presented = try options.server.presentedChain(of: endpoint, serverName: name, orFile: file)
        let sent = try ServerChain(presented, of: endpoint, inputs.parts.documents)
        for note in sent.notes { StandardStream.writeMessage("anchord: \(note)\n") }
        inquiry.chain = sent.certificates
        inquiry.evidence.responses += sent.evidence.responses
        inquiry.timestamps += sent.timestamps
    }

    private static func failure(_ problem: Problem) -> CommandFailure {
        CommandFailure([QuotedText.printable(AnswerChannel.commandLine.adapted(problem.forReaders.detail))])
    }
}
