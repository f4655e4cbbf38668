import MicrohttpdServer
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// The response to a check of a candidate.
struct CandidateSummary {
    let name: String
    /// The number of questions that were considered.
    private(set) var considered = 0
    /// The number of decisions without inputs, which cannot be evaluated again.
    var withoutInputs = 0
    /// The number of decisions whose inputs cannot be read.
    var unreadable = 0
    /// Whether all questions were considered.
    private(set) var isComplete = true

    init(name: String) { self.name = name }

    /// Counts the next question; returns false if the time is used up.
    ///
    /// Yields, so that items of batches and other checks need not wait for all questions.
    ///
    /// - Throws: ``HTTPFailure`` if the response is no longer needed.
    mutating func considers(isLate: Bool) async throws(HTTPFailure) -> Bool {
        await Task.yield()
        guard !Task.isCancelled else { throw .stoppedSuspension }
        guard !isLate else {
            isComplete = false
            return false
        }
        considered += 1
        return true
    }

    /// Returns the response.
    func json(of comparison: CandidateComparison) -> [UInt8] {
        let changed = comparison.candidate.changed.policySet(named: name)
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("name", name)
            writer.member("revision", comparison.candidate.live.policySet(named: name)?.revision)
            writer.member("candidateRevision", changed?.revision)
            writer.member("warnings", changed?.warnings ?? []) { PolicySetHandler.write($1, to: &$0) }
            writer.member("evaluatedAt", comparison.instant)
            writer.member("isComplete", isComplete)
            writer.member("considered", considered)
            writer.member("withoutInputs", withoutInputs)
            writer.member("unreadable", unreadable)
            writer.member("withoutVerdict", comparison.withoutVerdict)
            writer.member("lackingEvidence", comparison.lackingEvidence)
            writer.member("changes") { $0.members(of: comparison.report) }
            writer.member("examples", comparison.examples) { writer, example in
                writer.object { Self.write(example, to: &$0) }
            }
        }
        return writer.bytes
    }

    private static func write(_ example: CandidateComparison.Example, to writer: inout JSONWriter) {
        writer.member("id", example.id)
        writer.excerpt("policy", example.policy)
        writer.excerpt("host", example.host)
        writer.member("before") { write(example.before, to: &$0) }
        writer.member("after") { write(example.after, to: &$0) }
    }

    private static func write(_ side: CandidateComparison.Side, to writer: inout JSONWriter) {
        switch side {
        case .verdict(let outcome): writer.members(of: outcome)
        case .problem(let code): writer.member("problem", code.rawValue)
        }
    }
}
