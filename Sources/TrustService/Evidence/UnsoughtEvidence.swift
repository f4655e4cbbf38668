import TrustEvaluation
import TrustModel

/// The evidence that no one looked for in the rounds of a request: no place was free, or its fetches or its time were used up.
///
/// Such evidence is not missing in the sense of a soft fail, so that no load and no long list of locations makes the daemon
/// allow a revoked certificate.
struct UnsoughtEvidence {
    private var needs: Set<EvidenceNeed> = []
    /// Whether the request itself needs more fetches than one request may cause, or more time.
    private(set) var exceedsAllowance = false

    /// Notes the results of a search.
    mutating func add(_ found: GatheredEvidence) {
        for result in found.results where result.need.method != .issuer {
            guard result.isUnsought else {
                needs.remove(result.need)
                continue
            }
            needs.insert(result.need)
            exceedsAllowance = exceedsAllowance || result.failures.contains { $0.code == .tooManyFetches }
        }
    }

    /// Notes needs for which no time remained.
    mutating func add(_ late: [EvidenceNeed]) {
        for need in late where need.method != .issuer {
            needs.insert(need)
            exceedsAllowance = true
        }
    }

    /// Whether a verdict allows a chain although some of the evidence is still missing.
    func isMissed(by verdict: Verdict) -> Bool {
        guard verdict.action == .allow, !needs.isEmpty else { return false }
        // A complete CRL gives an answer without its delta CRL.
        guard !needs.contains(where: { $0.base != nil }) else { return true }
        let certificates = Set(needs.map(\.certificate.facts.fingerprint))
        return verdict.evidence.contains { $0.outcome == .unknown && certificates.contains($0.certificate) }
    }
}
