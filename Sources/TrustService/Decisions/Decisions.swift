package import BoundedCache
package import TrustEvaluation
package import TrustModel

/// The one place where decisions end: each has an identifier, is recorded, and its verdict may be remembered.
package struct Decisions: Sendable {
    private let ids: DecisionIDSource
    private let recorder: (any DecisionRecorder)?
    /// The clock of each ``Stopwatch``.
    package var stopwatch: @Sendable () -> Int64
    /// The remembered verdicts; nil if none is remembered.
    let cache: DecisionCache?

    /// Creates decisions with the source of their identifiers.
    ///
    /// Without a cache, each verdict is evaluated. Without a recorder, no one uses the time of a stopwatch.
    package init(
        ids: DecisionIDSource,
        cache: DecisionCache? = nil,
        recorder: (any DecisionRecorder)? = nil,
        stopwatch: @escaping @Sendable () -> Int64 = { 0 }
    ) {
        self.ids = ids
        self.recorder = recorder
        self.stopwatch = stopwatch
        self.cache = cache.flatMap { $0.isEnabled ? $0 : nil }
    }

    /// The statistics of the remembered verdicts.
    package var figures: CacheFigures { cache?.figures ?? CacheFigures() }

    /// Returns the decision with a remembered verdict; nil if none is valid under the policies with a serial number.
    func remembered(_ key: DecisionKey?, for asker: Asker, at instant: Instant, under snapshot: UInt64) -> Decision? {
        guard let key, let cache,
            let known = cache.entry(for: key, where: { $0.validity.holds(under: snapshot, at: asker.time.instant) })
        else { return nil }
        let verdict = known.verdict.repeated(at: instant)
        let id = again(verdict.outcome, verdict.reasons.map(\.code), by: asker)
        return Decision(id: id, verdict: verdict, validity: known.validity)
    }

    /// Records a verdict that was evaluated, and remembers it if it has a key and may be repeated.
    func record(_ verdict: Verdict, _ validity: DecisionValidity, by asker: Asker, for key: DecisionKey?) -> Decision {
        recorder?.recordEvaluated(verdict, for: asker, took: asker.stopwatch.elapsed(at: stopwatch()))
        if verdict.reuse.isRepeatable, let key { cache?.insert(DecisionCache.Entry(verdict, validity), for: key) }
        return Decision(
            id: id(for: asker),
            verdict: verdict,
            validity: verdict.reuse.isRepeatable ? validity : nil
        )
    }

    /// Records a decision with a verdict that was remembered, here or in another form, and returns its identifier.
    package func again(_ outcome: Verdict.Outcome, _ reasons: [ReasonCode], by asker: Asker) -> DecisionID {
        recorder?.recordRemembered(outcome, reasons, for: asker, took: asker.stopwatch.elapsed(at: stopwatch()))
        return id(for: asker)
    }

    /// Returns a new identifier, for an answer that needs no verdict.
    package func id(for asker: Asker) -> DecisionID {
        ids.next(milliseconds: asker.time.milliseconds, worker: asker.worker)
    }
}
