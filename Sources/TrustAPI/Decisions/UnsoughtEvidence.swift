import TrustEvaluation
import TrustModel

/// The evidence that no one looked for in the rounds of a request: no place was free, or its fetches were used up.
///
/// Such evidence is not missing in the sense of a soft fail, so that no load and no long list of locations makes the daemon
/// allow a revoked certificate.
struct UnsoughtEvidence {
    /// The certificates without an answer.
    private var certificates: Set<Fingerprint> = []
    /// Whether a delta CRL is among the evidence; the complete CRL gives an answer without it.
    private var hasDelta = false
    /// Whether the request itself needs more fetches than one request may cause.
    private var exceedsAllowance = false

    mutating func add(_ found: GatheredEvidence) {
        for result in found.results where result.isUnsought && result.need.method != .issuer {
            certificates.insert(result.need.certificate.facts.fingerprint)
            hasDelta = hasDelta || result.need.base != nil
            exceedsAllowance = exceedsAllowance || result.failures.contains { $0.code == .tooManyFetches }
        }
    }

    /// Whether a verdict allows a chain although some of the evidence is still missing.
    func isMissed(by verdict: Verdict) -> Bool {
        guard verdict.action == .allow, !certificates.isEmpty else { return false }
        return hasDelta || verdict.evidence.contains { $0.outcome == .unknown && certificates.contains($0.certificate) }
    }

    /// The detail of the problem.
    var explanation: String {
        exceedsAllowance
            ? "The certificates name more locations than one request may ask, so no one looked for some of the evidence "
                + "about this chain; send the request again, with evidence if you can."
            : "Too many fetches are in progress, so no one looked for evidence about this chain; send the request again."
    }
}
