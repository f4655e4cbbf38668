import TrustEvaluation
import TrustModel

/// Evidence at one location; needs for the same evidence have the same target.
struct EvidenceTarget: Hashable {
    let key: StoredEvidence.Key
    let location: String

    init(_ need: EvidenceNeed, at location: String) {
        self.location = location
        key = StoredEvidence.Key(need, at: location)
    }
}
