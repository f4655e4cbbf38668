package import TrustModel

/// The constraints on trust anchors from one policy, or from the documents of the system trust store.
package struct AnchorConstraints: Sendable {
    /// The number of constraints.
    package let count: Int
    /// The digests of the documents; the revisions of policies with the system trust store depend on these digests.
    let digests: [Fingerprint]
    /// Whether a constraint compares the timestamps of the leaf, which depends on the log list.
    package let compareTimestamps: Bool
    /// The last seconds of all alternatives, sorted.
    private let lastSeconds: [Instant]
    private let byKey: [Fingerprint: [AnchorConstraint]]

    /// Indexes constraints; all constraints on the same key must hold.
    package init(_ constraints: [AnchorConstraint], digests: [Fingerprint] = []) {
        count = constraints.count
        self.digests = digests
        compareTimestamps = constraints.contains(where: \.comparesTimestamps)
        lastSeconds = constraints.flatMap { $0.alternatives.compactMap(\.until) }.sorted()
        byKey = Dictionary(grouping: constraints, by: \.key)
    }

    /// The ends of the alternatives, for operators; nil if none of them ends.
    package var summary: String? {
        guard let first = lastSeconds.first, let last = lastSeconds.last else { return nil }
        return "anchor constraints until \(first)" + (last == first ? "" : ", the last until \(last)")
    }

    /// Returns the constraints on an anchor, in document order.
    package func constraints(on anchor: Certificate) -> [AnchorConstraint] {
        byKey[anchor.facts.publicKeyFingerprint] ?? []
    }
}

extension PathRequirements {
    /// Returns the constraints on the anchor of a path: those of the policy, then those of the system trust store.
    ///
    /// The constraints of the system trust store apply to all anchors of a policy that uses it. So a policy's own copy of
    /// a root certificate does not lift them.
    func constraints(on anchor: Certificate) -> [AnchorConstraint] {
        var found: [AnchorConstraint] = []
        if let own = anchorConstraints { found += own.constraints(on: anchor) }
        for set in anchors { if let constraints = set.constraints { found += constraints.constraints(on: anchor) } }
        return found
    }

    /// Whether there are any constraints; nearly all policies have none.
    var hasAnchorConstraints: Bool { anchorConstraints != nil || anchors.contains { $0.constraints != nil } }

    /// Whether a constraint on the anchor of a path compares the timestamps of the leaf.
    func comparesTimestamps(of path: CandidatePath) -> Bool {
        guard hasAnchorConstraints, path.isAnchored, let anchor = path.certificates.last else { return false }
        return constraints(on: anchor).contains(where: \.comparesTimestamps)
    }

    /// Returns the number of comparisons of names that the constraints on a path's anchor need at most.
    func anchorComparisons(of path: CandidatePath) -> Int {
        guard hasAnchorConstraints, path.isAnchored, let anchor = path.certificates.last else { return 0 }
        let lists = constraints(on: anchor).reduce(0) { sum, constraint in
            sum + constraint.alternatives.count { $0.dnsNames != nil }
        }
        guard lists > 0 else { return 0 }
        return lists * (path.leaf.facts.extensions.subjectAlternativeNames?.count ?? 0)
    }
}
