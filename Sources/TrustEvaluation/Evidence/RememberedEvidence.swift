import TrustModel

/// Look-ups in the memory of evidence.
package struct MemoryLookups: Sendable {
    /// The needs that current evidence may meet.
    package private(set) var current: [EvidenceNeed] = []
    /// The needs about whose certificates any evidence may contain a revocation, also evidence that has ended.
    package private(set) var revoking: [EvidenceNeed] = []

    /// Creates an empty list.
    package init() {}

    /// Whether nothing is looked up.
    package var isEmpty: Bool { current.isEmpty && revoking.isEmpty }

    /// Returns the look-ups of both.
    static func + (left: MemoryLookups, right: MemoryLookups) -> MemoryLookups {
        var lookups = left
        lookups.current += right.current
        lookups.revoking += right.revoking
        return lookups
    }
}

/// The results of the look-ups in memory about the certificates of a question, as a value.
package struct RememberedEvidence: Sendable {
    private var current: [EvidenceNeed: GatheredEvidence.Result?] = [:]
    private var revoking: [EvidenceNeed: GatheredEvidence.Result?] = [:]
    /// Whether no look-up follows: evidence that was not looked up is then unchecked evidence, as without a budget.
    package var isFinal = false

    /// Creates a value without look-ups.
    package init() {}

    /// Records the result of a look-up; nil if nothing usable is in memory.
    package mutating func record(current result: GatheredEvidence.Result?, for need: EvidenceNeed) {
        current.updateValue(result, forKey: need)
    }

    /// Records the result of a look-up; nil if nothing in memory revokes the certificate.
    package mutating func record(revoking result: GatheredEvidence.Result?, for need: EvidenceNeed) {
        revoking.updateValue(result, forKey: need)
    }

    /// Returns the current evidence for a need, or nil if there is none; nil if it was not looked up.
    package func current(for need: EvidenceNeed) -> GatheredEvidence.Result?? { current[need] }

    /// Returns the evidence that revokes the certificate of a need, or nil if there is none; nil if it was not looked up.
    package func revoking(for need: EvidenceNeed) -> GatheredEvidence.Result?? { revoking[need] }
}

extension EvaluationResources {
    /// Returns the current evidence in memory for a need; notes the need if it was not looked up.
    mutating func current(for need: EvidenceNeed, in known: RememberedEvidence) -> GatheredEvidence.Result? {
        if let result = known.current(for: need) { return result }
        if known.isFinal { refuseEvidence() } else { unasked.add(current: need) }
        return nil
    }

    /// Returns the evidence in memory that revokes the certificate of a need; notes the need if it was not looked up.
    mutating func revoking(for need: EvidenceNeed, in known: RememberedEvidence) -> GatheredEvidence.Result? {
        if let result = known.revoking(for: need) { return result }
        if known.isFinal { refuseEvidence() } else { unasked.add(revoking: need) }
        return nil
    }

    /// Treats evidence as unchecked, so that no path is accepted that it could revoke.
    private mutating func refuseEvidence() { signatures.remainingBudget.refuse(.evidence) }
}

extension MemoryLookups {
    fileprivate mutating func add(current need: EvidenceNeed) { current.append(need) }

    fileprivate mutating func add(revoking need: EvidenceNeed) { revoking.append(need) }

    /// The maximum number of pairs of a certificate and an issuer that are foreseen for one policy.
    ///
    /// An ordinary path has two or three pairs. More of them are looked up only if an evaluation reaches them within its budget.
    private static let maximumPairs = 32

    /// Adds the look-ups about each certificate that a path from the leaf can contain, with each of its possible issuers.
    mutating func add(for question: TrustQuestion, under requirements: PathRequirements) {
        guard let asked = requirements.revocation else { return }
        let pool = question.chain.dropFirst() + question.fetchedIssuers(under: requirements)
        var certificates = [question.chain[0]]
        var position = 0
        var remaining = Self.maximumPairs
        while position < certificates.count {
            let certificate = certificates[position]
            for issuer in requirements.foreseeableIssuers(of: certificate, among: pool) where issuer != certificate {
                guard remaining > 0 else { return }
                remaining -= 1
                if !certificates.contains(issuer) { certificates.append(issuer) }
                for method in RevocationRequirements.Method.allCases {
                    let needs = asked.needs(about: certificate, issuedBy: issuer, by: method, isRequired: false)
                    revoking += needs
                    let mayUse = asked.networkAccess && asked.methods.contains(method) && asked.asks(about: position)
                    if mayUse { current += needs }
                }
            }
            position += 1
        }
    }
}

extension PathRequirements {
    /// Returns the available certificates that are the possible issuers of a certificate according to their names and key
    /// identifiers.
    fileprivate func foreseeableIssuers(
        of certificate: Certificate,
        among pool: ArraySlice<Certificate>
    ) -> [Certificate] {
        let name = certificate.facts.issuer
        let namesakes = intermediates?.namesakes(name)
        let candidates = IssuerCandidates(
            certificate: certificate,
            indexed: anchors.compactMap { $0.namesakes(name) } + (namesakes.map { [$0] } ?? []),
            pool: pool.filter { $0.facts.subject == name }
        )
        let fitting = candidates.certificates(.equal)
        return fitting.isEmpty ? candidates.certificates(.unknown) : fitting
    }
}
