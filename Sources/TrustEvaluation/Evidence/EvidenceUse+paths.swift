import TrustModel

extension EvaluatorDecision {
    /// The evidence that a path uses or lacks; empty if nothing is asked for and nothing was gathered.
    static func evidence(of path: PathEvaluation, _ gathered: GatheredEvidence) -> [EvidenceUse] {
        path.revocation.uses(in: path.path) + (gathered.isEmpty ? [] : issuers(of: path.path, gathered))
    }

    /// The fetched issuers in a path, and the issuer of its end if that was looked for in vain.
    private static func issuers(of path: CandidatePath, _ gathered: GatheredEvidence) -> [EvidenceUse] {
        var uses = path.certificates.compactMap { certificate in
            gathered.origin(of: certificate).map { origin in
                EvidenceUse(certificate.facts.fingerprint, .issuer, from: EvidenceUse.Source(origin), outcome: .found)
            }
        }
        if case .issuerNotFound = path.end, let last = path.certificates.last,
            gathered.results.contains(where: { $0.need.method == .issuer && $0.need.certificate == last })
        {
            uses.append(EvidenceUse(last.facts.fingerprint, .issuer, from: .none, outcome: .missing))
        }
        return uses
    }
}

extension RevocationReport {
    /// The answers, and the required answers that are missing, one for each certificate.
    fileprivate func uses(in path: CandidatePath) -> [EvidenceUse] {
        entries.compactMap { entry in
            guard path.certificates.indices.contains(entry.depth) else { return nil }
            let certificate = path.certificates[entry.depth].facts.fingerprint
            switch status(of: entry) {
            case .good(let answer): return use(of: answer, about: certificate, .good)
            case .revoked(_, let answer): return use(of: answer, about: certificate, .revoked)
            case .unknown:
                guard entry.needsAnswer else { return nil }
                guard let defect = entry.defects.first(where: { $0.method != nil && !$0.isOutOfScope }),
                    let method = defect.method
                else {
                    let method = requirements?.orderedMethods.first ?? .ocsp
                    return EvidenceUse(certificate, EvidenceUse.Method(method), from: .none, outcome: .unknown)
                }
                let source = origins.origin(of: defect.piece).map(EvidenceUse.Source.init) ?? .none
                return EvidenceUse(certificate, EvidenceUse.Method(method), from: source, outcome: .unknown)
            }
        }
    }

    private func use(
        of answer: RevocationAnswer,
        about certificate: Fingerprint,
        _ outcome: EvidenceUse.Outcome
    ) -> EvidenceUse {
        let source = origins.origin(of: answer.piece).map(EvidenceUse.Source.init) ?? .none
        return EvidenceUse(certificate, EvidenceUse.Method(answer.method), from: source, outcome: outcome)
    }
}

extension EvidenceUse.Method {
    fileprivate init(_ method: RevocationRequirements.Method) {
        switch method {
        case .ocsp: self = .ocsp
        case .crl: self = .crl
        }
    }
}

extension EvidenceUse.Source {
    fileprivate init(_ origin: EvidenceOrigin) {
        switch origin {
        case .request: self = .request
        case .policy: self = .policy
        case .cache: self = .cache
        case .network: self = .network
        }
    }
}

extension [EvidenceUse] {
    /// The uses, each once: the members of a composite, or a policy and its floor, can use the same evidence.
    var unique: [EvidenceUse] {
        var known: Set<EvidenceUse> = []
        return filter { known.insert($0).inserted }
    }
}
