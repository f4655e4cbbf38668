import TrustModel

/// Learns the state of one certificate from CRLs (RFC 5280 section 6.3.3).
///
/// Takes two steps, since whether a CRL is trusted may depend on more than the certificate and its issuer: `sift` tells
/// which CRLs are about the certificate, and `evaluate` what those say that turned out to be trusted.
struct CRLProcessing {
    /// A CRL that is about the certificate.
    struct Candidate {
        let list: CertificateRevocationList
        /// The reasons for which it would list the certificate; empty for a delta.
        let reasons: RevocationReasonFlags
        /// Whether the certificate's issuer in the path signed it, and may.
        let isSignedByIssuer: Bool
    }

    let certificate: Certificate
    let issuer: Certificate
    let instant: Instant
    /// The strength against collisions that the digest of a CRL's signature must have, in bits.
    let leastDigestStrength: Int

    /// The CRLs about the certificate, signed by whomever, and why the rest says nothing.
    func sift(
        _ lists: [CertificateRevocationList],
        _ signatures: inout SignatureChecks
    ) -> (candidates: [Candidate], defects: [RevocationDefect]) {
        var candidates: [Candidate] = []
        var defects: [RevocationDefect] = []
        guard !lists.isEmpty else { return (candidates, defects) }
        let scope = CRLScope(of: certificate.facts)
        for list in lists {
            let reasons: RevocationReasonFlags
            switch scope.coverage(by: list.facts) {
            case .reasons(let covered): reasons = list.facts.baseCRLNumber == nil ? covered : []
            case .none(let why):
                defects.append(list.facts.defect(.revocationResponseInvalid, why, isOutOfScope: true))
                continue
            }
            if let defect = defect(of: list.facts) {
                defects.append(defect)
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

    /// What trusted CRLs say: at most one good answer, one answer for each revocation, and why the rest says nothing.
    func evaluate(_ trusted: [Candidate]) -> (answers: [RevocationAnswer], defects: [RevocationDefect]) {
        var findings = CRLFindings()
        let deltas = trusted.map(\.list).filter { $0.facts.baseCRLNumber != nil }
        var spent: Set<ObjectIdentifier> = []
        for candidate in trusted where candidate.list.facts.baseCRLNumber == nil {
            let list = candidate.list
            let fitting = deltas.filter { $0.facts.isDelta(of: list.facts) && !hasEnded($0.facts) }
            let delta = fitting.max { $0.facts.isOlder(than: $1.facts) }
            findings.add(state(in: list, delta, fitting.map(\.facts)), covering: candidate.reasons)
            let superseded = deltas.filter { list.facts.supersedes($0.facts) }
            spent.formUnion((fitting + superseded).map { ObjectIdentifier($0) })
        }
        for delta in deltas where !spent.contains(ObjectIdentifier(delta)) {
            findings.add(state(in: delta), covering: [])
        }
        return findings.result
    }

    /// Why a CRL about the certificate says nothing, whoever signed it and whatever its entries; what has ended is not left
    /// out here.
    private func defect(of facts: CertificateRevocationListFacts) -> RevocationDefect? {
        if let unknown = facts.unknownCriticalExtensions.first {
            return facts.defect(
                .revocationResponseInvalid,
                "has the critical extension \(unknown), which is not understood"
            )
        }
        guard facts.signatureAlgorithmsAgree else {
            return facts.defect(.revocationResponseInvalid, "names one signature algorithm inside and another outside")
        }
        if let complaint = SignatureDigest.complaint(about: facts.signatureAlgorithm, least: leastDigestStrength) {
            return facts.defect(.revocationResponseInvalid, complaint)
        }
        let freshness = freshness(of: facts)
        guard freshness.isFuture(at: instant) else { return nil }
        return facts.defect(.revocationStale, freshness.complaint(at: instant) ?? "is not of this time")
    }

    /// The answer of a complete CRL with its latest delta, given all its deltas, or of a delta alone.
    private func state(
        in list: CertificateRevocationList,
        _ delta: CertificateRevocationList? = nil,
        _ deltas: [CertificateRevocationListFacts] = []
    ) -> CRLFindings.State {
        // A list with a delta is as fresh as the delta.
        let latest = (delta ?? list).facts
        let base = delta == nil ? nil : list.facts
        let freshness = freshness(of: latest)
        if let entry = entry(in: list.facts, delta?.facts, deltas), entry.reason != .removeFromCRL {
            // A revocation that was once told does not end with what told it, unless it is a hold.
            if !freshness.isPast(at: instant) || entry.reason?.isPermanent ?? true {
                return .answer(answer(latest, base, freshness, revoked: entry))
            }
        }
        if let complaint = freshness.complaint(at: instant) {
            return .defect(latest.defect(.revocationStale, complaint))
        }
        if list.facts.removesFromComplete {
            let message = "has an entry with the reason removeFromCRL, which only delta CRLs have"
            return .defect(list.facts.defect(.revocationResponseInvalid, message))
        }
        if list.facts.baseCRLNumber != nil {
            let message = "lists changes only, and the complete one that it goes on from is missing"
            return .defect(latest.defect(.revocationUnavailable, message))
        }
        return .answer(answer(latest, base, freshness, revoked: nil))
    }

    /// The entry that decides, where there is one.
    ///
    /// A delta ends a hold, or anything once the certificate has expired (RFC 5280 section 5.3.1). Any other revocation is
    /// permanent, whatever a later delta says.
    private func entry(
        in list: CertificateRevocationListFacts,
        _ latest: CertificateRevocationListFacts?,
        _ deltas: [CertificateRevocationListFacts]
    ) -> CertificateRevocationListFacts.Entry? {
        let entries = ([list] + deltas).compactMap { $0.entry(for: certificate.facts) }
        let hasExpired = certificate.facts.notAfter.map { instant > $0 } ?? false
        if !hasExpired, let permanent = entries.first(where: { $0.reason?.isPermanent ?? true }) { return permanent }
        return latest?.entry(for: certificate.facts) ?? list.entry(for: certificate.facts)
    }

    /// What follows from a list, or from a delta and its base.
    private func answer(
        _ list: CertificateRevocationListFacts,
        _ base: CertificateRevocationListFacts?,
        _ freshness: EvidenceFreshness,
        revoked entry: CertificateRevocationListFacts.Entry?
    ) -> RevocationAnswer {
        RevocationAnswer(
            method: .crl,
            revocation: entry.map { RevocationAnswer.Revocation(date: $0.revocationDate, reason: $0.reason) },
            currentUntil: freshness.end,
            source: list.source,
            facts: list.summary,
            deviations: list.deviations + (base?.deviations ?? [])
        )
    }

    private func hasEnded(_ facts: CertificateRevocationListFacts) -> Bool {
        freshness(of: facts).isPast(at: instant)
    }

    private func freshness(of facts: CertificateRevocationListFacts) -> EvidenceFreshness {
        EvidenceFreshness(
            thisUpdate: facts.thisUpdate,
            nextUpdate: facts.nextUpdate,
            ageWithoutNextUpdate: EvidenceFreshness.crlAge
        )
    }
}

extension CertificateFacts {
    /// Whether a key usage, where there is one, allows to sign CRLs (RFC 5280 section 6.3.3 (f)).
    var maySignCRLs: Bool { extensions.keyUsage?.contains(.cRLSign) ?? true }
}
