package import TrustEvaluation
import TrustEvidence
package import TrustModel
package import TrustPolicies

/// Decides on inquiries, for a server and for the command line.
///
/// This file shows the whole way from an inquiry to its decision. Its steps are in `Questions` (the question, and its evaluation
/// under policy and floor with what is in memory), `Evidence` (the search that waits) and `Decisions` (the end). A server also
/// finds repeated requests by their bytes, before it asks here.
package struct Evaluations: Sendable {
    /// Evaluates questions: a function without memory, clock or network.
    package let engine: TrustEngine
    /// The evidence that was fetched or can be; nil without a network.
    package var library: (any EvidenceLibrary)?
    /// The time for which an inquiry may wait for evidence if it gives none, and the shortest for a floor.
    package var deadline = Duration.milliseconds(1500)
    /// Returns a snapshot with the same policies and the blocks in force.
    package var current: @Sendable (PolicySnapshot) -> PolicySnapshot = { $0 }
    /// The end of each decision.
    package var decisions: Decisions
    /// The time for the policies that are evaluated beside others.
    package var shadows = ShadowBudget()
    /// The decoders of hosts and inline policies, and the hash function.
    package let documents: DocumentPorts
    let limits: CertificateLimits
    let allowsInlinePolicies: Bool

    /// Creates evaluations with an engine and the decoders of hosts and inline policies.
    package init(
        engine: TrustEngine,
        documents: DocumentPorts,
        limits: CertificateLimits,
        allowsInlinePolicies: Bool,
        decisions: Decisions
    ) {
        self.engine = engine
        self.documents = documents
        self.limits = limits
        self.allowsInlinePolicies = allowsInlinePolicies
        self.decisions = decisions
    }

    /// Decides on an inquiry under a policy snapshot, and waits at a place for the evidence that is missing.
    ///
    /// If the host name is invalid, or if the set has no policy for the host, the result is a verdict and not an error. If
    /// there is a floor for the host, it must allow the chain too.
    ///
    /// The blocks are those in force at the last resumption of the task. The task does not wait afterwards, until the caller
    /// has the response. The thread that runs this part also sends the response. A change of the blocks therefore applies to
    /// every response that is sent after this thread has run something else, as `HTTPServer.settle` waits for.
    ///
    /// - Throws: ``InquiryError`` if there is no verdict.
    package func decision(
        on inquiry: consuming Inquiry,
        of asker: consuming Asker,
        under snapshot: PolicySnapshot,
        in place: any WaitingPlace
    ) async throws(InquiryError) -> DecidedVerdict {
        let now = asker.time.instant
        let snapshot = current(snapshot)
        let key = key(of: inquiry)
        var completesShadow = false
        if let known = try decisions.remembered(
            key,
            for: asker,
            at: inquiry.instant ?? now,
            under: snapshot.serial,
            unless: { facts in
                completesShadow = self.completesShadow(of: facts)
                return completesShadow
            }
        ) {
            return known
        }
        let found = try await evaluated(inquiry, by: &asker, under: snapshot, in: place)
        return try record(found, by: &asker, for: key, completesShadow: completesShadow)
    }

    /// Ends an evaluation, of which there is a decision; `completesShadow` states that it was made for the shadow alone.
    func record(
        _ found: EvaluatedVerdict,
        by asker: inout Asker,
        for key: DecisionKey?,
        completesShadow: Bool = false
    ) throws(InquiryError) -> DecidedVerdict {
        // The verdict is complete. Another policy may be evaluated for the record, which has no effect on the answer.
        asker.stopwatch.pause(at: decisions.stopwatch())
        let shadow = shadowFacts(for: found.question, isPermitted: completesShadow)
        if completesShadow { shadows.spend(asker.stopwatch.elapsed(at: decisions.stopwatch())) }
        asker.stopwatch.resume(at: decisions.stopwatch())
        return try decisions.record(
            found.verdict,
            on: found.question,
            shadow: shadow,
            found.validity,
            by: asker,
            for: key
        )
    }

    /// Evaluates an inquiry, and waits at a place for the evidence that is missing; nothing is recorded.
    ///
    /// The time for evidence begins at `start`, in milliseconds of the library, or now.
    ///
    /// - Throws: ``InquiryError`` if there is no verdict.
    func evaluated(
        _ inquiry: consuming Inquiry,
        by asker: inout Asker,
        under snapshot: PolicySnapshot,
        in place: any WaitingPlace,
        searchingSince start: Int64? = nil
    ) async throws(InquiryError) -> EvaluatedVerdict {
        let now = asker.time.instant
        var snapshot = current(snapshot)
        // The inquiry selects the policy. Its host alone selects the floor.
        var question = try question(for: inquiry, under: snapshot, now: now)
        _ = consume inquiry
        // Each evaluation is under both, with the evidence of the inquiry, of earlier rounds, and in memory. The engine
        // combines the two decisions.
        var evaluation = evaluate(&question)
        if let library, !evaluation.needs.isEmpty {
            // The inquiry keeps what it needs for the next evaluation, and no verdict, while it waits. Policy and floor share
            // the time and the fetches. The rounds end if nothing is missing, or if time, fetches or rounds are used up.
            var rounds = EvidenceRounds(in: library, within: question.deadline, since: start, for: asker.share)
            while let needs = rounds.next(evaluation.needs) {
                _ = consume evaluation
                asker.stopwatch.pause(at: decisions.stopwatch())
                // This throws if there is no place, or if the task is canceled: its client hung up, or the server stops.
                let found = try await rounds.results(for: needs, keeping: question.heldBytes, in: place)
                asker.stopwatch.resume(at: decisions.stopwatch())
                question.add(found)
                snapshot = current(snapshot)
                question.trust.blocks = snapshot.blocks.inForce(at: now)
                evaluation = evaluate(&question)
            }
            // A soft fail allows chains without evidence, but not because no one looked for it: this throws then. A client
            // can accept a search that is too short, unless the host has a floor.
            if !question.acceptsShortSearch { try rounds.checkPermission(of: evaluation.verdict) }
        }
        // The verdict holds until something changes that it was compared with, beginning before the wait, or until the
        // library learns something. It has no basis in the library if nothing that it learns can change it.
        return EvaluatedVerdict(
            verdict: evaluation.verdict,
            question: question,
            snapshot: snapshot,
            now: now,
            used: evaluation.basis.map { usedEvidence(of: question, since: $0) }
        )
    }

    /// Returns the verdict on an inquiry with the evidence at hand, which is neither remembered nor recorded.
    ///
    /// - Throws: ``InquiryError`` if there is no verdict.
    package func verdict(
        on inquiry: Inquiry,
        under snapshot: PolicySnapshot,
        now: Instant
    ) throws(InquiryError) -> Verdict {
        var question = try question(for: inquiry, under: snapshot, now: now)
        return evaluate(&question).verdict
    }

    private func usedEvidence(of question: Question, since basis: EvidenceBasis) -> DecisionValidity.UsedEvidence {
        let results = question.trust.gathered.results
        return DecisionValidity.UsedEvidence(
            basis: basis,
            isFollowed: results.allSatisfy { $0.origin == nil || library?.isFollowing($0.need) ?? false },
            isComplete: results.allSatisfy { $0.origin != nil }
        )
    }

    /// Returns the key of an inquiry; nil if no verdict is remembered.
    private func key(of inquiry: Inquiry) -> DecisionKey? {
        // A verdict with traces is that of one call of the scripts.
        guard decisions.cache != nil, !inquiry.tracesScripts else { return nil }
        return DecisionKey(inquiry, host: requestedHost(inquiry.host), sha256: documents.sha256)
    }
}
