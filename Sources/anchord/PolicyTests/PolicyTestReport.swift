import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// The results of test cases as text and as JSON.
struct PolicyTestReport {
    let results: [PolicyTestRun.Result]
    /// The names of the policies that decided no case, such as `house/plain`.
    let untested: [String]

    /// Compares the policies of a snapshot, except those of the built-in set, with the policies that decided the cases.
    init(_ results: [PolicyTestRun.Result], under snapshot: PolicySnapshot) {
        self.results = results
        // A floor decides with the policy.
        let decided = Set(
            results.compactMap(\.verdict).flatMap { [$0.policy, $0.floor] }.compactMap(\.self).map(Self.name)
        )
        untested = snapshot.sets.filter { $0.name != PolicyName.system.set }.flatMap { set in
            let tested = set.policies.filter { decided.contains(Self.name(of: $0.identity)) }
            let known = Set(tested.compactMap(\.identity.name) + tested.flatMap { Self.members(of: $0.evaluator) })
            return set.policies.map(\.identity).filter { !known.contains($0.name ?? "") }.map(Self.name)
        }
    }

    /// Returns the names of the policies with which a composite decides, also those of composites within it.
    private static func members(of evaluator: any Evaluator) -> [String] {
        guard let composite = evaluator as? CompositeEvaluator else { return [] }
        return composite.members.flatMap { [$0.label] + members(of: $0.evaluator) }
    }

    private static func name(of policy: PolicyIdentity) -> String {
        [policy.set, policy.name].compactMap(\.self).joined(separator: "/")
    }

    /// How many policies without a case the text names at most.
    private static let maximumListed = 20

    var failureCount: Int { results.count { !$0.isPassed } }

    /// A line for each case, with the differences and the reasons of failed ones, then a line with the policies that decided
    /// no case, and one with the numbers.
    var text: String {
        let lines = results.flatMap { result -> [String] in
            let place = result.testCase.file + (result.testCase.line.map { ":\($0)" } ?? "")
            let head = "\(result.isPassed ? "passed" : "FAILED") \(place): \(result.testCase.name)"
            guard !result.isPassed else { return [head] }
            let reasons = (result.verdict?.reasons ?? []).filter { $0.severity != .notice }
            return [head] + result.problems.map { "  " + $0 }
                + reasons.map { "  \($0.severity.rawValue) \($0.code.name)\(Self.floor(of: $0)): \($0.message)" }
        }
        let summary = "\(results.count - failureCount) passed, \(failureCount) failed"
        let more = untested.count - Self.maximumListed
        let gap =
            untested.isEmpty
            ? []
            : [
                "no case: " + untested.prefix(Self.maximumListed).joined(separator: ", ")
                    + (more > 0 ? " and \(more) more" : "")
            ]
        return (lines + gap + [summary]).map { QuotedText.printable($0) + "\n" }.joined()
    }

    /// Names the floor that reported a reason, since the policy can report the same fact with another severity.
    private static func floor(of reason: Finding) -> String { reason.floorName.map { " (floor \($0))" } ?? "" }

    /// The numbers and an object for each case, with the verdict as in a response of the API.
    func json(identifier: DecisionID) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("passed", results.count - failureCount)
            writer.member("failed", failureCount)
            writer.member("untested", untested)
            writer.member("cases", results) { writer, result in
                writer.object { writer in
                    writer.member("file", result.testCase.file)
                    writer.member("line", result.testCase.line)
                    writer.member("name", result.testCase.name)
                    writer.member("passed", result.isPassed)
                    writer.member("problems", result.problems)
                    guard let verdict = result.verdict else { return }
                    writer.key("verdict")
                    writer.verdict(VerdictEncoder.json(verdict, id: identifier, nonce: nil))
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}
