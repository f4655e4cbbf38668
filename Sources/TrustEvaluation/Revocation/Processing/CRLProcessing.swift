import TrustModel

/// Determines the revocation status of one certificate from CRLs (RFC 5280 section 6.3.3).
///
/// `select` finds the CRLs that cover the certificate, and `evaluate` combines those whose signers are trusted. The
/// steps are separate because a CRL signer that is not the certificate's issuer must be evaluated between them.
struct CRLProcessing {
    struct Candidate {
        let list: CertificateRevocationList
        /// The revocation reasons that the CRL covers; empty for a delta.
        let reasons: RevocationReasonFlags
        /// Whether the certificate's issuer in the path signed the CRL, and the issuer's key usage allows this.
        let isSignedByIssuer: Bool
    }

    let certificate: Certificate
    let issuer: Certificate
    let time: Moment
    /// The minimum collision resistance of a CRL signature's digest, in bits.
    let leastDigestStrength: Int

    /// Returns the CRLs that cover the certificate, regardless of their signers, and the defects of the other CRLs.
    func select(
        _ lists: [CertificateRevocationList],
        _ signatures: inout SignatureChecks
    ) -> (candidates: [Candidate], defects: [RevocationDefect]) {
        var candidates: [Candidate] = []
        var defects: [RevocationDefect] = []
        guard !lists.isEmpty else { return (candidates, defects) }
        let scope = CRLScope(of: certificate.facts)
        for list in lists {
            // The scope is first: a defect of a CRL about other certificates does not concern this certificate.
            let reasons: RevocationReasonFlags
            switch scope.coverage(by: list.facts) {
            case .reasons(let covered): reasons = list.facts.baseCRLNumber == nil ? covered : []
            case .none(let why):
                defects.append(list.facts.defect(.revocationResponseInvalid, why, isOutOfScope: true).of(list))
                continue
            }
            if let defect = defect(of: list.facts, signatures.ports.evidence) {
                defects.append(defect.of(list))
                continue
            }
            candidates.append(
                Candidate(
                    list: list,
                    reasons: reasons,
                    isSignedByIssuer: list.facts.issuer == certificate.facts.issuer && issuer.facts.maySignCRLs
                        && signatures.isSigned(list, by: issuer) == true
                )
            )
        }
        return (candidates, defects)
    }

    /// Combines trusted CRLs into one answer for each revocation and at most one good answer; also returns defects.
    func evaluate(_ trusted: [Candidate]) -> (answers: [RevocationAnswer], defects: [RevocationDefect]) {
        var findings = CRLFindings()
        let deltas = trusted.map(\.list).filter { $0.facts.baseCRLNumber != nil }
        var spent: Set<ObjectIdentifier> = []
        for candidate in trusted where candidate.list.facts.baseCRLNumber == nil {
            let list = candidate.list
            let fitting = deltas.filter { $0.facts.isDelta(of: list.facts) && !hasEnded($0.facts) }
            // The latest delta has the present status, but an earlier one may contain a permanent revocation.
            let delta = fitting.max { $0.facts.isOlder(than: $1.facts) }
            findings.add(result(of: list, delta, fitting.map(\.facts)), covering: candidate.reasons)
            let superseded = deltas.filter { list.facts.supersedes($0.facts) }
            spent.formUnion((fitting + superseded).map { ObjectIdentifier($0) })
        }
        // A delta without its base can revoke, but its silence means nothing (RFC 5280 section 5.2.4).
        for delta in deltas where !spent.contains(ObjectIdentifier(delta)) {
            findings.add(result(of: delta), covering: [])
        }
        return findings.result
    }

    /// Returns the trusted complete CRLs that a delta CRL can update, and for which no current delta is at hand.
    ///
    /// Only CRLs are returned for which the certificate or the CRL names the location of a delta.
    func updatable(_ trusted: [Candidate]) -> [CertificateRevocationList] {
        var updatable: [CertificateRevocationList] = []
        for list in trusted.map(\.list) where list.facts.baseCRLNumber == nil && list.facts.crlNumber != nil {
            guard !(list.facts.deltaLocations.isEmpty && certificate.facts.extensions.deltaLocations.isEmpty),
                !trusted.contains(where: { isCurrent($0.list.facts, for: list.facts) })
            else { continue }
            updatable.append(list)
        }
        return updatable
    }

    private func isCurrent(
        _ delta: CertificateRevocationListFacts,
        for list: CertificateRevocationListFacts
    ) -> Bool {
        delta.baseCRLNumber != nil && !hasEnded(delta) && (delta.isDelta(of: list) || list.supersedes(delta))
    }

