package import TrustModel

/// What is known of the revocation of the certificates of one path.
package struct RevocationReport: Sendable {
    /// What is known of one certificate.
    package struct Entry: Sendable {
        /// The certificate's position in the path.
        package let depth: Int
        /// Whether the policy asks for an answer about it.
        package let isAsked: Bool
        /// What admissible evidence says.
        package let answers: [RevocationAnswer]
        /// Why other evidence says nothing.
        package let defects: [RevocationDefect]

        /// Takes the parts.
        package init(depth: Int, isAsked: Bool, answers: [RevocationAnswer], defects: [RevocationDefect]) {
            self.depth = depth
            self.isAsked = isAsked
            self.answers = answers
            self.defects = defects
        }
    }

    /// Every certificate that is asked about or that evidence is at hand about, leaf first; the anchor only where it is the leaf
    /// and not self-signed.
    package let entries: [Entry]
    /// What the request brought that is about no certificate of the path; of each kind sixteen pieces at most.
    package let unused: [RevocationDefect]
    /// What the policy asks; nil where it asks nothing and only what the request brought counts.
    package let requirements: RevocationRequirements?
    /// The bounds on work that were exceeded before all evidence was checked; empty where all was.
    package let exceededBounds: [ExhaustedBudget]

    /// Takes the parts; without any, nothing was asked and nothing brought.
    package init(
        entries: [Entry] = [],
        unused: [RevocationDefect] = [],
        requirements: RevocationRequirements? = nil,
        exceededBounds: [ExhaustedBudget] = []
    ) {
        self.entries = entries
        self.unused = unused
        self.requirements = requirements
        self.exceededBounds = exceededBounds
    }

    /// Whether nothing was asked and nothing brought.
    package var isEmpty: Bool { entries.isEmpty && unused.isEmpty && requirements == nil && exceededBounds.isEmpty }

    /// The last second at which all good answers that the verdict rests on are to be relied on; nil without any.
    package var currentUntil: Instant? {
        entries.compactMap { entry in
            if case .good(let answer) = status(of: entry) { answer.currentUntil } else { nil }
        }.min()
    }

    /// What follows from everything known of a certificate: a revocation wins, then the preferred method's good answer.
    package func status(of entry: Entry) -> RevocationStatus {
        let preferred = requirements?.preferred ?? .ocsp
        let ordered = entry.answers.filter { $0.method == preferred } + entry.answers.filter { $0.method != preferred }
        for answer in ordered {
            if let revocation = answer.revocation { return .revoked(revocation, answer) }
        }
        let methods = (entry.isAsked ? requirements?.methods : nil) ?? Set(RevocationRequirements.Method.allCases)
        return ordered.first { methods.contains($0.method) }.map { .good($0) } ?? .unknown
    }
}

/// What is known of one certificate.
package enum RevocationStatus: Sendable, Equatable {
    /// Not revoked, as this answer says.
    case good(RevocationAnswer)
    /// Revoked, as this answer says.
    case revoked(RevocationAnswer.Revocation, RevocationAnswer)
    /// No admissible evidence that counts says anything.
    case unknown
}
