import TrustModel

extension RevocationChecker {
    /// The maximum depth of nested evaluations: a CRL about a CRL signer may have a signer that must be evaluated too.
    private static let maximumSignerDepth = 3
    /// The maximum number of paths examined per signer.
    private static let maximumPaths = 4

    /// Returns the CRLs with trusted signers, and adds the defects of the other CRLs.
    mutating func trusted(
        _ candidates: [CRLProcessing.Candidate],
        at depth: Int,
        in path: CandidatePath,
        addingTo defects: inout [RevocationDefect],
        within resources: inout EvaluationResources
    ) -> [CRLProcessing.Candidate] {
        var trusted: [CRLProcessing.Candidate] = []
        for candidate in candidates {
            guard !candidate.isSignedByIssuer,
                let defect = signerDefect(of: candidate.list, at: depth, in: path, &resources)
            else {
                trusted.append(candidate)
                continue
            }
            defects.append(defect.of(candidate.list))
        }
        return trusted
    }

    /// Returns the defect of a CRL without a trusted signer; nil if a signer is trusted.
    private mutating func signerDefect(
        of list: CertificateRevocationList,
        at depth: Int,
        in path: CandidatePath,
        _ resources: inout EvaluationResources
    ) -> RevocationDefect? {
        guard resources.pay(1 + others.count / 8, for: .evidence) else {
            return list.facts.defect(.revocationUnavailable, "was not checked because the work budget is exhausted")
        }
        let search = CRLSignerSearch(list: list.facts, path: path, depth: depth)
        let anchors = requirements.anchors.flatMap { $0.certificates(named: list.facts.issuer) }
        let intermediates = requirements.intermediates?.certificates(named: list.facts.issuer) ?? []
        var problem: String?
        for signer in search.candidates(among: anchors, others, intermediates)
        where resources.signatures.isSigned(list, by: signer) == true {
            guard let found = self.problem(with: signer, search, &resources) else { return nil }
            problem = problem ?? "is signed by \(signer.facts.displayName), \(found)"
        }
        guard let problem else { return search.missingSigner(otherThan: path.certificates[depth + 1]) }
        return list.facts.defect(.revocationResponseInvalid, problem)
    }

    /// Returns a relative clause that explains why a signer is not trusted; nil if it is trusted.
    private mutating func problem(
        with signer: Certificate,
        _ search: CRLSignerSearch,
        _ resources: inout EvaluationResources
    ) -> String? {
        let place = search.place(of: signer)
        // The evaluation of the path includes a signer above the certificate, so that it needs no path of its own.
        if place == .above { return nil }
        guard case .anchor(let set) = search.path.end, let anchor = search.path.certificates.last else {
            return "which has no path to a trust anchor"
        }
        let inProgress = signersInProgress.firstIndex(of: signer)
        if place == .below || inProgress != nil {
            outermostAssumption = min(outermostAssumption, inProgress ?? .max)
            return search.mayBeCircular ? nil : "whose own revocation status depends on this CRL"
        }
        let isRenewal = search.isFromIssuer && signer.facts.isAuthority
        let known = signers[signer, under: anchor, isRenewal: isRenewal]
        switch known ?? outcome(of: signer, isRenewal: isRenewal, under: anchor, of: set, &resources) {
        case .refused(let why): return why
        case .accepted(let paths):
            guard paths.contains(where: { search.isExpectedIssuer($0.certificates) }) else {
                return "which has the same name as the issuer, but was certified by another CA"
            }
            return nil
        }
    }

    private mutating func outcome(
        of signer: Certificate,
        isRenewal: Bool,
        under anchor: Certificate,
        of set: AnchorSet,
        _ resources: inout EvaluationResources
    ) -> CRLSignerRecord.Outcome {
        guard signersInProgress.count < Self.maximumSignerDepth else {
            return .refused("whose revocation status depends on too many other CRL signers")
        }
        let outerAssumption = outermostAssumption
        outermostAssumption = .max
        signersInProgress.append(signer)
        // The signer's path must have the anchor of the evaluated path (RFC 5280 section 6.3.3 (f)): a CA below another
        // anchor could otherwise certify the issuer's name and hide revocations.
        let own = AnchorSet(name: set.name, certificates: [anchor], owner: .policy(among: [set]))
        let outcome = evaluate(paths(from: signer, to: own, &resources), isRenewal: isRenewal, under: own, &resources)
        signersInProgress.removeLast()
        // Do not record a result that depends on the unfinished evaluation of an outer signer.
        if outermostAssumption >= signersInProgress.count {
            signers[signer, under: anchor, isRenewal: isRenewal] = outcome
            outermostAssumption = outerAssumption
        } else {
            outermostAssumption = min(outermostAssumption, outerAssumption)
        }
        return outcome
    }

    private func paths(
        from signer: Certificate,
        to anchor: AnchorSet,
        _ resources: inout EvaluationResources
    ) -> [CandidatePath] {
        var search = PathSearch(
            others: others,
            intermediates: requirements.intermediates,
            anchors: [anchor],
            // A CRL signer's certificate needs no extended key usage.
            purpose: .any,
            restrictions: restrictions
        )
        var paths: [CandidatePath] = []
        search.visitPaths(from: signer, &resources) { path, _ in
            if path.isAnchored { paths.append(path) }
            return paths.count < Self.maximumPaths ? .goOn : .stop
        }
        return paths
    }

    private mutating func evaluate(
        _ paths: [CandidatePath],
        isRenewal: Bool,
        under anchor: AnchorSet,
        _ resources: inout EvaluationResources
    ) -> CRLSignerRecord.Outcome {
        var accepted: [CandidatePath] = []
        var problem: String?
        for path in paths {
            let own = requirements.ofCRLSigner(isRenewal: isRenewal, under: anchor)
            guard let signatures = resources.signatures(of: path) else { continue }
            let evaluation = PathEvaluation(
                PathContext(
                    path: path,
                    signatures: signatures,
                    requirements: own,
                    host: .none,
                    time: resources.time,
                    revocation: report(for: path, isExcepted: false, &resources).under(own.revocation),
                    names: resources.names.parsedNames(of: path),
                    restrictions: restrictions,
                    blocks: resources.blocks,
                    publicSuffixes: resources.ports.publicSuffixes
                )
            )
            resources.charge(for: evaluation)
            if evaluation.isAccepted { accepted.append(path) }
            problem = problem ?? evaluation.errors.first.map { "which is not accepted: \($0.message)" }
        }
        guard accepted.isEmpty else { return .accepted(accepted) }
        return .refused(
            problem.map { String($0.dropLast()) } ?? "which has no path to the trust anchor of the evaluated path"
        )
    }
}

extension PathRequirements {
    /// Returns the requirements for a CRL signer's path: the policy's requirements without those about servers.
    ///
    /// With the scope `leaf`, CA certificates need no answer, so a CA that signs CRLs with a renewed key needs none either.
    /// Other CRL signers need one.
    fileprivate func ofCRLSigner(isRenewal: Bool, under anchor: AnchorSet) -> PathRequirements {
        // Apart from host validation, the other profiles are not stricter than `basicX509` for CRL signers.
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
        if revocation?.scope == .leaf, isRenewal { own.revocation?.requirePositiveResponse = false }
        return own
    }
}
