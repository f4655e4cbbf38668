import TrustModel

/// The evidence that could change the decision about a path.
extension PathEvaluation {
    /// Whether missing answers about revocation are the only errors, so that evidence could make the path acceptable.
    ///
    /// A hold is such an error as long as a delta CRL that may end it is not at hand.
    func lacksOnlyRevocationAnswers(_ requirements: RevocationRequirements, _ gathered: GatheredEvidence) -> Bool {
        guard !isAccepted, isVerifiedToAnchor, revocation.requirements != nil else { return false }
        let unanswered = Set(revocation.unanswered.map(\.depth))
        return errors.allSatisfy { error in
            guard let depth = error.depth else { return false }
            if error.code == .revocationRevoked {
                return revocation.entries.contains { entry in
                    entry.depth == depth && !deltaNeeds(for: entry, under: requirements, with: gathered).isEmpty
                }
            }
            return error.code.isOfMissingAnswers && unanswered.contains(depth)
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

    /// Whether an accepted path lacks answers about revocation, or delta CRLs, that could be fetched.
    func lacksAnswers(_ requirements: RevocationRequirements) -> Bool {
        revocation.unanswered.contains { entry in
            requirements.orderedMethods.contains {
                !path.needs(at: entry.depth, $0, requirements, isRequired: false).isEmpty
            }
        } || revocation.entries.contains { !deltaNeeds(for: $0, under: requirements, with: GatheredEvidence()).isEmpty }
    }

    /// Returns the missing revocation evidence: for each certificate by the preferred method, with the other one as an
    /// alternative, and the delta CRLs for the complete CRLs at hand.
    ///
    /// The certificates nearest to the anchor are first. Otherwise, a revoked CA could issue a leaf with so many locations that
    /// no fetch is left for the CA's own status.
    ///
    /// Nothing is needed for a path without verified signatures, because its certificates may name any location.
    func revocationNeeds(_ requirements: RevocationRequirements, _ gathered: GatheredEvidence) -> [EvidenceNeed] {
        guard isVerifiedToAnchor else { return [] }
        let missing = revocation.unanswered.sorted { $0.depth > $1.depth }.flatMap { entry in
            let byMethod = requirements.orderedMethods.map { method in
                path.needs(at: entry.depth, method, requirements, isRequired: !isAccepted)
                    .filter { !gathered.contains($0) }
            }.filter { !$0.isEmpty }
            guard var preferred = byMethod.first else { return [EvidenceNeed]() }
            preferred[0].alternatives = byMethod.dropFirst().flatMap(\.self)
            return preferred
        }
        let asked = Set(missing.map(\.certificate))
        return missing
            + revocation.entries.flatMap { deltaNeeds(for: $0, under: requirements, with: gathered) }
            .filter { !asked.contains($0.certificate) }
    }

    /// The maximum number of complete CRLs about one certificate for which delta CRLs are fetched in all rounds.
    private static let maximumDeltas = 4

    /// Returns the delta CRLs that could change the status of a certificate: of complete CRLs that give a good answer, a
    /// hold, or no answer.
    ///
    /// No other revocation can be removed (RFC 5280 section 5.3.1), so nothing is fetched for it.
    private func deltaNeeds(
        for entry: RevocationReport.CertificateEvidence,
        under requirements: RevocationRequirements,
        with gathered: GatheredEvidence
    ) -> [EvidenceNeed] {
        guard !entry.updatable.isEmpty, entry.needsAnswer, requirements.methods.contains(.crl),
            path.certificates.indices.contains(entry.depth + 1), revocation.mayChange(entry)
        else { return [] }
        let (certificate, issuer) = (path.certificates[entry.depth], path.certificates[entry.depth + 1])
        var needs: [EvidenceNeed] = []
        for list in entry.updatable {
            let need = EvidenceNeed(
                .crl,
                about: certificate,
                issuedBy: issuer,
                at: list.facts.deltaLocations + certificate.facts.extensions.deltaLocations,
                isRequired: !isAccepted,
                updating: list
            )
            if let need, !gathered.contains(need), !needs.contains(need) { needs.append(need) }
        }
        return Array(needs.prefix(max(0, Self.maximumDeltas - gathered.deltaCount(about: certificate))))
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
        _ requirements: RevocationRequirements,
        isRequired: Bool
    ) -> [EvidenceNeed] {
        guard certificates.indices.contains(depth + 1) else { return [] }
        let (certificate, issuer) = (certificates[depth], certificates[depth + 1])
        return requirements.needs(about: certificate, issuedBy: issuer, by: method, isRequired: isRequired)
    }
}

extension RevocationRequirements {
    /// The accepted methods, the preferred one first.
    var orderedMethods: [Method] {
        [preferred].filter(methods.contains) + Method.allCases.filter { $0 != preferred && methods.contains($0) }
    }

    /// Returns the evidence about a certificate that a method could provide; empty if there is no location.
    func needs(
        about certificate: Certificate,
        issuedBy issuer: Certificate,
        by method: Method,
        isRequired: Bool
    ) -> [EvidenceNeed] {
        switch method {
        case .ocsp:
            let need = EvidenceNeed(
                .ocsp,
                about: certificate,
                issuedBy: issuer,
                at: certificate.facts.extensions.ocspLocations,
                isRequired: isRequired,
                withoutNextUpdate: withoutNextUpdate
            )
            return need.map { [$0] } ?? []
        case .crl:
            return certificate.facts.listLocations.compactMap { locations in
                EvidenceNeed(.crl, about: certificate, issuedBy: issuer, at: locations, isRequired: isRequired)
            }
        }
    }
}

extension RevocationReport {
    /// The certificates that require an answer and have none.
    var unanswered: [CertificateEvidence] {
        entries.filter { $0.needsAnswer && status(of: $0) == .unknown }
    }

    /// Whether a delta CRL can change the status of a certificate that a complete CRL determines.
    fileprivate func mayChange(_ entry: CertificateEvidence) -> Bool {
        switch status(of: entry) {
        case .good(let answer): answer.method == .crl
        case .revoked:
            entry.answers.allSatisfy { answer in
                answer.revocation.map { $0.reason == .certificateHold && answer.method == .crl } ?? true
            }
        case .unknown: true
        }
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
            let locations = point.locations
            if point.reasons == nil { whole += locations } else { partial.append(locations) }
        }
        return [whole] + partial.prefix(Self.maximumPoints)
    }
}
