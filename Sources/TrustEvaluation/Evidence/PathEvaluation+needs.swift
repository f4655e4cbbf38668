import TrustModel

/// The evidence that could change the decision about a path.
extension PathEvaluation {
    /// Whether missing answers about revocation are the only errors, so that evidence could make the path acceptable.
    var lacksOnlyRevocationAnswers: Bool {
        guard !isAccepted, path.isAnchored, revocation.requirements != nil else { return false }
        let unanswered = Set(revocation.unanswered.map(\.depth))
        return errors.allSatisfy { error in
            error.code.isOfMissingAnswers && error.depth.map(unanswered.contains) ?? false
        }
    }

    /// Whether the missing issuer is the only cause of errors, apart from pins and constraints that it could meet.
    var lacksOnlyIssuer: Bool {
        guard case .issuerNotFound = path.end, !isAccepted else { return false }
        return errors.allSatisfy { error in
            error.code == .chainIssuerNotFound || error.code.isOfPins
                || error.code == .policyConstraintViolated && error.depth == nil
        }
    }

    /// Whether an accepted path lacks answers about revocation that could be fetched.
    func lacksAnswers(_ requirements: RevocationRequirements) -> Bool {
        revocation.unanswered.contains { entry in
            requirements.orderedMethods.contains { !path.needs(at: entry.depth, $0, isRequired: false).isEmpty }
        }
    }

    /// Returns the missing revocation evidence: for each certificate by the preferred method, then by the other one.
    func revocationNeeds(_ requirements: RevocationRequirements, _ gathered: GatheredEvidence) -> [EvidenceNeed] {
        revocation.unanswered.flatMap { entry in
            requirements.orderedMethods.lazy
                .map { method in
                    path.needs(at: entry.depth, method, isRequired: !isAccepted).filter { !gathered.contains($0) }
                }
                .first { !$0.isEmpty } ?? []
        }
    }

    /// Returns the need for the issuer of the path's last certificate; nil if it names no location.
    var issuerNeed: EvidenceNeed? {
        let last = path.certificates[path.certificates.count - 1]
        let locations = last.facts.extensions.issuerLocations
        return EvidenceNeed(.issuer, about: last, issuedBy: nil, at: locations, isRequired: true)
    }
}

extension CandidatePath {
    /// Returns the evidence about a certificate of the path that a method could provide; empty if there is no location.
    func needs(
        at depth: Int,
        _ method: RevocationRequirements.Method,
        isRequired: Bool
    ) -> [EvidenceNeed] {
        guard certificates.indices.contains(depth + 1) else { return [] }
        let (certificate, issuer) = (certificates[depth], certificates[depth + 1])
        switch method {
        case .ocsp:
            let locations = certificate.facts.extensions.ocspLocations
            return [EvidenceNeed(.ocsp, about: certificate, issuedBy: issuer, at: locations, isRequired: isRequired)]
                .compactMap(\.self)
        case .crl:
            return certificate.facts.listLocations.compactMap { locations in
                EvidenceNeed(.crl, about: certificate, issuedBy: issuer, at: locations, isRequired: isRequired)
            }
        }
    }
}

extension RevocationRequirements {
    /// The accepted methods, the preferred one first.
    var orderedMethods: [Method] {
        [preferred].filter(methods.contains) + Method.allCases.filter { $0 != preferred && methods.contains($0) }
    }
}

extension RevocationReport {
    /// The certificates that require an answer and have none.
    var unanswered: [Entry] {
        entries.filter { $0.isAsked && !$0.isShortLived && status(of: $0) == .unknown }
    }
}

extension ReasonCode {
    /// Whether the code reports that evidence gives no answer.
    fileprivate var isOfMissingAnswers: Bool {
        [.revocationUnavailable, .revocationStale, .revocationUnknown, .revocationResponseInvalid].contains(self)
    }
}

extension CertificateFacts {
    /// The maximum number of distribution points for which CRLs are fetched.
    private static let maximumPoints = 4

    /// The locations of CRLs: alternatives for all revocation reasons, then those of each point for some reasons.
    ///
    /// Public CAs name several points without reasons for copies of one CRL.
    fileprivate var listLocations: [[String]] {
        var whole: [String] = []
        var partial: [[String]] = []
        for point in (extensions.crlDistributionPoints ?? []).prefix(CRLScope.maximumPoints) {
            guard case .full(let names) = point.name else { continue }
            let locations = names.prefix(DistributionPoint.Name.maximumForms).compactMap { name in
                if case .uri(let location) = name { location } else { nil }
            }
            if point.reasons == nil { whole += locations } else { partial.append(locations) }
        }
        return [whole] + partial.prefix(Self.maximumPoints)
    }
}
