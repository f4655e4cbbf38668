import TrustModel

/// One object of constraints from a policy document: all parts must be met.
package struct PathConstraints: Sendable {
    /// One key of the object.
    package indirect enum Part: Sendable {
        /// The minimum number of seconds from the time of evaluation to the leaf's notAfter.
        case minimumRemaining(pointer: String, seconds: Int64)
        /// The maximum validity of the leaf in seconds, both ends included.
        case maximumLifetime(pointer: String, seconds: Int64)
        /// The matcher of one certificate.
        case certificate(Position, CertificateMatcher)
        /// The matcher of all certificates of the path.
        case every(CertificateMatcher)
        /// The matcher of at least one certificate of the path.
        case some(CertificateMatcher)
        case allOf([PathConstraints])
        case anyOf(pointer: String, [PathConstraints])
        case not(pointer: String, PathConstraints)
    }

    /// The position of a certificate in a path.
    package enum Position: String, Sendable, CaseIterable {
        case leaf
        /// The certificate directly above the leaf.
        case issuer
        /// The trust anchor.
        case anchor
    }

    /// The parts in the order in which violations are reported.
    package let parts: [Part]

    /// Creates an object.
    package init(_ parts: [Part]) {
        self.parts = parts
    }
}

extension PathConstraints {
    func match(_ path: ConstrainedPath) -> ConstraintMatch {
        parts.all { Self.match($0, path) }
    }

    static func match(_ part: Part, _ path: ConstrainedPath) -> ConstraintMatch {
        switch part {
        case .minimumRemaining(_, let seconds): path.hasRemaining(seconds: seconds)
        case .maximumLifetime(_, let seconds): path.hasLifetime(ofAtMost: seconds)
        case .certificate(let position, let matcher):
            path.depth(of: position).map { path.match(matcher, at: $0) } ?? .uncertain
        case .every(let matcher): path.certificates.indices.all { path.match(matcher, at: $0) }
        case .some(let matcher): path.certificates.indices.any { path.match(matcher, at: $0) }
        case .allOf(let objects): objects.all { $0.match(path) }
        // All of them are compared, so that the verdict is valid only until the first end of an alternative.
        case .anyOf(_, let objects): objects.map { $0.match(path) }.any(\.self)
        case .not(_, let object): object.match(path).negated
        }
    }

    /// Returns the cost of comparing a path, in units of 10 nanoseconds (``WorkKind/names``).
    func cost(of path: CandidatePath) -> Int {
        parts.reduce(0) { $0 + Self.cost(of: $1, path) }
    }

    private static func cost(of part: Part, _ path: CandidatePath) -> Int {
        switch part {
        case .minimumRemaining, .maximumLifetime: 10
        case .certificate(.leaf, let matcher): matcher.cost(of: path.leaf.facts)
        case .certificate(.issuer, let matcher): path.issuers.first.map { matcher.cost(of: $0.facts) } ?? 10
        case .certificate(.anchor, let matcher): path.certificates.last.map { matcher.cost(of: $0.facts) } ?? 10
        case .every(let matcher), .some(let matcher):
            path.certificates.reduce(0) { $0 + matcher.cost(of: $1.facts) }
        case .allOf(let objects), .anyOf(_, let objects): objects.reduce(10) { $0 + $1.cost(of: path) }
        case .not(_, let object): object.cost(of: path)
        }
    }
}
