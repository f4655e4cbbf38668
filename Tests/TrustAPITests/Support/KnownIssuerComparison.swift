import Testing
import TrustModel
import TrustPolicies

@testable import TrustAPI
@testable import TrustEvaluation
@testable import TrustService

/// Compares the verdicts of policies that remember issuers with those of the same policies before their first question.
///
/// A request is asked twice: the first time, the memory has what earlier requests left, and the second time also its own
/// issuers, if they are remembered.
struct KnownIssuerComparison {
    let api: APIFixture
    /// The number of questions.
    private(set) var asked = 0
    /// The number of questions whose issuers were known.
    private(set) var known = 0
    /// The policies with a memory, by their texts.
    private var remembering: [String: PolicyMatch] = [:]

    init(_ api: APIFixture) {
        self.api = api
    }

    /// Asks a request with an inline policy; requests with the same policy share a memory.
    mutating func check(_ members: [String: Any], _ id: String) throws {
        let text = try APIFixture.json(["policy": members["policy"] ?? ""])
        guard let inquiry = try inquiry(members), let question = try? question(inquiry, api.store.snapshot) else {
            return
        }
        // The policy of each question is decoded anew, so that its memory is empty.
        let policy = try remembering[text] ?? self.question(inquiry, api.store.snapshot).policy
        remembering[text] = policy
        compare(question, policy, question.floor, id)
    }

    /// Asks a request with a named policy of the snapshot in use.
    mutating func checkNamed(_ members: [String: Any], _ id: String) throws {
        let inquiry = try #require(try inquiry(members))
        let known = try question(inquiry, api.store.snapshot)
        compare(try question(inquiry, api.loader.load()), known.policy, known.floor, id)
    }

    private mutating func compare(_ fresh: Question, _ policy: PolicyMatch, _ floor: PolicyMatch?, _ id: String) {
        let engine = api.context.evaluations.engine
        let expected = Self.text(engine.answer(to: fresh.trust, under: fresh.policy, floor: fresh.floor))
        for _ in 0..<2 {
            asked += 1
            known += policy.knows(fresh.trust) ? 1 : 0
            let found = Self.text(engine.answer(to: fresh.trust, under: policy, floor: floor))
            #expect(found == expected, "\(id)")
        }
    }

    /// Returns the inquiry of a request; nil if the request is not valid.
    private func inquiry(_ members: [String: Any]) throws -> Inquiry? {
        let body = Array(try APIFixture.json(members).utf8)
        let (chains, evidence) = (api.context.chains, api.context.evidenceDecoder)
        return try? EvaluationRequest.decode(json: body, chains: chains, evidence: evidence).inquiry
    }

    private func question(_ inquiry: Inquiry, _ snapshot: PolicySnapshot) throws -> Question {
        try api.context.evaluations.question(for: inquiry, under: snapshot, now: api.clock.now)
    }

    /// The response without its identifier, and what determines how long it may be repeated.
    private static func text(_ answer: TrustAnswer) -> String {
        let encoded = VerdictEncoder.json(answer.verdict, id: DecisionID(milliseconds: 0, 0, 0), nonce: nil)
        return """
            \(String(decoding: encoded.bytes, as: UTF8.self))
            \(answer.verdict.reuse)
            """
    }
}

extension PolicyMatch {
    /// Whether the policy, or a member of its composite, knows the issuers of a question's leaf.
    fileprivate func knows(_ question: TrustQuestion) -> Bool {
        guard case .policy(let policy) = self else { return false }
        return policy.evaluator.knows(question)
    }
}

extension Evaluator {
    fileprivate func knows(_ question: TrustQuestion) -> Bool {
        if let composite = self as? CompositeEvaluator {
            return composite.members.contains { $0.evaluator.knows(question) }
        }
        guard let path = self as? PathEvaluator else { return false }
        return path.knownIssuers.path(of: question, path.requirements) != nil
    }
}
