package import TrustModel

/// Asks a script about the path that the requirements accept (`custom`; Alamofire's customEvaluation).
///
/// The script can only reject. With ``Enforcement/nothing``, the requirements accept any chain, so that the script alone
/// decides about the best path, with or without a trust anchor.
package struct CustomEvaluator: Evaluator {
    /// The name of the check in explanations.
    package static let checkName = "script"

    private let base: PathEvaluator
    private let script: any TrustScript
    private let policy: PolicyIdentity
    /// The file name of the script, for messages.
    private let file: String
    /// The logs whose timestamps the script can read; nil if there is no log list.
    private let logs: TransparencyLogList?

    /// Creates an evaluator; the script is asked after the requirements accept a path.
    package init(
        _ requirements: PathRequirements,
        script: any TrustScript,
        file: String,
        policy: PolicyIdentity,
        logs: TransparencyLogList? = nil
    ) {
        base = PathEvaluator(requirements)
        self.logs = logs
        self.script = script
        self.file = file
        self.policy = policy
    }

    /// The requirements on the path.
    package var requirements: PathRequirements { base.requirements }

    /// Whether the script alone decides.
    package var isScriptOnly: Bool { requirements.enforcement == .nothing }

    /// The properties of the requirements, or only the dangers of a script that alone decides.
    package var traits: EvaluatorTraits {
        var traits = base.traits
        traits.summary = "script \(file), " + (isScriptOnly ? "which alone decides" : traits.summary)
        guard isScriptOnly else { return traits }
        traits.hazards = [EvaluatorTraits.Hazard(.hazardScriptOnly)]
        traits.clientRisks = Set(ClientRisk.allCases)
        return traits
    }

    /// Evaluates the requirements, then asks the script about an accepted path.
    package func evaluate(_ question: TrustQuestion, in session: EvaluationSession) -> EvaluatorDecision {
        var decision = base.evaluate(question, in: session)
        guard decision.isAccepted else { return decision }
        if isScriptOnly {
            decision.reasons.append(scriptOnlyWarning)
            decision.principal = nil
        }
        // A script could not recognize the host that such a text means.
        if case .invalid(let text, let error) = question.host {
            return decision.rejected(by: .unreadableHost(text, error))
        }
        let timestamps = logs.map {
            session.timestamps(of: question, issuedBy: decision.path.dropFirst().first?.certificate, by: $0)
        }
        if let bounds = timestamps?.exceededBounds, !bounds.isEmpty {
            let undone = "Not all certificate timestamps were checked"
            return decision.rejected(by: .budgetExhausted(undone, bounds, remedy: .muchEvidence))
        }
        if let unchanged = timestamps?.unchangedUntil {
            decision.validUntil = decision.validUntil.map { min($0, unchanged) }
        }
        let verified = timestamps?.verified ?? []
        let answer = session.time.asking { instant in
            script.decide(about: path(of: decision, question, at: instant, in: session, with: verified))
        }
        session.scripts.note(answer, of: file, policy)
        let reason = finding(of: answer)
        if question.explain { decision.checks.append(check(reason)) }
        guard let reason else { return decision }
        var rejected = decision.rejected(by: reason)
        // Report mode waives what a script decides. A script that failed has decided nothing.
        if answer.isFailure { rejected.isWaived = false }
        return rejected
    }

    private func path(
        of decision: EvaluatorDecision,
        _ question: TrustQuestion,
        at instant: Instant,
        in session: EvaluationSession,
        with timestamps: [VerifiedTimestamp]
    ) -> ScriptedPath {
        ScriptedPath(
            certificates: decision.path.map(\.certificate),
            isAnchored: decision.path.last?.origin == .anchor,
            host: question.host.name.map { "\($0)" },
            instant: instant,
            policy: policy,
            findings: decision.reasons,
            timestamps: timestamps,
            revocation: decision.revocation.scripted,
            isTraced: session.scripts.isTraced
        )
    }

    private func check(_ reason: Finding?) -> CheckReport {
        CheckReport(
            name: Self.checkName,
            status: reason == nil ? .pass : .fail,
            why: reason?.message ?? "the script \(file) allows the path"
        )
    }

    private var scriptOnlyWarning: Finding {
        Finding(
            .hazardScriptOnly,
            severity: .warning,
            message: "The script \(file) alone decides: the chain, its trust anchor and the host are not validated."
        )
    }

    /// The facts that only the daemon sets.
    private static let reservedFacts: Set = ["script", "reason", "failure", "error", "floor", "members"]

    /// Returns the reason for a rejection; nil if the script allows the path.
    private func finding(of answer: ScriptDecision) -> Finding? {
        switch answer.outcome {
        case .allowed: return nil
        case .rejected(let reason, let facts):
            // A script must not claim a failure or a floor.
            let facts = facts.filter { !Self.reservedFacts.contains($0.name) }
            let text = reason.map { ": " + $0 } ?? " and gives no reason."
            return Finding(
                .policyCustomRejected,
                message: "The script \(file) rejects the path\(text)",
                facts: [Fact("script", file)] + (reason.map { [Fact("reason", $0)] } ?? []) + facts
            )
        case .failed(let failure, let text):
            return Finding(
                .policyCustomRejected,
                message: "The script \(file) failed, so the path is rejected: \(failure.clause(text)).",
                facts: [Fact("script", file), Fact("failure", failure.rawValue)]
                    + (text.isEmpty ? [] : [Fact("error", text)]),
                remedy: .failedScript
            )
        }
    }
}

extension ScriptDecision {
    /// Whether the script failed, so that it decided nothing.
    fileprivate var isFailure: Bool { if case .failed = outcome { true } else { false } }
}

extension ScriptDecision.Failure {
    fileprivate func clause(_ text: String) -> String {
        switch self {
        case .error, .result: text
        case .instructions: "it exceeded its limit of instructions (scripts.instructions)"
        case .time: "it exceeded its limit of processor time (scripts.time)"
        case .memory:
            "it exceeded its limit of memory (scripts.memoryBytes)" + (text.isEmpty ? "" : ", because " + text)
        }
    }
}

extension RequestedHost {
    /// The host name; nil if the request has none, or an invalid one.
    fileprivate var name: HostName? { if case .name(let name) = self { name } else { nil } }
}

extension RevocationReport {
    /// The status of each certificate, for scripts.
    fileprivate var scripted: [ScriptedPath.Revocation] {
        entries.map { entry in
            switch status(of: entry) {
            case .good(let answer): scripted(answer, at: entry.depth, as: "good")
            case .revoked(_, let answer): scripted(answer, at: entry.depth, as: "revoked")
            case .unknown: ScriptedPath.Revocation(depth: entry.depth, status: "unknown")
            }
        }
    }
}

extension RevocationReport {
    private func scripted(_ answer: RevocationAnswer, at depth: Int, as status: String) -> ScriptedPath.Revocation {
        ScriptedPath.Revocation(
            depth: depth,
            status: status,
            source: origins.origin(of: answer.piece),
            evidence: answer.source
        )
    }
}
