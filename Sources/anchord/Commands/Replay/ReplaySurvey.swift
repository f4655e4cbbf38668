import Synchronization
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService

/// Makes the decisions of a log again, on all processors, and compares them.
final class ReplaySurvey: Sendable {
    /// The lines of a part of a file that a replay needs, and later their result.
    struct Output: Sendable {
        var items: [ReplayItem] = []
        var tally = ReplayTally()
    }

    /// A decision with its question.
    private struct Resolved {
        let decision: ReplayDecision
        let question: ReplayQuestion?
    }

    private struct State {
        var texts = RecordedTexts()
        var source: DecisionSource?
    }

    private let replay: Replay
    /// The policies whose outcome replaces the recorded one; nil to compare with the record.
    private let against: Replay?
    private let readers: RecordedQuestion.Readers
    private let setting: ReplaySetting
    private let turns = OrderedTurns()
    private let state = Mutex(State())

    init(_ setting: ReplaySetting, _ parts: EvaluationComponents) throws(CommandFailure) {
        let evaluations = try parts.evaluations(
            budget: WorkBudget(),
            limits: CertificateLimits(),
            allowsInlinePolicies: true
        )
        replay = Replay(evaluations, under: setting.policies)
        against = setting.against.map { Replay(evaluations, under: $0) }
        readers = RecordedQuestion.Readers(
            certificates: parts.requestCertificates,
            evidence: OpenSSLEvidenceReader()
        )
        self.setting = setting
    }

    /// Reads the files, and passes the results to the caller in the order of the lines.
    func run(
        _ files: DecisionFileList,
        deliver: (DecisionScan<Output>.Lines) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        let scan = DecisionScan(files, Output()) { line, bytes, output in
            Self.read(&line, bytes, into: &output)
        } finish: { lines in
            self.finish(&lines)
        }
        try scan.run(deliver: deliver)
    }

    private static func read(_ line: inout RecordedLine, _ bytes: [UInt8], into output: inout Output) {
        switch line {
        case .decision(let decision):
            guard decision.value["verdict"].exists else {
                output.tally.withoutVerdict += 1
                return
            }
            do throws(ReplayItem.Damage) {
                output.items.append(.decision(try ReplayDecision(decision)))
            } catch {
                line = .damaged(error.reason)
            }
        case .other:
            do throws(ReplayItem.Damage) {
                if let item = try ReplayItem(referred: bytes) { output.items.append(item) }
            } catch {
                line = .damaged(error.reason)
            }
        case .run: if let sample = ReplayItem.sample(ofRun: bytes) { output.tally.add(sample: sample) }
        case .dropped(_, let count): output.tally.add(dropped: Int(clamping: count))
        case .unflushed, .damaged: break
        }
    }

    private func finish(_ lines: inout DecisionScan<Output>.Lines) {
        let items = lines.output.items
        lines.output.items = []
        // References are to earlier lines, so that questions are found in the order of the lines.
        let decisions = turns.take(lines.position) { resolve(items, of: lines.source) }
        for resolved in decisions { compare(resolved, &lines.output.tally) }
    }

    private func resolve(_ items: [ReplayItem], of source: DecisionSource) -> [Resolved] {
        state.withLock { state in
            // A file has all texts to which it refers.
            if state.source !== source { state = State(source: source) }
            var decisions: [Resolved] = []
            for item in items {
                switch item {
                case .part(let digest, let content): state.texts.add(part: digest, content)
                case .question(let digest, let question): state.texts.add(question: digest, question)
                case .decision(let decision):
                    let question = decision.inputs.flatMap { state.texts.question($0) }
                    decisions.append(Resolved(decision: decision, question: question))
                }
            }
            return decisions
        }
    }

    private func compare(_ resolved: Resolved, _ tally: inout ReplayTally) {
        let decision = resolved.decision
        do throws(ReplayFailure) {
            let before = try earlier(resolved)
            let after = try outcome(of: resolved, by: replay)
            tally.add(DecisionChange(from: before, to: after), to: decision, json: setting.listsChanges)
        } catch {
            tally.add(error, to: decision, json: setting.listsChanges)
        }
    }

    /// Returns the outcome with which a new one is compared.
    private func earlier(_ resolved: Resolved) throws(ReplayFailure) -> DecisionOutcome {
        if let against { return try outcome(of: resolved, by: against) }
        guard !resolved.decision.isBlocked else { throw ReplayFailure(.blocked) }
        guard !resolved.decision.hasFloor || setting.policies.floors != nil else {
            throw ReplayFailure(.floorUnknown)
        }
        return resolved.decision.outcome
    }

    private func outcome(of resolved: Resolved, by replay: Replay) throws(ReplayFailure) -> DecisionOutcome {
        guard resolved.decision.inputs != nil else { throw ReplayFailure(.inputsOmitted) }
        guard let question = resolved.question else { throw ReplayFailure(.brokenReference) }
        let now = setting.now ?? resolved.decision.time
        let result = replay.result(of: question.digest, at: now) { () throws(ReplayFailure) in
            try question.inquiry(readers)
        }
        return try result.get().asRecorded
    }
}

/// The policies of a replay, and the way in which it is made.
struct ReplaySetting: Sendable {
    let policies: PolicySnapshot
    /// The policies whose outcome replaces the recorded one; nil to compare with the record.
    let against: PolicySnapshot?
    /// The time of the evaluations; nil for the recorded times.
    let now: Instant?
    /// Whether there is a line of JSON for each decision that changes, or cannot be made again.
    let listsChanges: Bool
}
