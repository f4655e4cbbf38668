import TrustModel

/// Whether the keys that signed CRLs can be trusted.
extension RevocationChecker {
    /// How many signers' paths may be evaluated inside one another: a CRL about a signer of a CRL about a signer.
    private static let maximumTrials = 3
    /// How many paths of one signer are looked at.
    private static let maximumPaths = 4

    /// The CRLs about a certificate that somebody signed who can be trusted; why not is added to the defects.
    mutating func trusted(
        _ candidates: [CRLProcessing.Candidate],
        at depth: Int,
        in path: CandidatePath,
        _ defects: inout [RevocationDefect],
        _ work: inout EvaluationResources
    ) -> [CRLProcessing.Candidate] {
        var trusted: [CRLProcessing.Candidate] = []
        for candidate in candidates {
            guard !candidate.isSignedByIssuer,
                let defect = signerDefect(of: candidate.list, at: depth, in: path, &work)
            else {
                trusted.append(candidate)
                continue
            }
            defects.append(defect)
        }
        return trusted
    }

    /// Why nobody who can be trusted signed a CRL; nil where somebody did.
    private mutating func signerDefect(
        of list: CertificateRevocationList,
        at depth: Int,
        in path: CandidatePath,
        _ work: inout EvaluationResources
    ) -> RevocationDefect? {
        guard work.pay(1 + others.count / 8, for: .evidence) else {
            return list.facts.defect(.revocationUnavailable, "was not looked at for want of budget")
        }
        let search = CRLSignerSearch(list: list.facts, path: path, depth: depth)
        let anchors = requirements.anchors.flatMap { $0.certificates(named: list.facts.issuer) }
        let intermediates = requirements.intermediates?.certificates(named: list.facts.issuer) ?? []
        var complaint: String?
        for signer in search.candidates(among: anchors, others, intermediates)
        where work.signatures.isSigned(list, by: signer) == true {
            guard let found = self.complaint(about: signer, search, &work) else { return nil }
            complaint = complaint ?? "is signed by \(signer.facts.displayName), \(found)"
        }
        guard let complaint else { return search.missingSigner(besides: path.certificates[depth + 1]) }
        return list.facts.defect(.revocationResponseInvalid, complaint)
    }

    /// Why the holder of a key that signed a CRL is not trusted, a clause; nil where it is.
    private mutating func complaint(
        about signer: Certificate,
        _ search: CRLSignerSearch,
        _ work: inout EvaluationResources
    ) -> String? {
        let place = search.place(of: signer)
        if place == .above { return nil }
        guard case .anchor(let set) = search.path.end, let anchor = search.path.certificates.last else {
            return "who has no path to an anchor"
        }
        let trial = trials.firstIndex(of: signer)
        if place == .below || trial != nil {
            outermostAssumption = min(outermostAssumption, trial ?? .max)
            return search.mayBeCircular ? nil : "who would vouch for itself"
        }
        switch signers[signer, under: anchor] ?? outcome(of: signer, under: anchor, of: set, &work) {
        case .refused(let why): return why
        case .accepted(let paths):
            guard paths.contains(where: { search.isMeant($0.certificates) }) else {
                return "who has the issuer's name from another authority"
            }
            return nil
        }
    }

    /// Evaluates the paths from a signer to the anchor.
    private mutating func outcome(
        of signer: Certificate,
        under anchor: Certificate,
        of set: AnchorSet,
        _ work: inout EvaluationResources
    ) -> CRLSignerRecord.Outcome {
        guard trials.count < Self.maximumTrials else {
            return .refused("who depends on too many other signers of CRLs")
        }
        let outerAssumption = outermostAssumption
        outermostAssumption = .max
        trials.append(signer)
        let own = AnchorSet(name: set.name, certificates: [anchor], owner: .policy(among: [set]))
        let outcome = evaluate(paths(from: signer, to: own, &work), under: own, &work)
        trials.removeLast()
        // What rests on the decision of a signer further out is not known before that decision is.
        if outermostAssumption >= trials.count {
            signers[signer, under: anchor] = outcome
            outermostAssumption = outerAssumption
        } else {
            outermostAssumption = min(outermostAssumption, outerAssumption)
        }
        return outcome
    }

    private func paths(
        from signer: Certificate,
        to anchor: AnchorSet,
        _ work: inout EvaluationResources
    ) -> [CandidatePath] {
        var search = PathSearch(
            others: others,
            intermediates: requirements.intermediates,
            anchors: [anchor],
            // What a signer of CRLs may be used for besides is nobody's question.
            purpose: .any,
            restrictions: restrictions,
            instant: instant
        )
        var paths: [CandidatePath] = []
        search.visitPaths(from: signer, &work) { path, _ in
            if path.isAnchored { paths.append(path) }
            return paths.count < Self.maximumPaths ? .goOn : .stop
        }
        return paths
    }

    private mutating func evaluate(
        _ paths: [CandidatePath],
        under anchor: AnchorSet,
        _ work: inout EvaluationResources
    ) -> CRLSignerRecord.Outcome {
        var accepted: [CandidatePath] = []
        var complaint: String?
        for path in paths {
            let own = requirements.ofCRLSigner(under: anchor)
            guard let signatures = work.signatures(of: path) else { continue }
            let evaluation = PathEvaluation(
                PathContext(
                    path: path,
                    signatures: signatures,
                    requirements: own,
                    host: .none,
                    instant: instant,
                    revocation: report(for: path, isExcepted: false, &work),
                    names: work.names.readings(of: path),
                    restrictions: restrictions,
                    publicSuffixes: work.ports.publicSuffixes
                )
            )
            work.charge(for: evaluation)
            if evaluation.isAccepted { accepted.append(path) }
            complaint = complaint ?? evaluation.errors.first.map { "who is not accepted: \($0.message)" }
        }
        guard accepted.isEmpty else { return .accepted(accepted) }
        return .refused(complaint.map { String($0.dropLast()) } ?? "who has no path to the anchor of the certificate")
    }
}

extension PathRequirements {
    /// What the path of somebody who signs CRLs must meet: what the policy demands, but for what is about servers.
    fileprivate func ofCRLSigner(under anchor: AnchorSet) -> PathRequirements {
        // The other profiles that look at no host are laxer about nothing.
        var own = PathRequirements(
            profile: profile == .rfc5280 ? .rfc5280 : .basicX509,
            purpose: .any,
            anchors: [anchor]
        )
        own.validateHost = false
        own.minimumRSABits = minimumRSABits
        own.minimumSecurityLevel = minimumSecurityLevel
        own.keyUsage = .cRLSign
        own.severities = severities
        own.revocation = revocation
        return own
    }
}
