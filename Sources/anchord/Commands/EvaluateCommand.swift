import ArgumentParser
import StructuredDocuments
import TLSChainClient
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService

struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Evaluates a certificate chain from a file or a server; needs no running service.",
        discussion: """
            Runs the same engine as the service and prints the verdict: trusted, untrusted or indeterminate on the \
            first line, then one line for each reason. --json prints the response of POST /v1/evaluations.

            For a server, the command connects, completes a TLS handshake, and evaluates the chain \
            with the stapled OCSP response and the certificate timestamps that the server sends. Without a port, the port \
            is 443. The handshake contains the server's name and verifies nothing, so that every chain gets a verdict. If the server does not prove within --timeout that it \
            has the key of its certificate, a line on standard error shows why, and no verdict is printed.

            --server-name and --host each set the name in the handshake and the name that the leaf must be valid for. \
            If both are given, --server-name is the name in the handshake.

            With --policies, --policy names the set that decides, so that no rule of the directory is passed over in \
            silence. Without it, the command names the sets with a rule for the host, and prints no verdict.

            Scripts of policies run in their sandbox, also if the configuration of a daemon does not enable them. --trace \
            shows on standard error the fields that they read and the lines that they print.

            Exit status: 0 if the action is allow, 1 if it is not, 2 if the command line or an input file is invalid, \
            if the output cannot be written, or if the server does not prove in time that it has the key of its \
            certificate.

              anchord evaluate chain.pem --host example.com
              anchord evaluate example.com
              anchord evaluate leaf.pem --host example.com --intermediates issuing.pem
              anchord evaluate 192.0.2.1:443 --host www.example.com --timeout 3s
              anchord evaluate mail.example.com:25 --starttls smtp
              anchord evaluate db.internal:5432 --starttls postgres --anchors corporate-root.pem
              anchord evaluate chain.pem --host db.internal --anchors corporate-root.pem
              anchord evaluate chain.pem --host example.com --crl issuing.crl --ocsp stapled.der
              anchord evaluate - --policies ./policies --policy payments --json < chain.pem
              anchord evaluate chain.pem --host example.com --policies ./policies --policy house --trace
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The chain, leaf first: a PEM or DER file, - for standard input, or a server, as HOST:PORT, HOST or "
                + "https://HOST/. Put IPv6 addresses in brackets. If a file with that name exists, the file is read.",
            valueName: "chain"
        )
    )
    var chain: String
    @Option(
        help: ArgumentHelp(
            "The DNS name or IP address that the leaf must be valid for. Required by most policies. "
                + "(default for a server: the server name)",
            valueName: "host"
        )
    )
    var host: String?
    @Option(
        help: ArgumentHelp(
            "The policy, as SET or SET/POLICY. (default without --policies: system)",
            valueName: "policy"
        )
    )
    var policy: String?
    @Option(
        help: ArgumentHelp(
            "A file of trust anchors, which replace the system trust store in the default policy. Repeatable.",
            valueName: "file"
        )
    )
    var anchors: [String] = []
    @Option(
        help: ArgumentHelp(
            "The policy directory; requires --policy, or --anchors with --floors. (default: none, only the built-in "
                + "policy set)",
            valueName: "directory"
        )
    )
    var policies: String?
    @Option(
        help: ArgumentHelp(
            "The policy set whose policy for the host must accept the chain too, as `floors` of a daemon.",
            valueName: "set"
        )
    )
    var floors: String?
    @Option(
        help: ArgumentHelp(
            "The file with the Certificate Transparency logs, as `evidence.logList` of a daemon.",
            valueName: "file"
        )
    )
    var logList: String?
    @Option(
        help: ArgumentHelp(
            "A file of CA certificates that the chain may lack. They are never trusted, like those of `openssl verify "
                + "-untrusted`. Repeatable.",
            valueName: "file"
        )
    )
    var intermediates: [String] = []
    @Option(help: ArgumentHelp("The system trust store: a bundle file or a directory.", valueName: "path"))
    var systemAnchors = Configuration().systemAnchors
    @Option(help: .anchorConstraints) var anchorConstraints: [String] = []
    @Option(
        help: ArgumentHelp(
            "The evaluation time, as an RFC 3339 timestamp or a date in UTC. (default: now)",
            valueName: "time"
        )
    )
    var at: String?
    @Option(
        help: ArgumentHelp(
            "A file of CRLs in PEM or DER, used in addition to those of the policy. Repeatable.",
            valueName: "file"
        )
    )
    var crl: [String] = []
    @Option(
        help: ArgumentHelp(
            "A file with one OCSP response in DER, such as a stapled one. Repeatable.",
            valueName: "file"
        )
    )
    var ocsp: [String] = []
    @Option(
        help: ArgumentHelp(
            "A file with one certificate timestamp or a list of them, in the encoding of TLS. Repeatable.",
            valueName: "file"
        )
    )
    var sct: [String] = []
    @Flag(help: "List the checks performed and the rejected paths.") var explain = false
    @Flag(help: "Print JSON instead of text.") var json = false
    @Flag(help: "Show what the scripts of the policy read and print.") var trace = false
    @OptionGroup var server: ServerOptions

    func validate() throws {
        if policy != nil, !anchors.isEmpty {
            throw ValidationError("--policy and --anchors cannot be combined: --anchors implies the default policy.")
        }
        if policies != nil, !anchors.isEmpty, floors == nil {
            throw ValidationError(
                "--policies has no effect with --anchors, which implies the default policy: leave one of them out, or "
                    + "name the set whose policies must accept the chain too with --floors."
            )
        }
        if let policy, PolicyName(policy) == nil {
            throw ValidationError("\(QuotedText.of(policy)) is not a policy name: expected SET or SET/POLICY.")
        }
        if let at, Self.instant(at) == nil {
            throw ValidationError(
                "\(QuotedText.of(at)) is not a time: expected 2026-11-20T00:00:00Z or 2026-11-20"
                    + Instant.leapSecondHint(for: at) + "."
            )
        }
    }

    func run() throws {
        let parts = try EvaluationComponents()
        let endpoint = try server.endpoint(orFile: chain)
        // Check the whole command line before connecting to a server.
        let policy = try requestedPolicy(parts)
        var evidence = try evidence(parts)
        var timestamps = try sct.flatMap { file throws(CommandFailure) in
            try read(file) { bytes throws(EvidenceReadingError) in
                try OpenSSLEvidenceReader().timestamps(in: bytes)
            }
        }
        let others = try intermediates.flatMap { file throws(CommandFailure) in
            try self.certificates(in: try InputFile.bytes(of: file), of: file, limits: .anchors, parts)
        }
        let snapshot = try snapshot(parts)
        let evaluations = try parts.evaluations(budget: WorkBudget(), limits: .anchors, allowsInlinePolicies: true)
        let host = host ?? endpoint.map { server.indicatedName(for: $0) ?? $0.host.description }
        if let policies, self.policy == nil, anchors.isEmpty {
            throw UnnamedPolicySet(directory: policies, snapshot, host: host).failure
        }
        if endpoint != nil {
            try Self.check(host)
            do throws(InquiryError) {
                try evaluations.check(policy, host: host, under: snapshot)
            } catch {
                throw Self.failure(Problem(ofUnanswered: error))
            }
        }
        let certificates: [Certificate]
        if let endpoint {
            let sent = try chain(of: endpoint, parts)
            for note in sent.notes { StandardStream.writeMessage("anchord: \(note)\n") }
            certificates = sent.certificates
            evidence.responses += sent.evidence.responses
            timestamps += sent.timestamps
        } else {
            let bytes = try InputFile.bytes(of: chain)
            certificates = try self.certificates(in: bytes, of: chain, limits: CertificateLimits(), parts)
        }
        var inquiry = Inquiry(
            chain: certificates + others,
            host: host,
            policy: policy,
            instant: at.flatMap(Self.instant),
            evidence: evidence,
            timestamps: timestamps,
            explain: explain
        )
        inquiry.tracesScripts = trace
        let now = WallClock.now()
        let verdict: Verdict
        do throws(InquiryError) {
            verdict = try evaluations.verdict(on: inquiry, under: snapshot, now: now.instant)
        } catch {
            throw Self.failure(Problem(ofUnanswered: error))
        }
        for line in verdict.scripts.traces.flatMap(TraceText.lines) { StandardStream.writeMessage(line + "\n") }
        if json {
            let id = DecisionID(milliseconds: now.milliseconds)
            let text = String(decoding: VerdictEncoder.json(verdict, id: id, nonce: nil).bytes, as: UTF8.self)
            try StandardStream.writeResult(text + "\n")
        } else {
            try StandardStream.writeResult(VerdictText.lines(of: verdict, over: .commandLine))
        }
        if verdict.action != .allow { throw ExitCode(ExitStatus.refused.rawValue) }
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

    private static func failure(_ problem: Problem) -> CommandFailure {
        CommandFailure([QuotedText.printable(AnswerChannel.commandLine.adapted(problem.forReaders.detail))])
    }

    private func chain(
        of endpoint: TLSEndpoint,
        _ parts: EvaluationComponents
    ) throws(CommandFailure) -> ServerChain {
        let name = server.indicatedName(for: endpoint, host: host)
        let presented = try server.presentedChain(of: endpoint, serverName: name, orFile: chain)
        return try ServerChain(presented, of: endpoint, parts.documents)
    }

    private func snapshot(_ parts: EvaluationComponents) throws(CommandFailure) -> PolicySnapshot {
        // With --anchors, the system trust store is unused and need not exist.
        let loader = parts.loader(
            directory: policies,
            systemAnchors: anchors.first ?? systemAnchors,
            anchorConstraints: anchorConstraints,
            floors: floors,
            logList: logList
        )
        do {
            return try loader.load()
        } catch {
            throw CommandFailure(error.problems.map(\.description))
        }
    }

    private func requestedPolicy(_ parts: EvaluationComponents) throws(CommandFailure) -> Inquiry.Policy {
        guard !anchors.isEmpty else { return .named(policy.flatMap(PolicyName.init) ?? .system) }
        let given = try anchors.map { file throws(CommandFailure) in try anchorNode(file, parts) }
        let entries = [
            DocumentNode.Entry(key: "evaluator", value: DocumentNode(.string("default"))),
            DocumentNode.Entry(key: "anchors", value: DocumentNode(.sequence(given))),
        ]
        return .inline(DocumentNode(.mapping(entries)))
    }

    /// Returns an anchor file as an item of an inline policy; PEM stays text to preserve its trust settings.
    private func anchorNode(_ file: String, _ parts: EvaluationComponents) throws(CommandFailure) -> DocumentNode {
        let bytes = try InputFile.bytes(of: file)
        _ = try certificates(in: bytes, of: file, limits: .anchors, parts)
        let isText = PEMText.hasBlock(in: bytes)
        return DocumentNode(.string(isText ? String(decoding: bytes, as: UTF8.self) : Base64.encode(bytes)))
    }

    private func certificates(
        in bytes: [UInt8],
        of path: String,
        limits: CertificateLimits,
        _ parts: EvaluationComponents
    ) throws(CommandFailure) -> [Certificate] {
        do {
            return try parts.documents.certificates.certificates(in: bytes, limits: limits)
        } catch {
            let name = path == "-" ? "standard input" : path
            throw CommandFailure([QuotedText.printable("\(name): \(error)")])
        }
    }

    private func evidence(_ parts: EvaluationComponents) throws(CommandFailure) -> RevocationEvidence {
        var evidence = RevocationEvidence()
        for file in crl {
            evidence.lists += try read(file) { bytes throws(EvidenceReadingError) in
                try parts.documents.evidence.revocationLists(in: bytes, limits: .policies)
            }
        }
        for file in ocsp {
            evidence.responses += try read(file) { bytes throws(EvidenceReadingError) in
                [try parts.documents.evidence.ocspResponse(in: bytes, limits: .policies)]
            }
        }
        return evidence
    }

    private func read<Piece>(
        _ path: String,
        _ parse: ([UInt8]) throws(EvidenceReadingError) -> [Piece]
    ) throws(CommandFailure) -> [Piece] {
        let bytes = try InputFile.bytes(of: path)
        do throws(EvidenceReadingError) {
            return try parse(bytes)
        } catch {
            throw CommandFailure([QuotedText.printable("\(path): \(error)")])
        }
    }

    private static func instant(_ text: String) -> Instant? {
        Instant(rfc3339: text) ?? Instant(day: text)
    }
}
