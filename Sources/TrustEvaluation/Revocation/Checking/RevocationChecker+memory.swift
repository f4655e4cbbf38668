import TrustModel

/// The evidence in memory that may revoke certificates, as far as an evaluation has considered it.
struct RememberedRevocations {
    private(set) var evidence: [RevocationCache.Pair: RevocationEvidence] = [:]
    private(set) var origins: [ObjectIdentifier: EvidenceOrigin] = [:]

    mutating func add(_ results: [GatheredEvidence.Result], about pair: RevocationCache.Pair) {
        var found = RevocationEvidence()
        for result in results {
            guard let origin = result.origin else { continue }
            // The same CRL can be about several pairs, and both methods can name it.
            for list in result.evidence.lists where !found.lists.contains(where: { $0 === list }) {
                origins[ObjectIdentifier(list)] = origin
                found.lists.append(list)
            }
            for response in result.evidence.responses {
                origins[ObjectIdentifier(response)] = origin
                found.responses.append(response)
            }
        }
        evidence[pair] = found
    }
}

/// Revocations in memory, which apply to every policy that checks revocation.
extension RevocationChecker {
    /// Adds the revocations of a certificate according to evidence in memory, also under policies that may not fetch.
    ///
    /// Good answers are not added, so the memory only restricts such a policy. The evidence is combined with all other
    /// evidence, because a delta CRL of the request can end a hold.
    mutating func addRemembered(
        to answers: inout [RevocationAnswer],
        at depth: Int,
        in path: CandidatePath,
        _ resources: inout EvaluationResources
    ) {
        guard let known, !answers.contains(where: { $0.revocation != nil }) else { return }
        let (certificate, issuer) = (path.certificates[depth], path.certificates[depth + 1])
        let pair = RevocationCache.Pair(certificate, issuedBy: issuer)
        if remembered.evidence[pair] == nil {
            guard resources.pay(Self.lookUpCost, for: .evidence) else { return }
            remembered.add(revocations(at: depth, in: path, known, &resources), about: pair)
        }
        guard let own = remembered.evidence[pair], !own.isEmpty else { return }
        var all = evidence(about: certificate, issuedBy: issuer, resources.gathered)
        all.lists += own.lists.filter { list in !all.lists.contains { $0 === list } }
        all.responses += own.responses.filter { response in !all.responses.contains { $0 === response } }
        let knowledge = resources.knowledge(
            of: certificate,
            issuedBy: issuer,
            from: all,
            under: requirements
        )
        var found = knowledge.answers
        if let (processing, candidates) = knowledge.open {
            var defects: [RevocationDefect] = []
            let trusted = trusted(candidates, at: depth, in: path, addingTo: &defects, within: &resources)
            found += processing.evaluate(trusted).answers
        }
        answers += found.filter { $0.revocation != nil }
    }

    private func revocations(
        at depth: Int,
        in path: CandidatePath,
        _ known: RememberedEvidence,
        _ resources: inout EvaluationResources
    ) -> [GatheredEvidence.Result] {
        guard let asked = requirements.revocation else { return [] }
        var results: [GatheredEvidence.Result] = []
        // A revocation is accepted from both methods.
        for method in RevocationRequirements.Method.allCases {
            for need in path.needs(at: depth, method, asked, isRequired: false) {
                if let result = resources.revoking(for: need, in: known) { results.append(result) }
            }
        }
        return results
    }
}
