package import TrustModel

/// The period during which a verdict for the same question and policy remains the same.
///
/// An evaluation compares its time, in whole seconds, only with the validity periods of certificates, pins and
/// exceptions, and with the last second at which a leaf has the remaining validity that a constraint requires. It also
/// compares the time with the times of a log list. Until one of these periods begins or ends, the verdict does not change. A verdict that contains the time of evaluation is valid for
/// one second.
package struct CacheLifetime: Sendable {
    /// The second of the evaluation.
    package let first: Instant
    /// The last second at which the verdict is the same.
    package private(set) var last: Instant
    /// The evidence in memory when the evaluation began; nil if the verdict does not depend on fetched evidence.
    package var basis: EvidenceBasis?
    /// The last second of the leaf's validity period; nil before the question is noted, and for a malformed time.
    private var leafEnd: Instant?
    /// The log list of the question; nil before the question is noted.
    private var logs: TransparencyLogList?
    /// Whether revocations in memory, which can change at any time, apply to the question.
    private var hasMemory = false
    /// Whether the verdict depends on revocations in memory.
    package private(set) var dependsOnMemory = false

    /// Creates an unlimited period that starts at the given second.
    package init(from first: Instant) {
        self.first = first
        last = Instant(secondsSince1970: .max)
    }

    /// Limits the period to end at `end`, the last second at which something is valid.
    package mutating func note(end: Instant?) {
        guard let end, end >= first else { return }
        last = min(last, end)
    }

    /// Limits the period to end before `beginning`, the first second at which something is valid.
    package mutating func note(beginning: Instant?) {
        guard let beginning, beginning > first else { return }
        last = min(last, beginning.adding(seconds: -1))
    }

    /// Limits the period to its first second.
    package mutating func noteClock() {
        last = first
    }
}

extension CacheLifetime {
    /// Returns the common part of two periods of the same evaluation.
    package func limited(by other: CacheLifetime) -> CacheLifetime {
        var common = self
        common.last = min(last, other.last)
        // The evaluation of a request begins before that of its floor.
        common.basis = basis ?? other.basis
        return common
    }

    mutating func note(_ certificate: CertificateFacts) {
        note(beginning: certificate.notBefore)
        note(end: certificate.notAfter)
    }

    /// Notes when pins expire and when the warning about their expiration begins.
    mutating func note(_ pins: PinRequirements) {
        guard let expires = pins.expires else { return }
        note(end: expires)
        note(beginning: expires.adding(seconds: -PinRule.notice))
    }

    mutating func note(_ requirements: PathRequirements) {
        for anchors in requirements.anchors { note(anchors) }
        note(requirements.intermediates)
        note(requirements.anchorConstraints)
        if let pins = requirements.pins { note(pins) }
        if let revocation = requirements.revocation {
            dependsOnMemory = dependsOnMemory || hasMemory
            if !revocation.evidence.isEmpty { noteClock() }
        }
        note(end: requirements.transparency?.lastSecond(from: first))
        for last in requirements.constraints?.lastSeconds(before: leafEnd) ?? [] { note(end: last) }
    }

    mutating func note(_ anchors: AnchorSet) {
        note(end: anchors.lastStableSecond(from: first))
        note(anchors.constraints)
    }

    mutating func note(_ constraints: AnchorConstraints?) {
        guard let constraints else { return }
        note(end: constraints.lastStableSecond(from: first))
        if constraints.compareTimestamps { note(beginning: logs?.nextChange(after: first)) }
    }

    mutating func note(_ intermediates: IntermediateSet?) {
        note(end: intermediates?.lastStableSecond(from: first))
    }

    /// Notes the certificates of a question; a question must be noted before its policy.
    mutating func note(_ question: TrustQuestion) {
        leafEnd = question.chain[0].facts.notAfter
        logs = question.logs
        hasMemory = question.stored != nil
        for certificate in question.chain { note(certificate.facts) }
        // Explanations contain the time of evaluation, and revocation evidence has validity periods that are not noted.
        if question.explain || !question.evidence.isEmpty || !question.gathered.isEmpty { noteClock() }
    }

    mutating func note(_ policy: TrustPolicy) {
        for exception in policy.exceptions { note(end: exception.until) }
        policy.evaluator.note(changesIn: &self)
    }

    /// Limits the period to its first second if a verdict contains the time of evaluation.
    mutating func note(_ verdict: Verdict) {
        if let seconds = verdict.reusableSeconds { last = min(last, first.adding(seconds: max(1, seconds) - 1)) }
        if verdict.reasons.contains(where: { Self.quotingTime.contains($0.code) }) { noteClock() }
    }

    /// The reasons whose messages and facts contain the time of evaluation.
    private static let quotingTime: [ReasonCode] = [.timeExpired, .timeNotYetValid]
}
