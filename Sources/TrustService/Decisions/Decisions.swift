package import BoundedCache
package import TrustEvaluation
import TrustModel

/// The one place where decisions end: each has an identifier, is recorded, and its verdict may be remembered.
package struct Decisions: Sendable {
    /// Encodes a question, and the policy that the client specified.
    package typealias Inputs = @Sendable (TrustQuestion, Inquiry.Policy) -> DecisionInputs?

    private let ids: DecisionIDSource
    private let recorder: (any DecisionRecorder)?
    /// The queue of the log, before the recorder; nil without a log.
    private let log: DecisionQueue?
    /// Returns the text of a verdict for the log; nil if it is too long.
    private let answer: (@Sendable (Verdict) -> DecisionAnswer?)?
    /// Returns a question with all that its evaluation needs; nil if it is too long.
    private let inputs: Inputs?
    /// The clock of each ``Stopwatch``.
    package var stopwatch: @Sendable () -> Int64
    /// The remembered verdicts; nil if none is remembered.
    let cache: DecisionCache?

    /// Creates decisions with the source of their identifiers.
    ///
    /// Without a cache, each verdict is evaluated. Without recorder and log, no one uses the time of a stopwatch. The closures
    /// `answer` and `inputs` are called for each new verdict.
    package init(
        ids: DecisionIDSource,
        cache: DecisionCache? = nil,
        recorder: (any DecisionRecorder)? = nil,
        log: DecisionQueue? = nil,
        answer: (@Sendable (Verdict) -> DecisionAnswer?)? = nil,
        inputs: Inputs? = nil,
        stopwatch: @escaping @Sendable () -> Int64 = { 0 }
    ) {
        self.ids = ids
        self.recorder = recorder
        self.log = log
        (self.answer, self.inputs) = (answer, inputs)
        self.stopwatch = stopwatch
        self.cache = cache.flatMap { $0.isEnabled ? $0 : nil }
    }

    /// Whether decisions are recorded, and not only given an identifier.
    var areRecorded: Bool { recorder != nil || log != nil }

    /// Whether questions are recorded.
    package var recordsInputs: Bool { inputs != nil }

    /// The statistics of the remembered verdicts.
    package var figures: CacheFigures { cache?.figures ?? CacheFigures() }

    /// Returns the decision with a remembered verdict; nil if none is valid under the policies with a serial number, or if its
    /// record is incomplete.
    ///
    /// - Throws: ``InquiryError/notRecorded``, as all functions that record.
    func remembered(
        _ key: DecisionKey?,
        for asker: Asker,
        at instant: Instant,
        under snapshot: UInt64,
        unless isIncomplete: (DecisionFacts) -> Bool
    ) throws(InquiryError) -> DecidedVerdict? {
        guard let key, let cache,
            let known = cache.entry(for: key, where: { $0.validity.holds(under: snapshot, at: asker.time.instant) }),
            !isIncomplete(known.facts)
        else { return nil }
        return DecidedVerdict(
            id: try record(.verdict(known.facts), .remembered, by: asker),
            verdict: known.verdict.repeated(at: instant),
            facts: known.facts,
            validity: known.validity
        )
    }

    /// Records a verdict that was evaluated, and remembers it if it has a key and may be repeated.
    func record(
        _ verdict: Verdict,
        on question: Question,
        shadow: ShadowFacts?,
        _ validity: DecisionValidity,
        by asker: Asker,
        for key: DecisionKey?
    ) throws(InquiryError) -> DecidedVerdict {
        let facts = DecisionFacts(
            verdict,
            on: question.trust,
            counter: recorder?.counter(of: verdict.policy) ?? 0,
            answer: answer?(verdict),
            inputs: question.asked.flatMap { inputs?(question.trust, $0) },
            shadow: shadow
        )
        let isRepeatable = verdict.reuse.isRepeatable
        if isRepeatable, let key { cache?.insert(DecisionCache.Entry(verdict, facts, validity: validity), for: key) }
        recorder?.observe(verdict)
        return DecidedVerdict(
            id: try record(.verdict(facts), .evaluated, by: asker),
            verdict: verdict,
            facts: facts,
            validity: isRepeatable ? validity : nil
        )
    }

    /// Records a decision whose response is cached, and returns its identifier.
    package func again(_ facts: DecisionFacts, by asker: Asker) throws(InquiryError) -> DecisionID {
        try record(.verdict(facts), .repeated, by: asker)
    }

    /// Records an answer that needs no verdict, and returns the identifier of the decision.
    package func record(
        withoutVerdict subject: DecisionSubject,
        by asker: Asker
    ) throws(InquiryError) -> DecisionID {
        try record(subject, nil, by: asker)
    }

    private func record(
        _ subject: DecisionSubject,
        _ source: Decision.Source?,
        by asker: Asker
    ) throws(InquiryError) -> DecisionID {
        let id = ids.next(milliseconds: asker.time.milliseconds, worker: asker.worker)
        guard recorder != nil || log != nil else { return id }
        let decision = Decision(
            id: id,
            time: asker.time,
            place: asker.place,
            trace: asker.trace,
            subject: subject,
            source: source,
            nanoseconds: asker.stopwatch.elapsed(at: stopwatch())
        )
        if let log, !log.record(decision, worker: asker.worker) { throw .notRecorded }
        recorder?.record(decision, worker: asker.worker)
        return id
    }
}
