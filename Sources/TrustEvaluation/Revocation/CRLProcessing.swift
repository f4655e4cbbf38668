import TrustModel

/// Learns the state of one certificate from CRLs (RFC 5280 section 6.3.3).
///
/// A CRL is believed if the certificate's issuer in the path signed it. Those of other CRL issuers, and those that the
/// issuer signed with another key, would need a path of their own, and are reported as not usable.
struct CRLProcessing {
    let certificate: Certificate
    let issuer: Certificate
    let instant: Instant
    private let scope: CRLScope

    init(certificate: Certificate, issuer: Certificate, instant: Instant) {
        self.certificate = certificate
        self.issuer = issuer
        self.instant = instant
        scope = CRLScope(of: certificate.facts)
    }

    /// What some CRLs say: at most one good answer, one answer for each revocation, and why the rest says nothing.
    func judge(
        _ lists: [CertificateRevocationList],
        _ signatures: inout EvidenceSignatures
    ) -> (answers: [RevocationAnswer], defects: [RevocationDefect]) {
        var findings = Findings()
        var usable: [CertificateRevocationList] = []
        for list in lists {
            if let defect = defect(of: list, &signatures) {
                findings.defects.append(defect)
            } else {
                usable.append(list)
            }
        }
        let deltas = usable.filter { $0.facts.baseCRLNumber != nil }
        var spent: Set<ObjectIdentifier> = []
        for list in usable where list.facts.baseCRLNumber == nil {
            let fitting = deltas.filter { $0.facts.isDelta(of: list.facts) && !hasEnded($0.facts) }
            let delta = fitting.max { $0.facts.isOlder(than: $1.facts) }
            findings.add(state(in: list, delta), covering: scope.reasons(coveredBy: list.facts))
            let superseded = deltas.filter { list.facts.supersedes($0.facts) }
            spent.formUnion((fitting + superseded).map { ObjectIdentifier($0) })
        }
        for delta in deltas where !spent.contains(ObjectIdentifier(delta)) {
            findings.add(state(in: delta), covering: [])
        }
        return findings.result
    }

    /// What a list says, and what it says it by.
    private enum State {
        case answer(RevocationAnswer)
        case defect(RevocationDefect)
    }

    /// Adds up what the lists say.
    private struct Findings {
        var revocations: [RevocationAnswer] = []
        var good: [RevocationAnswer] = []
        var defects: [RevocationDefect] = []
        var covered: RevocationReasonFlags = []

        mutating func add(_ state: State, covering reasons: RevocationReasonFlags) {
            switch state {
            case .defect(let defect): defects.append(defect)
            case .answer(let answer) where answer.revocation != nil: revocations.append(answer)
            case .answer(let answer):
                good.append(answer)
                covered.formUnion(reasons)
            }
        }

        /// Partitions by reason are good together only.
        var result: (answers: [RevocationAnswer], defects: [RevocationDefect]) {
            guard let first = good.first else { return (revocations, defects) }
            guard covered.isSuperset(of: .all) else {
                let missing = RevocationReasonFlags.all.subtracting(covered).names.joined(separator: ", ")
                let message = "\(first.source) is not among those that cover the reasons \(missing)"
                return (revocations, defects + [RevocationDefect(.revocationUnavailable, message, facts: first.facts)])
            }
            let together = RevocationAnswer(
                method: .crl,
                revocation: nil,
                currentUntil: good.map(\.currentUntil).min() ?? first.currentUntil,
                source: first.source,
                facts: first.facts
            )
            return (revocations + [together], defects)
        }
    }

    /// Why a CRL says nothing of the certificate, whatever its entries; what has ended is not left out here.
    private func defect(
        of list: CertificateRevocationList,
        _ signatures: inout EvidenceSignatures
    ) -> RevocationDefect? {
        let facts = list.facts
        func defect(_ code: ReasonCode, _ what: String, isOutOfScope: Bool = false) -> RevocationDefect {
            RevocationDefect(code, "\(facts.source) \(what)", facts: facts.summary, isOutOfScope: isOutOfScope)
        }
        guard facts.issuer == certificate.facts.issuer else {
            return defect(.revocationUnavailable, "is not the certificate's issuer's own, and is not used")
        }
        if let complaint = scope.complaint(about: facts) {
            return defect(.revocationResponseInvalid, complaint, isOutOfScope: true)
        }
        if let complaint = complaint(about: facts) { return defect(.revocationResponseInvalid, complaint) }
        guard signatures.isSigned(list, by: issuer) else {
            return isOfOtherKey(facts)
                ? defect(.revocationUnavailable, "is signed with another key of the issuer, and is not used")
                : defect(.revocationResponseInvalid, "is not signed by \(issuer.facts.displayName)")
        }
        let freshness = freshness(of: facts)
        if freshness.isFuture(at: instant) {
            return defect(.revocationStale, freshness.complaint(at: instant) ?? "is not of this time")
        }
        return nil
    }

    private func complaint(about facts: CertificateRevocationListFacts) -> String? {
        if let unknown = facts.unknownCriticalExtensions.first {
            return "has the critical extension \(unknown.abbreviated), which is not understood"
        }
        guard facts.signatureAlgorithmsAgree else { return "names one signature algorithm inside and another outside" }
        if let complaint = SignatureDigest.complaint(about: facts.signatureAlgorithm) { return complaint }
        if let usage = issuer.facts.extensions.keyUsage, !usage.contains(.cRLSign) {
            return "is of an issuer whose key usage lacks cRLSign"
        }
        return nil
    }

    private func isOfOtherKey(_ facts: CertificateRevocationListFacts) -> Bool {
        guard let wanted = facts.authorityKeyIdentifier?.keyIdentifier,
            let offered = issuer.facts.extensions.subjectKeyIdentifier
        else { return false }
        return wanted != offered
    }

    /// What a complete CRL with its delta says, or a delta alone.
    private func state(in list: CertificateRevocationList, _ delta: CertificateRevocationList? = nil) -> State {
        // A list with a delta is as fresh as the delta.
        let latest = (delta ?? list).facts
        let freshness = freshness(of: latest)
        let entry = delta?.facts.entry(for: certificate.facts) ?? list.facts.entry(for: certificate.facts)
        if let entry, entry.reason != .removeFromCRL {
            // A revocation that was once told does not end with what told it, unless it is a hold.
            if !freshness.isPast(at: instant) || entry.reason?.isPermanent ?? true {
                return .answer(answer(latest, freshness, revoked: entry))
            }
        }
        if let complaint = freshness.complaint(at: instant) {
            return .defect(RevocationDefect(.revocationStale, "\(latest.source) \(complaint)", facts: latest.summary))
        }
        if list.facts.baseCRLNumber != nil {
            let message = "\(latest.source) lists changes only, and the complete one that it goes on from is missing"
            return .defect(RevocationDefect(.revocationUnavailable, message, facts: latest.summary))
        }
        return .answer(answer(latest, freshness, revoked: nil))
    }

    private func answer(
        _ list: CertificateRevocationListFacts,
        _ freshness: EvidenceFreshness,
        revoked entry: CertificateRevocationListFacts.Entry?
    ) -> RevocationAnswer {
        RevocationAnswer(
            method: .crl,
            revocation: entry.map { RevocationAnswer.Revocation(date: $0.revocationDate, reason: $0.reason) },
            currentUntil: freshness.end,
            source: list.source,
            facts: list.summary
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
