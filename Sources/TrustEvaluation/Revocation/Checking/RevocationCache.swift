import TrustModel

/// The results of examining revocation evidence in one evaluation, shared by the members of a composite.
struct RevocationCache {
    /// A certificate with one of its possible issuers.
    struct Pair: Hashable {
        private let certificate: Fingerprint
        private let issuer: Fingerprint
        private let parametersFrom: Fingerprint?

        init(_ certificate: Certificate, issuedBy issuer: Certificate) {
            self.certificate = certificate.facts.fingerprint
            self.issuer = issuer.facts.fingerprint
            parametersFrom = issuer.facts.publicKey.parametersFrom
        }
    }

    /// The results of the evidence about a pair, valid in every path that contains the pair.
    struct Knowledge {
        /// The answers from OCSP responses, and from CRLs unless `open` is set.
        var answers: [RevocationAnswer] = []
        var defects: [RevocationDefect] = []
        /// The complete CRLs that lack a delta, unless `open` is set.
        var updatable: [CertificateRevocationList] = []
        /// The CRLs if some are not signed with the issuer's key, so that the result depends on the path; else nil.
        var open: (processing: CRLProcessing, candidates: [CRLProcessing.Candidate])?
        /// The CRLs and responses that were examined.
        let pieces: Set<ObjectIdentifier>
    }

    fileprivate struct Question: Hashable {
        let pair: Pair
        let pieces: [ObjectIdentifier]
        let leastDigestStrength: Int
        let ageWithoutNextUpdate: Int64
    }

    fileprivate var known: [Question: Knowledge] = [:]
}

extension EvaluationResources {

    /// Returns the results of the evidence about a certificate, without answers if the budget is exhausted.
    mutating func knowledge(
        of certificate: Certificate,
        issuedBy issuer: Certificate,
        from evidence: RevocationEvidence,
        under requirements: PathRequirements
    ) -> RevocationCache.Knowledge {
        let leastDigestStrength = requirements.profile.demands.leastDigestStrength
        let age = requirements.revocation?.withoutNextUpdate ?? EvidenceFreshness.ocspAge
        let pieces = evidence.lists.map { ObjectIdentifier($0) } + evidence.responses.map { ObjectIdentifier($0) }
        let pair = RevocationCache.Pair(certificate, issuedBy: issuer)
        let question = RevocationCache.Question(
            pair: pair,
            pieces: pieces,
            leastDigestStrength: leastDigestStrength,
            ageWithoutNextUpdate: age
        )
        if let knowledge = revocationCache.known[question] { return knowledge }
        var knowledge = RevocationCache.Knowledge(pieces: Set(pieces))
        if pay(evidence.comparisons(with: certificate.facts), for: .evidence) {
            let byOCSP = OCSPProcessing(
                certificate: certificate,
                issuer: issuer,
                time: time,
                leastDigestStrength: leastDigestStrength,
                ageWithoutNextUpdate: age,
                fetched: gathered.fetched(evidence.responses),
                blocks: blocks
            ).evaluate(evidence.responses, &signatures)
            let processing = CRLProcessing(
                certificate: certificate,
                issuer: issuer,
                time: time,
                leastDigestStrength: leastDigestStrength
            )
            let selection = processing.select(evidence.lists, &signatures)
            let isOpen = !selection.candidates.allSatisfy(\.isSignedByIssuer)
            let byCRL = isOpen ? ([], []) : processing.evaluate(selection.candidates)
            knowledge.answers = byOCSP.answers + byCRL.0
            knowledge.defects = byOCSP.defects + selection.defects + byCRL.1
            knowledge.updatable = isOpen ? [] : processing.updatable(selection.candidates)
            knowledge.open = isOpen ? (processing, selection.candidates) : nil
        }
        revocationCache.known[question] = knowledge
        return knowledge
    }
}

extension RevocationEvidence {
    /// Returns the cost of searching the evidence for a certificate (``WorkBudget/evidenceComparisons``).
    fileprivate func comparisons(with certificate: CertificateFacts) -> Int {
        let ofLists = lists.isEmpty ? 0 : certificate.distributionPointForms / 16
        return responses.reduce(lists.reduce(ofLists) { $0 + 1 + $1.facts.distributionPointForms / 4 }) {
            $0 + 1 + ($1.answer.map { $0.facts.responses.count / 8 + $0.certificates.count } ?? 0)
        }
    }
}

extension CertificateFacts {
    /// The number of names in the certificate's distribution points that are compared with CRLs.
    fileprivate var distributionPointForms: Int {
        (extensions.crlDistributionPoints ?? []).prefix(CRLScope.maximumPoints).reduce(0) {
            $0 + $1.issuers.prefix(CRLScope.maximumPoints).count + ($1.name?.formCount ?? 0)
        }
    }
}

extension CertificateRevocationListFacts {
    /// The number of names in the CRL's distribution point that are compared with certificates.
    fileprivate var distributionPointForms: Int { issuingDistributionPoint?.name?.formCount ?? 0 }
}

extension DistributionPoint.Name {
    /// The number of names examined; a long name is charged as several names of 64 octets.
    fileprivate var formCount: Int {
        switch self {
        case .full(let forms):
            max(
                min(forms.count, Self.maximumForms),
                forms.prefix(Self.maximumForms).reduce(0) { $0 + $1.octetCount } >> 6
            )
        case .relativeToIssuer: 1
        }
    }
}

extension GeneralName {
    fileprivate var octetCount: Int {
        switch self {
        case .dns(let text), .email(let text), .uri(let text): text.utf8.count
        case .ip(let octets): octets.count
        case .directory(let name): name.der.count
        case .otherName(_, let value): value.count
        case .registeredID: OID.maximumLength
        case .other(_, let content): content.count
        }
    }
}
