import StructuredDocuments
import Synchronization
package import TrustEvaluation
package import TrustModel

/// Everything that requests are evaluated under at one time; immutable, taken once a request.
package final class PolicySnapshot: Sendable {
    /// All policy sets, the built-in one included, by name.
    package let sets: [PolicySet]
    /// The anchors of policies that name none.
    package let systemAnchors: AnchorSet
    /// What became of the system's bundle.
    package let systemAnchorsReport: SystemAnchorsReport
    /// `sha256:` and a digest that changes whenever a set or the system's anchors do.
    package let revision: String
    /// Which snapshot of this process it is; no two have the same number.
    package let serial: UInt64
    /// The state of the files of the system's anchors when they were read.
    let systemAnchorsMaterials: [MaterialEntry]
    private let byName: [String: PolicySet]
    private static let made = Atomic<UInt64>(0)

    /// Takes sets with different names; of equal names the first counts.
    ///
    /// - Parameters:
    ///   - sets: in any order.
    ///   - systemAnchors: the anchors that the sets were read with.
    ///   - systemAnchorsReport: what became of the system's bundle.
    ///   - systemAnchorsMaterials: what the bundle's files were.
    ///   - sha256: the SHA-256 digest of bytes, for the revision.
    init(
        sets: [PolicySet],
        systemAnchors: AnchorSet,
        systemAnchorsReport: SystemAnchorsReport,
        systemAnchorsMaterials: [MaterialEntry],
        sha256: ([UInt8]) -> Fingerprint
    ) {
        self.sets = sets.sorted { $0.name < $1.name }
        self.systemAnchors = systemAnchors
        self.systemAnchorsReport = systemAnchorsReport
        self.systemAnchorsMaterials = systemAnchorsMaterials
        serial = Self.made.add(1, ordering: .relaxed).newValue
        byName = Dictionary(sets.map { ($0.name, $0) }) { first, _ in first }
        // Names cannot hold line breaks or spaces, so that no two lists of sets give the same text.
        let parts =
            self.sets.map { "\($0.name) \($0.revision)\n" }
            + systemAnchors.contentDigests.map(\.hex)
        revision = "sha256:" + sha256(Array(parts.joined().utf8)).hex
    }

    /// The policy set of a name; nil where there is none.
    package func policySet(named name: String) -> PolicySet? {
        byName[name]
    }

    /// The names of the sets that are new, have another revision, or are gone, in order.
    func setsChanged(since previous: PolicySnapshot) -> [String] {
        let changed = sets.filter { previous.policySet(named: $0.name)?.revision != $0.revision }
        let removed = previous.sets.filter { policySet(named: $0.name) == nil }
        return (changed + removed).map(\.name).sorted()
    }

    /// What decides about a host.
    ///
    /// - Parameters:
    ///   - name: a set, whose rules then choose by host, or one policy of a set, which counts for every host.
    ///   - host: the host asked for; without one only the set's `otherwise` can match.
    /// - Returns: the policy, or what the set says of hosts without one.
    /// - Throws: ``PolicyLookupError`` for a name that nothing has.
    package func policy(named name: PolicyName, host: HostName?) throws(PolicyLookupError) -> PolicyMatch {
        guard let set = byName[name.set] else {
            let suggestion = NearestName.nearest(to: name.set, among: sets.map(\.name))
            throw PolicyLookupError(.unknownPolicySet, name: name, suggestion: suggestion)
        }
        guard let policyName = name.policy else { return set.match(host) }
        guard let policy = set.policy(named: policyName) else {
            let suggestion = NearestName.nearest(to: policyName, among: set.policies.compactMap(\.identity.name))
            throw PolicyLookupError(.unknownPolicy, name: name, suggestion: suggestion.map { "\(set.name)/\($0)" })
        }
        return .policy(policy)
    }
}
