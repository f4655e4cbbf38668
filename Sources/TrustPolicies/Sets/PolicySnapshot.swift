import StructuredDocuments
import Synchronization
package import TrustEvaluation
package import TrustModel

/// The policies in use at one time; immutable, and the same during a whole request.
package final class PolicySnapshot: Sendable {
    /// All policy sets, including the built-in one, sorted by name.
    package let sets: [PolicySet]
    /// The trust anchors of policies without `anchors`.
    package let systemAnchors: AnchorSet
    /// The result of reading the system trust store.
    package let systemAnchorsReport: SystemAnchorsReport
    /// The Certificate Transparency logs; nil if no log list is configured.
    package var logList: TransparencyLogList? { logListFile?.list }
    /// The result of reading the log list; nil if none is configured.
    package var logListReport: LogListReport? { logListFile?.report }
    /// The expiring parts of all sets.
    package let expirations: ExpirationSchedule
    /// `sha256:` and a digest over all sets and the system trust store.
    package let revision: String
    /// The set whose policies must accept every chain too; nil if there are no floors.
    package let floors: PolicySet?
    /// The blocks, which are above all policies.
    package var blocks: BlockList { blockFile.list }
    /// The blocks with their matchers, sorted by name.
    package var definedBlocks: [DefinedBlock] { blockFile.blocks }
    /// The serial number, unique in this process.
    package let serial: UInt64
    /// The number of system anchors with constraints.
    package let constrainedSystemAnchors: Int
    /// The constraints of the system trust store that policies do not apply to their own anchors.
    package let unappliedConstraints: [UnappliedConstraint]
    /// The files of the system trust store, as recorded when they were read.
    let systemAnchorsMaterials: [MaterialEntry]
    /// The digest of the system anchors with their constraints.
    let systemAnchorsDigest: Fingerprint
    let logListFile: LogListFile?
    let blockFile: BlockFile
    private let byName: [String: PolicySet]
    private static let made = Atomic<UInt64>(0)

    /// Creates a snapshot of sets in any order; if names are equal, the first set is used.
    init(
        sets: [PolicySet],
        systemAnchors: AnchorSet,
        systemAnchorsReport: SystemAnchorsReport,
        systemAnchorsMaterials: [MaterialEntry],
        logListFile: LogListFile? = nil,
        floors: String? = nil,
        blockFile: BlockFile = .none,
        sha256: ([UInt8]) -> Fingerprint
    ) {
        self.sets = sets.sorted { $0.name < $1.name }
        constrainedSystemAnchors =
            systemAnchors.constraints.map { constraints in
                systemAnchors.certificates.count { !constraints.constraints(on: $0).isEmpty }
            } ?? 0
        unappliedConstraints = self.sets.flatMap(\.unappliedConstraints)
        expirations = ExpirationSchedule(self.sets.flatMap(\.expirations))
        self.systemAnchors = systemAnchors
        self.systemAnchorsReport = systemAnchorsReport
        self.systemAnchorsMaterials = systemAnchorsMaterials
        self.logListFile = logListFile
        self.blockFile = blockFile
        serial = Self.made.add(1, ordering: .relaxed).newValue
        byName = Dictionary(sets.map { ($0.name, $0) }) { first, _ in first }
        self.floors = if let floors { byName[floors] } else { nil }
        systemAnchorsDigest = sha256(systemAnchors.contentDigests.flatMap(\.bytes))
        // Names contain no line breaks or spaces, so different lists of sets give different text.
        let parts =
            self.sets.map { "\($0.name) \($0.revision)\n" }
            + systemAnchors.contentDigests.map(\.hex) + (logListFile.map { ["logList \($0.list.digest.hex)"] } ?? [])
        revision = "sha256:" + sha256(Array(parts.joined().utf8)).hex
    }

    /// Creates a snapshot of the same policies with other blocks, and with its own serial number.
    init(_ other: PolicySnapshot, blockFile: BlockFile) {
        (sets, byName, floors, revision) = (other.sets, other.byName, other.floors, other.revision)
        (systemAnchors, systemAnchorsReport) = (other.systemAnchors, other.systemAnchorsReport)
        (systemAnchorsMaterials, systemAnchorsDigest) = (other.systemAnchorsMaterials, other.systemAnchorsDigest)
        constrainedSystemAnchors = other.constrainedSystemAnchors
        (unappliedConstraints, expirations) = (other.unappliedConstraints, other.expirations)
        (logListFile, self.blockFile) = (other.logListFile, blockFile)
        serial = Self.made.add(1, ordering: .relaxed).newValue
    }

    /// Creates a snapshot with one more set, which replaces that of the same name, and with the same floors and anchors.
    convenience init(_ other: PolicySnapshot, with set: PolicySet, sha256: ([UInt8]) -> Fingerprint) {
        self.init(
            sets: other.sets.filter { $0.name != set.name } + [set],
            systemAnchors: other.systemAnchors,
            systemAnchorsReport: other.systemAnchorsReport,
            systemAnchorsMaterials: other.systemAnchorsMaterials,
            logListFile: other.logListFile,
            floors: other.floors?.name,
            blockFile: other.blockFile,
            sha256: sha256
        )
    }

    /// Returns the policy set with a name; nil if there is none.
    package func policySet(named name: String) -> PolicySet? {
        byName[name]
    }

    /// Returns the sorted names of the added, changed and removed sets.
    func setsChanged(since previous: PolicySnapshot) -> [String] {
        let changed = sets.filter { previous.policySet(named: $0.name)?.revision != $0.revision }
        let removed = previous.sets.filter { policySet(named: $0.name) == nil }
        return (changed + removed).map(\.name).sorted()
    }

    /// Finds the policy or the handling for a host.
    ///
    /// - Parameters:
    ///   - name: A set, whose host rules then apply, or one policy of a set, which applies to every host.
    ///   - host: The requested host; without one, `otherwise` of the set applies.
    /// - Returns: The policy, or the handling of a host without a policy.
    /// - Throws: ``PolicyLookupError`` if the set or the policy does not exist.
    package func policy(named name: PolicyName, host: HostName?) throws(PolicyLookupError) -> PolicyMatch {
        guard let set = byName[name.set] else {
            let names = sets.map(\.name)
            let suggestion = NearestName.nearest(to: name.set, among: names)
            throw PolicyLookupError(.unknownPolicySet, name: name, suggestion: suggestion, existing: names)
        }
        guard let policyName = name.policy else { return set.match(host) }
        guard let policy = set.policy(named: policyName) else {
            let names = set.policies.compactMap(\.identity.name)
            let suggestion = NearestName.nearest(to: policyName, among: names).map { "\(set.name)/\($0)" }
            let existing = names.map { "\(set.name)/\($0)" }
            throw PolicyLookupError(.unknownPolicy, name: name, suggestion: suggestion, existing: existing)
        }
        return .policy(policy)
    }
}
