import TrustModel

/// What was found out about evidence in one evaluation, so that no member of a composite finds it out again.
struct RevocationCache {
    /// A certificate under one issuer, whom it may have several of in different paths.
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

    /// What some evidence says of a certificate, in whatever path the pair stands.
    struct Knowledge {
        /// What OCSP and the issuer's own CRLs say; without the latter where others are to be evaluated with them.
        var answers: [RevocationAnswer] = []
        var defects: [RevocationDefect] = []
        /// The CRLs about the certificate, where somebody else signed some of them: what they say depends on the path.
        var open: (processing: CRLProcessing, candidates: [CRLProcessing.Candidate])?
        /// The pieces of evidence that were looked at.
        let pieces: Set<ObjectIdentifier>
    }

    fileprivate struct Question: Hashable {
        let pair: Pair
        let pieces: [ObjectIdentifier]
        let leastDigestStrength: Int
    }

    fileprivate var known: [Question: Knowledge] = [:]
}

extension EvaluationResources {

    /// What evidence says of a certificate, as far as the budget allows looking.
    ///
    /// - Parameters:
    ///   - certificate: whose state is asked.
    ///   - issuer: who issued it.
    ///   - evidence: what is at hand about it.
    ///   - instant: the time to evaluate at.
    ///   - leastDigestStrength: the strength against collisions that the digests of signatures must have, in bits.
    /// - Returns: nothing but the pieces where the budget is used up.
    mutating func knowledge(
        of certificate: Certificate,
        issuedBy issuer: Certificate,
        from evidence: RevocationEvidence,
        at instant: Instant,
        leastDigestStrength: Int
    ) -> RevocationCache.Knowledge {
        let pieces = evidence.lists.map { ObjectIdentifier($0) } + evidence.responses.map { ObjectIdentifier($0) }
        let pair = RevocationCache.Pair(certificate, issuedBy: issuer)
        let question = RevocationCache.Question(
            pair: pair,
            pieces: pieces,
            leastDigestStrength: leastDigestStrength
        )
        if let knowledge = memory.known[question] { return knowledge }
        var knowledge = RevocationCache.Knowledge(pieces: Set(pieces))
        if pay(evidence.comparisons(with: certificate.facts), for: .evidence) {
            let byOCSP = OCSPProcessing(
                certificate: certificate,
                issuer: issuer,
                instant: instant,
                leastDigestStrength: leastDigestStrength
            ).evaluate(evidence.responses, &signatures)
            let processing = CRLProcessing(
                certificate: certificate,
                issuer: issuer,
                instant: instant,
                leastDigestStrength: leastDigestStrength
            )
            let sifted = processing.sift(evidence.lists, &signatures)
            let isOpen = !sifted.candidates.allSatisfy(\.isSignedByIssuer)
            let byCRL = isOpen ? ([], []) : processing.evaluate(sifted.candidates)
            knowledge.answers = byOCSP.answers + byCRL.0
            knowledge.defects = byOCSP.defects + sifted.defects + byCRL.1
            knowledge.open = isOpen ? (processing, sifted.candidates) : nil
        }
        memory.known[question] = knowledge
        return knowledge
    }
}

extension RevocationEvidence {
    /// What looking for a certificate costs (``WorkBudget/evidenceComparisons``).
    fileprivate func comparisons(with certificate: CertificateFacts) -> Int {
        let ofLists = lists.isEmpty ? 0 : certificate.distributionPointForms / 16
        return responses.reduce(lists.reduce(ofLists) { $0 + 1 + $1.facts.distributionPointForms / 4 }) {
            $0 + 1 + ($1.answer.map { $0.facts.responses.count / 8 + $0.certificates.count } ?? 0)
        }
    }
}

extension CertificateFacts {
    /// How many names the distribution points have that CRLs are compared with.
    fileprivate var distributionPointForms: Int {
        (extensions.crlDistributionPoints ?? []).prefix(CRLScope.maximumPoints).reduce(0) {
            $0 + $1.issuers.prefix(CRLScope.maximumPoints).count + ($1.name?.formCount ?? 0)
        }
    }
}

extension CertificateRevocationListFacts {
    /// How many names of its point a list has that certificates' are compared with.
    fileprivate var distributionPointForms: Int { issuingDistributionPoint?.name?.formCount ?? 0 }
}

extension DistributionPoint.Name {
    /// How many forms are looked at; where they are long, as many as there would be if they were of 64 octets.
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
    /// How long the name is.
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
