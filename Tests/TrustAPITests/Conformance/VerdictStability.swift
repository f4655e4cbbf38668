import Testing
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

@testable import TrustAPI

/// Compares the verdicts of requests with those at the last second at which they are stable, and one second later.
struct VerdictStability {
    let api: APIFixture
    /// The requests whose verdicts do not change one second later, for no reviewed reason.
    ///
    /// The only such reason is that a certificate begins or ceases to be valid that is not in the path, but was compared as
    /// a possible issuer.
    private(set) var unexplained: [String] = []

    init(_ api: APIFixture) {
        self.api = api
    }

    /// The last time that a request can have.
    private static let latest = Instant(secondsSince1970: 253_402_300_799)

    /// Checks the verdict of a request; a request without a verdict is ignored.
    mutating func check(_ members: [String: Any], _ id: String) throws {
        let body = Array(try APIFixture.json(members).utf8)
        let (chains, evidence) = (api.context.chains, api.context.evidenceDecoder)
        guard let request = try? EvaluationRequest.decode(json: body, chains: chains, evidence: evidence) else {
            return
        }
        let verdict = try verdict(request, at: request.inquiry.instant)
        let end = min(verdict.reuse.stableUntil, Self.latest)
        let last = try self.verdict(request, at: end)
        #expect(last.isSame(as: verdict), "\(id): \(verdict.evaluatedAt) and \(end): \(last.reasons.map(\.message))")
        guard end < Self.latest else { return }
        let next = end.adding(seconds: 1)
        guard try self.verdict(request, at: next).isSame(as: verdict) else { return }
        let others = try certificates(of: request, members).filter { !verdict.path.map(\.certificate).contains($0) }
        if !others.contains(where: { $0.facts.notAfter == end || $0.facts.notBefore == next }) {
            unexplained.append(id)
        }
    }

    private func verdict(_ request: EvaluationRequest, at instant: Instant?) throws -> Verdict {
        var (inquiry, now) = (request.inquiry, api.clock.now)
        if inquiry.instant == nil { now = instant ?? now } else { inquiry.instant = instant }
        return try api.context.evaluations.verdict(on: inquiry, under: api.store.snapshot, now: now)
    }

    /// Returns the certificates of the chain, and the trust anchors.
    private func certificates(of request: EvaluationRequest, _ members: [String: Any]) throws -> [Certificate] {
        let anchors = (members["policy"] as? [String: Any])?["anchors"] as? [String] ?? []
        return try anchors.reduce(request.inquiry.chain) {
            try $0 + api.context.chains.chain(in: Array($1.utf8), pointer: "")
        }
    }
}

extension Verdict {
    /// Whether two verdicts differ in nothing but their time.
    fileprivate func isSame(as other: Verdict) -> Bool {
        outcome == other.outcome && action == other.action && result == other.result && reasons == other.reasons
            && path.map(\.certificate) == other.path.map(\.certificate) && validUntil == other.validUntil
            && principal == other.principal && matchedPin == other.matchedPin
    }
}
