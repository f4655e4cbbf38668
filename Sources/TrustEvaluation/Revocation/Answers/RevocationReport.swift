package import TrustModel

/// The revocation status of the certificates of one path.
///
/// Instances are immutable and shared: a path, its context and the decision about it refer to one report.
package final class RevocationReport: Sendable {
    /// The report about a path for which no answer is required and no evidence was sent.
    package static let empty = RevocationReport()

    /// The evidence about one certificate.
    package struct CertificateEvidence: Sendable {
        /// The certificate's position in the path.
        package let depth: Int
        /// Whether the policy requires an answer about the certificate.
        package let isAsked: Bool
        /// The answers of trusted evidence.
        package var answers: [RevocationAnswer]
        /// The defects of the evidence that gives no answer.
        package let defects: [RevocationDefect]
        /// Why the certificate needs no answer; nil if it needs one.
        package let exemption: RevocationRequirements.Exemption?
        /// The failed attempts to get evidence about the certificate.
        package let failures: [FailedFetch]
        /// The trusted complete CRLs about the certificate for which a delta CRL exists that is not at hand.
        package let updatable: [CertificateRevocationList]

        /// Whether the certificate is rejected, or accepted with a warning, unless there is an answer.
        package var needsAnswer: Bool { isAsked && exemption == nil }

        /// Creates the evidence about a certificate.
        package init(
            depth: Int,
            isAsked: Bool,
            answers: [RevocationAnswer],
            defects: [RevocationDefect],
            exemption: RevocationRequirements.Exemption? = nil,
            failures: [FailedFetch] = [],
            updatable: [CertificateRevocationList] = []
        ) {
            self.depth = depth
            self.isAsked = isAsked
            self.answers = answers
            self.defects = defects
            self.exemption = exemption
            self.failures = failures
            self.updatable = updatable
        }
    }

    /// The certificates that have evidence or require an answer, leaf first.
    ///
    /// The anchor is included only if it is the leaf and not self-signed.
    package let entries: [CertificateEvidence]
    /// The request's evidence that covers no certificate of the path; at most sixteen CRLs and sixteen responses.
    package let unused: [RevocationDefect]
    /// The policy's requirements; nil if only the request's evidence is used.
    package let requirements: RevocationRequirements?
    /// The budgets that were exhausted before all evidence was checked; empty if all evidence was checked.
    package let exceededBounds: [ExhaustedBudget]
    /// The origins of the evidence.
    let origins: EvidenceOrigins

    /// Creates a report, empty by default.
    init(
        entries: [CertificateEvidence] = [],
        unused: [RevocationDefect] = [],
        requirements: RevocationRequirements? = nil,
        exceededBounds: [ExhaustedBudget] = [],
        origins: EvidenceOrigins = .none
    ) {
        self.entries = entries
        self.unused = unused
        self.requirements = requirements
        self.exceededBounds = exceededBounds
        self.origins = origins
    }

    /// Returns the report under the requirements of a CRL signer's path, which demand answers about fewer certificates.
    func under(_ requirements: RevocationRequirements?) -> RevocationReport {
        guard self.requirements != nil else { return self }
        return RevocationReport(
            entries: entries,
            unused: unused,
            requirements: requirements,
            exceededBounds: exceededBounds,
            origins: origins
        )
    }

    /// Whether no answer is required and the request contains no evidence.
    package var isEmpty: Bool { entries.isEmpty && unused.isEmpty && requirements == nil && exceededBounds.isEmpty }

    /// The last second at which all good answers used by the verdict are valid; nil if there are none.
    package var currentUntil: Instant? {
        entries.compactMap { entry in
            if case .good(let answer) = status(of: entry) { answer.currentUntil } else { nil }
        }.min()
    }

    /// Returns the status of a certificate: a revocation first, then a good answer of the preferred method.
    package func status(of entry: CertificateEvidence) -> RevocationStatus {
        let preferred = requirements?.preferred ?? .ocsp
        let ordered = entry.answers.filter { $0.method == preferred } + entry.answers.filter { $0.method != preferred }
        // A revocation overrides good answers of both methods: an older response can be replayed until its nextUpdate
        // (RFC 6960 section 5).
        for answer in ordered {
            if let revocation = answer.revocation { return .revoked(revocation, answer) }
        }
        let methods = (entry.isAsked ? requirements?.methods : nil) ?? Set(RevocationRequirements.Method.allCases)
        return ordered.first { methods.contains($0.method) }.map { .good($0) } ?? .unknown
    }
}

/// The revocation status of one certificate.
package enum RevocationStatus: Sendable, Equatable {
    case good(RevocationAnswer)
    case revoked(RevocationAnswer.Revocation, RevocationAnswer)
    /// No usable answer.
    case unknown
}
