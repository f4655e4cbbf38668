package import TrustModel

/// For how long, from a second on, an answer stays what it is.
///
/// An evaluation knows time in whole seconds, and only compares it: with ends and beginnings of validity, of pins, of
/// exceptions. Between two of these nothing changes. Whoever quotes the time itself holds for its second alone.
package struct CacheLifetime: Sendable {
    /// The second that the answer was given for.
    package let first: Instant
    /// The last second for which it is the same.
    package private(set) var last: Instant

    /// Nothing is known yet that changes.
    package init(from first: Instant) {
        self.first = first
        last = Instant(secondsSince1970: .max)
    }

    /// Something counts up to a second, that one included.
    package mutating func note(end: Instant?) {
        guard let end, end >= first else { return }
        last = min(last, end)
    }

    /// Something counts from a second on.
    package mutating func note(beginning: Instant?) {
        guard let beginning, beginning > first else { return }
        last = min(last, beginning.adding(seconds: -1))
    }

    /// The answer holds for its second only.
    package mutating func noteClock() {
        last = first
    }
}

extension CacheLifetime {
    /// What a certificate's validity changes.
    mutating func note(_ certificate: CertificateFacts) {
        note(beginning: certificate.notBefore)
        note(end: certificate.notAfter)
    }

    /// What pins change: their end, and the notice of it.
    mutating func note(_ pins: PinRequirements) {
        guard let expires = pins.expires else { return }
        note(end: expires)
        note(beginning: expires.adding(seconds: -PinRule.notice))
    }

    /// What requirements on paths change.
    mutating func note(_ requirements: PathRequirements) {
        for anchors in requirements.anchors { note(anchors) }
        note(requirements.intermediates)
        if let pins = requirements.pins { note(pins) }
        if let revocation = requirements.revocation, !revocation.evidence.isEmpty { noteClock() }
    }

    /// What anchors change.
    mutating func note(_ anchors: AnchorSet) {
        note(end: anchors.lastStableSecond(from: first))
    }

    /// Notes the times at which intermediates of a policy change a verdict.
    mutating func note(_ intermediates: IntermediateSet?) {
        note(end: intermediates?.lastStableSecond(from: first))
    }

    /// What a question changes.
    mutating func note(_ question: TrustQuestion) {
        for certificate in question.chain { note(certificate.facts) }
        // Explanations quote the time, and evidence has many times of its own.
        if question.explain || !question.evidence.isEmpty { noteClock() }
    }

    /// What a policy changes.
    mutating func note(_ policy: TrustPolicy) {
        for exception in policy.exceptions { note(end: exception.until) }
        policy.evaluator.note(changesIn: &self)
    }

    /// What a verdict says of the time.
    mutating func note(_ verdict: Verdict) {
        if verdict.reasons.contains(where: { Self.quotingTime.contains($0.code) }) { noteClock() }
    }

    /// The reasons whose texts and facts have the time of evaluation in them.
    private static let quotingTime: [ReasonCode] = [.timeExpired, .timeNotYetValid]
}