    /// Returns a CRL's defect, without regard to its signer, entries and expiration; nil if there is none.
    private func defect(
        of facts: CertificateRevocationListFacts,
        _ library: any RevocationEvidenceVerifying
    ) -> RevocationDefect? {
        if let unknown = facts.unknownCriticalExtensions.first {
            return facts.defect(
                .revocationResponseInvalid,
                "has the unsupported critical extension \(unknown)"
            )
        }
        guard facts.signatureAlgorithmsAgree else {
            return facts.defect(
                .revocationResponseInvalid,
                "has different algorithms in its signature and signatureAlgorithm fields"
            )
        }
        let algorithm = facts.signatureAlgorithm
        if let problem = SignatureDigest.problem(with: algorithm, least: leastDigestStrength, in: library) {
            return facts.defect(.revocationResponseInvalid, problem)
        }
        let freshness = freshness(of: facts)
        guard freshness.isFuture(at: time) else { return nil }
        return facts.defect(.revocationStale, freshness.problem(at: time) ?? "is not yet valid")
    }

    /// Returns the result of one CRL; `delta` is the latest of the `deltas` that update a complete CRL.
    private func result(
        of list: CertificateRevocationList,
        _ delta: CertificateRevocationList? = nil,
        _ deltas: [CertificateRevocationListFacts] = []
    ) -> CRLFindings.ListResult {
        // A CRL with a delta is as fresh as the delta.
        let latest = (delta ?? list).facts
        let base = delta == nil ? nil : list.facts
        let freshness = freshness(of: latest)
        if let entry = entry(in: list.facts, delta?.facts, deltas), entry.reason != .removeFromCRL {
            // A permanent revocation remains effective after its CRL has expired; a hold does not.
            if entry.reason?.isPermanent ?? true || !freshness.isPast(at: time) {
                return .answer(answer(from: delta ?? list, updating: base, with: freshness, revoked: entry))
            }
        }
        if let problem = freshness.problem(at: time) {
            return .defect(latest.defect(.revocationStale, problem).of(delta ?? list))
        }
        // A complete CRL with a delta's reason code is malformed: it may still revoke above, but gives no good answer.
        if list.facts.removesFromComplete {
            let message = "has an entry with the reason removeFromCRL, which is allowed only in delta CRLs"
            return .defect(list.facts.defect(.revocationResponseInvalid, message).of(list))
        }
        if list.facts.baseCRLNumber != nil {
            let message = "cannot be applied: the complete CRL that it updates is missing"
            return .defect(latest.defect(.revocationUnavailable, message).of(list))
        }
        return .answer(answer(from: delta ?? list, updating: base, with: freshness, revoked: nil))
    }

    /// Returns the entry that determines the certificate's status; nil if there is none.
    ///
    /// A delta can remove a hold, or any revocation of an expired certificate (RFC 5280 section 5.3.1). Other
    /// revocations are permanent, even if a later delta removes them.
    private func entry(
        in list: CertificateRevocationListFacts,
        _ latest: CertificateRevocationListFacts?,
        _ deltas: [CertificateRevocationListFacts]
    ) -> CertificateRevocationListFacts.Entry? {
        let entries = ([list] + deltas).compactMap { $0.entry(for: certificate.facts) }
        let hasExpired = certificate.facts.notAfter.map(time.hasEnded) ?? false
        if !hasExpired, let permanent = entries.first(where: { $0.reason?.isPermanent ?? true }) { return permanent }
        return latest?.entry(for: certificate.facts) ?? list.entry(for: certificate.facts)
    }

    private func answer(
        from list: CertificateRevocationList,
        updating base: CertificateRevocationListFacts?,
        with freshness: EvidenceFreshness,
        revoked entry: CertificateRevocationListFacts.Entry?
    ) -> RevocationAnswer {
        RevocationAnswer(
            method: .crl,
            revocation: entry.map { RevocationAnswer.Revocation(date: $0.revocationDate, reason: $0.reason) },
            currentUntil: freshness.end,
            source: list.facts.source,
            facts: list.facts.summary,
            deviations: list.facts.deviations + (base?.deviations ?? []),
            piece: ObjectIdentifier(list)
        )
    }

    private func hasEnded(_ facts: CertificateRevocationListFacts) -> Bool {
        freshness(of: facts).isPast(at: time)
    }

    private func freshness(of facts: CertificateRevocationListFacts) -> EvidenceFreshness {
        EvidenceFreshness(facts)
    }
}

extension CertificateFacts {
    /// Whether the key usage, if present, allows signing CRLs (RFC 5280 section 6.3.3 (f)).
    var maySignCRLs: Bool { extensions.keyUsage?.contains(.cRLSign) ?? true }
}
