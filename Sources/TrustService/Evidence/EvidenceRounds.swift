import TrustEvaluation
import TrustEvidence
import TrustModel

/// The search for the evidence that one inquiry lacks, over all rounds of it.
struct EvidenceRounds {
    /// The maximum number of rounds: a path of eight certificates, each fetched, and then their revocation status.
    private static let maximumRounds = 16
    /// The shortest time for a search that begins again, in milliseconds: what has come in the meantime is found at once.
    private static let shortestRest: Int64 = 100

    private let library: any EvidenceLibrary
    private let share: ClientShare
    /// The time for all rounds, from ``start``.
    private let deadline: Int64
    private let start: Int64
    /// The fetches that the inquiry may still cause.
    private let allowance = FetchAllowance()
    private var remaining = Self.maximumRounds
    private var unsought = UnsoughtEvidence()

    /// Begins a search now, or continues one that began at `start`.
    init(in library: any EvidenceLibrary, within deadline: Duration, since start: Int64?, for share: ClientShare) {
        self.library = library
        self.share = share
        self.deadline = deadline.wholeMilliseconds
        let now = library.milliseconds
        self.start = min(now, max(start ?? now, now - self.deadline + Self.shortestRest))
    }

    /// The needs of one round, with the time that remains for each kind.
    struct Round {
        let statuses: [EvidenceNeed]
        let issuers: [EvidenceNeed]
        let milliseconds: Int64
        let issuerMilliseconds: Int64
    }

    /// Returns the next round for the needs of an evaluation; nil if there are none, or none can be met in time.
    mutating func next(_ needs: [EvidenceNeed]) -> Round? {
        let age = library.milliseconds - start
        // Anyone can name the location of an issuer. One that answers just before the deadline must not leave too little
        // time for the revocation status of the path that it completes.
        let round = Round(
            statuses: deadline > age ? needs.filter { $0.method != .issuer } : [],
            issuers: deadline / 2 > age ? needs.filter { $0.method == .issuer } : [],
            milliseconds: deadline - age,
            issuerMilliseconds: deadline / 2 - age
        )
        guard remaining > 0, !round.statuses.isEmpty || !round.issuers.isEmpty else {
            unsought.add(needs)
            return nil
        }
        remaining -= 1
        return round
    }

    /// Returns what was found in a round, which waits at a place.
    mutating func results(
        for round: Round,
        keeping bytes: Int,
        in place: any WaitingPlace
    ) async throws(InquiryError) -> GatheredEvidence {
        let found: GatheredEvidence
        do {
            found = try await place.wait(of: share, keeping: bytes) { [library, share, allowance] in
                async let issuers = library.results(
                    for: round.issuers,
                    withinMilliseconds: round.issuerMilliseconds,
                    for: share,
                    allowance
                )
                var all = await library.results(
                    for: round.statuses,
                    withinMilliseconds: round.milliseconds,
                    for: share,
                    allowance
                )
                all.add(await issuers)
                return all
            }
        } catch {
            throw .waitRefused(error)
        }
        unsought.add(found)
        return found
    }

    /// Checks that a verdict does not allow a chain only because no one looked for evidence.
    func checkPermission(of verdict: Verdict) throws(InquiryError) {
        guard unsought.isMissed(by: verdict) else { return }
        throw .evidenceNotSought(exceedsAllowance: unsought.exceedsAllowance)
    }
}

extension Duration {
    /// The duration in milliseconds, rounded down.
    fileprivate var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
