import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService

/// Evaluates chains with the options of a command line, all of which are checked before any server is asked.
struct ChainEvaluation: Sendable {
    private let options: ChainOptions
    private let reader: ChainReader
    private let policy: Inquiry.Policy
    private let evidence: RevocationEvidence
    private let timestamps: [TimestampElement]
    private let intermediates: [Certificate]
    private let snapshot: PolicySnapshot
    private let evaluations: Evaluations
    /// The evaluation time; nil for now.
    var instant: Instant?
    /// Whether verdicts list the checks and the rejected paths.
    var explains = false
    /// Whether verdicts have what the scripts read and print.
    var tracesScripts = false

    /// Reads the files of the options.
    ///
    /// - Throws: ``CommandFailure`` if a file or the policy is invalid.
    init(_ options: ChainOptions) throws(CommandFailure) {
        let inputs = EvaluationInputs(parts: try EvaluationComponents())
        self.options = options
        reader = ChainReader(options: options, inputs: inputs)
        policy = try options.requestedPolicy(inputs)
        evidence = try inputs.evidence(crls: options.crl, ocsp: options.ocsp)
        timestamps = try inputs.timestamps(options.sct)
        intermediates = try inputs.certificates(inFiles: options.intermediates)
        snapshot = try options.snapshot(inputs.parts)
        evaluations = try inputs.parts.evaluations(budget: WorkBudget(), limits: .anchors, allowsInlinePolicies: true)
    }

    /// A verdict, the time of the evaluation, and circumstances that the verdict does not show.
    typealias Answer = (verdict: Verdict, now: WallTime, notes: [String])

    /// Returns the verdict on a chain; blocks while a server is asked.
    ///
    /// - Throws: ``CommandFailure`` if there is no verdict.
    func verdict(on source: ChainSource) throws(CommandFailure) -> Answer {
        let (inquiry, notes) = try inquiry(about: source)
        let now = WallClock.now()
        do throws(InquiryError) {
            return (try evaluations.verdict(on: inquiry, under: snapshot, now: now.instant), now, notes)
        } catch {
            throw Self.failure(Problem(ofUnanswered: error))
        }
    }

    /// Returns how the decision on a chain changes from now on; blocks while a server is asked.
    ///
    /// - Throws: ``CommandFailure`` if there is no verdict.
    func forecast(
        on source: ChainSource,
        until end: Instant
    ) throws(CommandFailure) -> (forecast: Forecast, notes: [String]) {
        let (inquiry, notes) = try inquiry(about: source)
        let now = WallClock.now().instant
        do throws(InquiryError) {
            return (try evaluations.forecast(on: inquiry, under: snapshot, from: now, until: end), notes)
        } catch {
            throw Self.failure(Problem(ofUnanswered: error))
        }
    }

    /// Returns how the decision on a recorded inquiry changes from now on to the first denial, with the evidence of the record.
    ///
    /// - Throws: ``CommandFailure`` if there is no verdict.
    func forecast(on recorded: RecordedInquiry, until end: Instant) throws(CommandFailure) -> Forecast {
        var evaluations = evaluations
        evaluations.library = recorded.evidence
        let now = WallClock.now().instant
        do throws(InquiryError) {
            return try evaluations.forecast(
                on: recorded.inquiry,
                under: snapshot,
                from: now,
                until: end,
                endsWhenDenied: true
            )
        } catch {
            throw Self.failure(Problem(ofUnanswered: error))
        }
    }

    private func inquiry(
        about source: ChainSource
    ) throws(CommandFailure) -> (inquiry: Inquiry, notes: [String]) {
        let endpoint = try reader.endpoint(of: source)
        let host = reader.host(ofServer: endpoint)
        try check(host, ofServer: endpoint != nil)
        var inquiry = Inquiry(
            chain: [],
            host: host,
            policy: policy,
            instant: instant,
            evidence: evidence,
            timestamps: timestamps,
            explain: explains
        )
        inquiry.tracesScripts = tracesScripts
        let material = try reader.material(of: source, endpoint)
        inquiry.chain = material.certificates + intermediates
        inquiry.evidence.responses += material.responses
        inquiry.timestamps += material.timestamps
        return (inquiry, material.notes)
    }

    /// Checks that the policy is named, and for a server that the host and the policy can be used.
    private func check(_ host: String?, ofServer isServer: Bool) throws(CommandFailure) {
        if let policies = options.policies, options.policy == nil, options.anchors.isEmpty {
            throw UnnamedPolicySet(directory: policies, snapshot, host: host).failure
        }
        guard isServer else { return }
        try reader.check(host)
        do throws(InquiryError) {
            try evaluations.check(policy, host: host, under: snapshot)
        } catch {
            throw Self.failure(Problem(ofUnanswered: error))
        }
    }

    private static func failure(_ problem: Problem) -> CommandFailure {
        CommandFailure([QuotedText.printable(AnswerChannel.commandLine.adapted(problem.forReaders.detail))])
    }
}
