import TrustModel

/// The valid policy graph of a path, from the anchor to the leaf (RFC 9618 section 5).
///
/// At each depth, a policy has at most one node, which may have several parents. In the tree of RFC 5280 section 6.1.2
/// (a), a policy has one node for each parent. The graph is built in linear time, apart from sorting the policies and
/// mappings.
struct ValidPolicyGraph {
    private struct Node {
        let policy: OID
        /// The indexes of the previous level's expectations that this node meets.
        let met: Range<Int>
    }

    /// A policy in the expected_policy_set of a node at the same depth.
    private struct Expectation {
        let policy: OID
        let node: Int
    }

    /// The nodes and expectations of one depth, both sorted by policy.
    private struct Level {
        var nodes: [Node]
        var expectations: [Expectation]

        func expectations(of policy: OID) -> Range<Int> {
            let first = expectations.firstSorted { $0.policy >= policy }
            return first..<expectations.firstSorted { $0.policy > policy }
        }
    }

    private var levels: [Level]

    /// Creates a graph with the single policy `anyPolicy`, because a trust anchor allows every policy.
    init() {
        levels = [
            Level(
                nodes: [Node(policy: .anyPolicy, met: 0..<0)],
                expectations: [Expectation(policy: .anyPolicy, node: 0)]
            )
        ]
    }

    /// Whether no policy is valid (valid_policy_graph is NULL).
    var isEmpty: Bool { levels.last.map(\.expectations.isEmpty) ?? true }

    /// Adds the policies of the next certificate (section 5.3, steps (d) and (e)).
    ///
    /// - Parameters:
    ///   - policies: The policies of the certificate; nil if it has none.
    ///   - takesAnyPolicy: Whether `anyPolicy`, if the certificate has it, matches every expected policy.
    mutating func descend(to policies: [OID]?, takesAnyPolicy: Bool) {
        guard let above = levels.last, !above.expectations.isEmpty else { return }
        guard let policies else {
            levels.append(Level(nodes: [], expectations: []))
            return
        }
        let ofAny = above.expectations(of: .anyPolicy)
        var nodes: [Node] = []
        for policy in policies where policy != .anyPolicy {
            let expected = above.expectations(of: policy)
            // `anyPolicy` above allows only policies that no other node expects (step (d) (1) (ii)).
            let met = expected.isEmpty ? ofAny : expected
            if !met.isEmpty { nodes.append(Node(policy: policy, met: met)) }
        }
        // `anyPolicy` of the certificate continues every policy that the certificate does not name (step (d) (2)).
        if takesAnyPolicy, policies.contains(.anyPolicy) {
            let named = policies.sorted()
            var next = 0
            while next < above.expectations.count {
                let met = above.expectations(of: above.expectations[next].policy)
                let policy = above.expectations[next].policy
                if policy == .anyPolicy || !named.holds(policy) { nodes.append(Node(policy: policy, met: met)) }
                next = met.upperBound
            }
        }
        nodes.sort { $0.policy < $1.policy }
        let expectations = nodes.indices.map { Expectation(policy: nodes[$0].policy, node: $0) }
        levels.append(Level(nodes: nodes, expectations: expectations))
    }

    /// Applies the mappings of the certificate that was added last (section 5.4, step (b)).
    ///
    /// - Parameters:
    ///   - mappings: The mappings in any order; invalid ones from or to `anyPolicy` are ignored.
    ///   - isAllowed: Whether the certificate may map policies; otherwise mapped policies are removed.
    mutating func map(_ mappings: [PolicyMapping], isAllowed: Bool) {
        guard !isEmpty, var level = levels.popLast() else { return }
        let mappings = mappings.filter { !$0.isOfAnyPolicy }
            .sorted {
                ($0.issuerDomainPolicy, $0.subjectDomainPolicy) < ($1.issuerDomainPolicy, $1.subjectDomainPolicy)
            }
        if isAllowed, let any = level.nodes.first(where: { $0.policy == .anyPolicy }) {
            let known = level.nodes.map(\.policy)
            var last: OID?
            for mapping in mappings where mapping.issuerDomainPolicy != last {
                last = mapping.issuerDomainPolicy
                // The new node has the same parent as the node of `anyPolicy` at this depth.
                if !known.holds(mapping.issuerDomainPolicy) {
                    level.nodes.append(Node(policy: mapping.issuerDomainPolicy, met: any.met))
                }
            }
            level.nodes.sort { $0.policy < $1.policy }
        }
        level.expectations = []
        var next = 0
        for (index, node) in level.nodes.enumerated() {
            while next < mappings.count, mappings[next].issuerDomainPolicy < node.policy { next += 1 }
            guard next < mappings.count, mappings[next].issuerDomainPolicy == node.policy else {
                level.expectations.append(Expectation(policy: node.policy, node: index))
                continue
            }
            // Without the permission to map, a mapped policy ends here, because nothing expects it any more.
            guard isAllowed else { continue }
            var last: OID?
            while next < mappings.count, mappings[next].issuerDomainPolicy == node.policy {
                let policy = mappings[next].subjectDomainPolicy
                if policy != last { level.expectations.append(Expectation(policy: policy, node: index)) }
                last = policy
                next += 1
            }
        }
        level.expectations.sort { $0.policy < $1.policy }
        levels.append(level)
    }

    /// The policies that all CAs of the path allow, unordered, possibly with duplicates (section 5.6, step (f)).
    ///
    /// A mapped policy is listed with the identifier that the CA nearest to the anchor uses for it.
    var authorityConstrained: [OID] {
        guard !isEmpty else { return [] }
        var found: [OID] = []
        // For each node at the current depth, whether a path leads from it to the last level. Nodes without such a path
        // are not pruned while the graph grows (RFC 5280 section 6.1.3 (d) (3)), so they are skipped here.
        var isReached = levels.last.map { Array(repeating: true, count: $0.nodes.count) } ?? []
        for depth in levels.indices.dropFirst().reversed() {
            let above = levels[depth - 1]
            var isUsedAbove = Array(repeating: false, count: above.nodes.count)
            for (node, isNodeReached) in zip(levels[depth].nodes, isReached) where isNodeReached {
                for expectation in above.expectations[node.met] { isUsedAbove[expectation.node] = true }
                let isLast = depth == levels.count - 1
                let isUnderAny = node.met.first.map { above.expectations[$0].policy == .anyPolicy } ?? false
                if node.policy == .anyPolicy ? isLast : isUnderAny { found.append(node.policy) }
            }
            isReached = isUsedAbove
        }
        return found
    }
}

extension [OID] {
    /// Whether a sorted array contains a policy.
    fileprivate func holds(_ policy: OID) -> Bool {
        let index = firstSorted { $0 >= policy }
        return index < count && self[index] == policy
    }
}
