import TrustModel

@testable import TrustEvaluation

/// Everything in a verdict that a client may see, and what determines how long the verdict may be kept.
struct VerdictContent: Equatable {
    private let outcome: Verdict.Outcome
    private let action: Verdict.Action
    private let result: Verdict.Result
    private let rule: Verdict.ResultRule
    private let reasons: [Finding]
    private let checks: [CheckReport]
    private let path: [Certificate]
    private let origins: [PathElement.Origin]
    private let rejectedPaths: [[Certificate]]
    private let rejections: [[Finding]]
    private let matched: Certificate?
    private let principal: Principal?
    private let offer: TrustException?
    private let validUntil: Instant?
    private let reuse: VerdictReuse
    private let codesToAccept: [ReasonCode]
    private let evidence: [EvidenceUse]

    init(_ verdict: Verdict) {
        (outcome, action) = (verdict.outcome, verdict.action)
        (result, rule) = (verdict.result, verdict.resultRule)
        (reasons, checks) = (verdict.reasons, verdict.checks)
        (path, origins) = (verdict.path.map(\.certificate), verdict.path.map(\.origin))
        rejectedPaths = verdict.rejectedPaths.map { $0.path.map(\.certificate) }
        rejections = verdict.rejectedPaths.map(\.reasons)
        (matched, principal, offer) = (verdict.matchedCertificate, verdict.principal, verdict.exceptionOffer)
        (validUntil, reuse) = (verdict.validUntil, verdict.reuse)
        (codesToAccept, evidence) = (verdict.decision.codesToAccept, verdict.evidence)
    }
}
