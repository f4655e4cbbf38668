import TrustModel

/// One constraint that a path does not meet.
struct ConstraintViolation: Equatable {
    /// The JSON pointer to the constraint in the policy document.
    let pointer: String
    let expected: String
    let found: String
    /// The position of the certificate; nil if the violation does not concern a single certificate.
    var depth: Int?
}

/// The violations of one path, up to a maximum number.
struct ConstraintViolations {
    /// The maximum number of violations; a response repeats each for every path.
    static let maximum = 32

    private(set) var all: [ConstraintViolation] = []

    var isFull: Bool { all.count == Self.maximum }

    mutating func add(_ violation: ConstraintViolation) {
        guard !isFull else { return }
        all.append(violation)
    }

    /// Adds a violation for each part that the path does not meet.
    mutating func add(_ constraints: PathConstraints, _ path: ConstrainedPath) {
        for part in constraints.parts where !isFull { add(part, path) }
    }

    private mutating func add(_ part: PathConstraints.Part, _ path: ConstrainedPath) {
        switch part {
        case .certificate(let position, let matcher): add(matcher, at: position, path)
        case .every(let matcher):
            for depth in path.certificates.indices where !isFull { add(matcher, at: depth, path) }
        case .allOf(let objects):
            for object in objects { add(object, path) }
        case .minimumRemaining, .maximumLifetime, .some, .anyOf, .not:
            let match = PathConstraints.match(part, path)
            guard match != .met, let violation = Self.violation(of: part, match, path) else { return }
            add(violation)
        }
    }

    private mutating func add(
        _ matcher: CertificateMatcher,
        at position: PathConstraints.Position,
        _ path: ConstrainedPath
    ) {
        if let depth = path.depth(of: position) { return add(matcher, at: depth, path) }
        let isIssuer = position == .issuer
        add(
            ConstraintViolation(
                pointer: matcher.pointer,
                expected: isIssuer ? "an issuer in the path" : "a trust anchor in the path",
                found: isIssuer ? "a path of one certificate" : "a path without a trust anchor"
            )
        )
    }

    /// Adds a violation for each condition that a certificate does not meet.
    private mutating func add(_ matcher: CertificateMatcher, at depth: Int, _ path: ConstrainedPath) {
        guard path.isVerified(depth) else {
            let found = "a certificate above an invalid signature"
            return add(
                ConstraintViolation(
                    pointer: matcher.pointer,
                    expected: "a verified certificate",
                    found: found,
                    depth: depth
                )
            )
        }
        let facts = path.certificates[depth]
        for entry in matcher.entries where !isFull && entry.condition.match(facts) != .met {
            add(
                ConstraintViolation(
                    pointer: entry.pointer,
                    expected: entry.condition.expected,
                    found: entry.condition.found(in: facts),
                    depth: depth
                )
            )
        }
    }

    /// Returns the violation of a part without nested reports; nil for other parts.
    private static func violation(
        of part: PathConstraints.Part,
        _ match: ConstraintMatch,
        _ path: ConstrainedPath
    ) -> ConstraintViolation? {
        switch part {
        case .minimumRemaining(let pointer, let seconds):
            // The finding must not contain the time of evaluation, so that caches can keep its verdict.
            ConstraintViolation(
                pointer: pointer,
                expected: "at least \(ConstraintText.duration(seconds)) until notAfter",
                found: path.leaf.notAfter.map { "notAfter \($0)" } ?? "a malformed notAfter",
                depth: 0
            )
        case .maximumLifetime(let pointer, let seconds):
            ConstraintViolation(
                pointer: pointer,
                expected: "a validity of at most \(ConstraintText.duration(seconds))",
                found: path.leaf.lifetime.map { "a validity of \(ConstraintText.duration($0))" }
                    ?? "a malformed validity",
                depth: 0
            )
        case .some(let matcher):
            ConstraintViolation(
                pointer: matcher.pointer,
                expected: "a certificate that meets all conditions",
                found: "none of \(path.certificates.count) certificates"
            )
        case .anyOf(let pointer, let objects):
            ConstraintViolation(
                pointer: pointer,
                expected: "one of \(objects.count) alternatives",
                found: match == .unmet ? "none" : "none with certainty"
            )
        case .not(let pointer, _):
            ConstraintViolation(
                pointer: pointer,
                expected: "not met",
                found: match == .unmet ? "met" : "uncertain"
            )
        case .certificate, .every, .allOf: nil
        }
    }
}
