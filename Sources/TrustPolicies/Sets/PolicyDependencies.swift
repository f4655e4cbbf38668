import TrustEvaluation
import TrustModel

/// The parts of a snapshot on which verdicts under a policy depend.
package struct PolicyDependencies: Sendable, Equatable {
    /// The revision of the policy set; nil for a policy in a request, or if the set does not exist.
    private let set: String?
    private let floors: String?
    private let systemAnchors: Fingerprint
    private let logList: Fingerprint?
    private let blocks: UInt64

    /// Notes the parts for a policy of a set; nil for a policy in a request.
    package init(ofPolicyIn set: String?, _ snapshot: PolicySnapshot) {
        self.set = set.flatMap { snapshot.policySet(named: $0)?.revision }
        floors = snapshot.floors?.revision
        systemAnchors = snapshot.systemAnchorsDigest
        logList = snapshot.logList?.digest
        blocks = snapshot.blocks.serial
    }
}
