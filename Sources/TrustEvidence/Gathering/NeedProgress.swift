import TrustEvaluation
import TrustModel

/// The progress of one need in a search: its locations in turn, each with a head start.
struct NeedProgress {
    /// The time within which an idle fetcher begins a fetch, in milliseconds, with a margin.
    private static let usualWait: Int64 = 100

    let need: EvidenceNeed
    /// The position of the need's method among those for its certificate, the preferred one first.
    let rank: Int
    private(set) var attempts: [EvidenceSearch.Attempt] = []
    private(set) var result: GatheredEvidence.Result?
    private var position = 0
    /// The number of locations that are about to be asked.
    private var pending = 0
    private var failures: [FailedFetch] = []
    /// Evidence that could not be verified or gives no answer.
    private var unusable = RevocationEvidence()
    private var origin: EvidenceOrigin?
    private var retryAfter: Int64?
    /// Whether the search ended before a fetch began.
    private var isUnsought = false
    /// The time at which the last location was asked.
    private var lastStart: Int64 = 0

    init(_ need: EvidenceNeed, rank: Int) {
        self.need = need
        self.rank = rank
    }

    /// Whether the need is met, or no location remains.
    var isEnded: Bool { result != nil || !isWaiting && position == need.locations.count }

    /// Whether some location was asked.
    var wasAsked: Bool { position > 0 }

    private var isWaiting: Bool { pending > 0 || !attempts.isEmpty }

    /// The result, also without an answer.
    var outcome: GatheredEvidence.Result {
        result
            ?? GatheredEvidence.Result(
                need,
                evidence: unusable,
                origin: origin,
                failures: failures,
                retryAfter: retryAfter.map { $0 / 1000 },
                isUnsought: isUnsought || failures.contains(where: \.code.isUnsought)
            )
    }

    /// Whether the answer revokes the certificate.
    var revokes: Bool {
        guard let evidence = result?.evidence else { return false }
        return evidence.lists.contains { StoredEvidence.Content.list($0).revokes(need.certificate) }
            || evidence.responses.contains { StoredEvidence.Content.response($0).revokes(need.certificate) }
    }

    mutating func recall(_ result: GatheredEvidence.Result) { self.result = result }

    /// Returns the location to ask now: the first one, or the next after a failure or a head start; nil if there is none.
    mutating func next(at now: Int64, headStart: Int64) -> String? {
        guard result == nil, position < need.locations.count, !isWaiting || now - lastStart >= headStart else {
            return nil
        }
        defer { position += 1 }
        pending += 1
        lastStart = now
        return need.locations[position]
    }

    /// The time at which the next location is asked if the last one stays silent; nil if there is none.
    func wakeTime(headStart: Int64) -> Int64? {
        result == nil && isWaiting && position < need.locations.count ? lastStart + headStart : nil
    }

    /// Records the attempt at a location that ``next(at:headStart:)`` returned.
    mutating func note(_ attempt: EvidenceSearch.Attempt) {
        pending -= 1
        attempts.append(attempt)
    }

    /// Removes an attempt; returns false if it has ended before.
    private mutating func remove(_ attempt: EvidenceSearch.Attempt) -> Bool {
        guard let index = attempts.firstIndex(where: { $0.id == attempt.id }) else { return false }
        attempts.remove(at: index)
        return true
    }

    /// Records an answer, and returns the attempts at other locations, which are not needed any more.
    mutating func succeed(
        _ attempt: EvidenceSearch.Attempt,
        with content: StoredEvidence.Content,
        from origin: EvidenceOrigin
    ) -> [EvidenceSearch.Attempt] {
        guard remove(attempt), result == nil else { return [] }
        result = GatheredEvidence.Result(
            need,
            evidence: content.revocation,
            issuers: content.issuers,
            origin: origin,
            failures: failures
        )
        defer { attempts = [] }
        return attempts
    }

    mutating func fail(
        _ attempt: EvidenceSearch.Attempt,
        with failure: FailedFetch,
        leaving evidence: RevocationEvidence,
        retryAfter: Int64
    ) {
        guard remove(attempt) else { return }
        failures.append(failure)
        self.retryAfter = min(self.retryAfter ?? .max, retryAfter)
        guard !evidence.isEmpty else { return }
        unusable = evidence
        origin = .network(url: failure.url, milliseconds: failure.milliseconds)
    }

    /// Records that the running attempts were not waited for, or waited for others most of the time.
    ///
    /// `asked` has the time that the location of each attempt was asked, in milliseconds.
    mutating func expire(at now: Int64, asked: [UInt64: Int64]) {
        guard result == nil, isWaiting else { return }
        isUnsought = true
        for attempt in attempts {
            let age = max(0, now - attempt.startedAt)
            let asked = asked[attempt.id] ?? 0
            let waited = age - asked
            let hasWaited = waited >= Self.usualWait && waited * 2 > age
            // A further location that had no time to begin changes nothing if another one is still being asked.
            if asked > 0, !hasWaited { isUnsought = false }
            let code: FetchFailureCode = hasWaited ? .overloaded : .deadline
            failures.append(FailedFetch(url: attempt.target.location, code: code, milliseconds: Int(age)))
            retryAfter = 0
        }
    }
}
