/// A list of URI patterns, arranged as a tree of segments so that a URI is compared with all patterns in one pass.
///
/// Every node has one parent, so no comparison visits a node twice. The segments after `**` are a tree of their own, which
/// is compared from the end of the URI.
package struct URIPatternIndex: Sendable {
    private struct Node {
        /// The next nodes by the number of the segment in ``literals``.
        var next: [Int: Int] = [:]
        /// The next node for any plain segment.
        var any: Int?
        /// The node that compares the last segments, if a pattern has `**` here.
        var end: Int?
        /// Whether a pattern is complete here.
        var isComplete = false
    }

    /// A segment of a compared URI.
    private struct Segment {
        /// The number of the segment; nil if no pattern contains it.
        let number: Int?
        let isPlain: Bool
    }

    private var nodes: [Node] = []
    /// The first node of the patterns with a scheme and an authority.
    private var roots: [OctetKey: Int] = [:]
    private var schemes: Set<OctetKey> = []
    /// The number of each segment that a pattern contains.
    private var literals: [OctetKey: Int] = [:]
    /// The maximum number of nodes that a comparison visits.
    private(set) var maximumVisits = 0

    /// Arranges patterns.
    package init(_ patterns: [URIPattern]) {
        for pattern in patterns { insert(pattern) }
        // A node comes after its parent, so the last nodes are counted first.
        var visits = [Int](repeating: 0, count: nodes.count)
        for position in nodes.indices.reversed() {
            let node = nodes[position]
            let next = node.next.values.map { visits[$0] }.max() ?? 0
            visits[position] = 1 + next + (node.any.map { visits[$0] } ?? 0) + (node.end.map { visits[$0] } ?? 0)
        }
        maximumVisits = roots.values.map { visits[$0] }.max() ?? 0
    }

    /// Whether a pattern matches a URI of a certificate (``URIPattern``).
    func matches(_ parts: URIParts) -> Bool {
        guard let root = roots[OctetKey(parts.start[...])] else { return false }
        let segments = parts.segments.map { Segment(number: literals[OctetKey($0)], isPlain: URIPattern.isPlain($0)) }
        var active = [root]
        // The end of the plain segments from the current position on.
        var plainEnd = 0
        for position in 0...segments.count {
            plainEnd = max(plainEnd, position)
            while plainEnd < segments.count, segments[plainEnd].isPlain { plainEnd += 1 }
            if active.contains(where: { matchesEnd($0, of: segments[position...], plainEnd) }) { return true }
            guard position < segments.count else { break }
            active = following(active, segments[position])
            if active.isEmpty { return false }
        }
        return active.contains { nodes[$0].isComplete }
    }

    /// Compares a URI; the result is uncertain if applications can read the URI differently than every pattern.
    func comparison(with parts: URIParts) -> ConstraintMatch {
        if matches(parts) { return .met }
        guard schemes.contains(OctetKey(URIPattern.scheme(of: parts.start))) else { return .unmet }
        return parts.hasPlainStart && parts.segments.allSatisfy(URIPattern.isPlain) ? .unmet : .uncertain
    }

    /// Returns the cost of comparing a URI, in units of 10 nanoseconds.
    func cost(ofOctets count: Int) -> Int { 60 + 4 * count + 12 * maximumVisits }

    /// Whether a node has a pattern with `**` whose last segments match, with only plain segments before them.
    private func matchesEnd(_ node: Int, of rest: ArraySlice<Segment>, _ plainEnd: Int) -> Bool {
        guard let end = nodes[node].end else { return false }
        var active = [end]
        var position = rest.endIndex
        while true {
            if position <= plainEnd, active.contains(where: { nodes[$0].isComplete }) { return true }
            guard position > rest.startIndex else { return false }
            position -= 1
            active = following(active, rest[position])
            if active.isEmpty { return false }
        }
    }

    private func following(_ active: [Int], _ segment: Segment) -> [Int] {
        var following: [Int] = []
        for node in active {
            if let number = segment.number, let next = nodes[node].next[number] { following.append(next) }
            if segment.isPlain, let next = nodes[node].any { following.append(next) }
        }
        return following
    }

    private mutating func insert(_ pattern: URIPattern) {
        schemes.insert(OctetKey(URIPattern.scheme(of: pattern.start)))
        let key = OctetKey(pattern.start[...])
        let root = roots[key] ?? appendNode()
        roots[key] = root
        let last = extend(root, by: pattern.head)
        guard let tail = pattern.tail else {
            nodes[last].isComplete = true
            return
        }
        let end = nodes[last].end ?? appendNode()
        nodes[last].end = end
        nodes[extend(end, by: tail.reversed())].isComplete = true
    }

    /// Returns the node after the given segments, and adds the missing ones.
    private mutating func extend(_ node: Int, by segments: [URIPattern.Segment]) -> Int {
        var node = node
        for segment in segments {
            switch segment {
            case .any:
                let next = nodes[node].any ?? appendNode()
                nodes[node].any = next
                node = next
            case .literal(let text):
                let number = literals[OctetKey(text[...])] ?? literals.count
                literals[OctetKey(text[...])] = number
                let next = nodes[node].next[number] ?? appendNode()
                nodes[node].next[number] = next
                node = next
            }
        }
        return node
    }

    private mutating func appendNode() -> Int {
        nodes.append(Node())
        return nodes.count - 1
    }
}
