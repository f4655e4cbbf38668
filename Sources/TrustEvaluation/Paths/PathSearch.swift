import TrustModel

/// Enumerates the candidate paths from a leaf, best first, within a budget (RFC 4158).
///
/// Issuers are found by name and tried in the order of ``IssuerRank``; if there are several, signatures select the
/// right ones. The result depends only on the certificates, not on the order in which they were sent.
///
/// No pair of subject and key appears twice among the issuers of a path, so cross-signed loops end (RFC 4158 section
/// 5.2). Only a leaf may have the subject and key of its issuer: a CA can certify itself as an end entity (RFC 5280
/// section 6.1.3).
struct PathSearch {
    enum Continuation {
        case goOn
        case stop
    }

    /// Examines a path; the examination and the search are charged to the same resources.
    typealias Visit = (CandidatePath, inout EvaluationResources) -> Continuation

    private let search: IssuerSearch
    /// The certificates that were fetched and are neither in the chain nor in the policy.
    private let fetched: Set<Certificate>
    /// The ranked possible issuers of each visited certificate; a certificate has the same ones in every path.
    private var possible: [Fingerprint: [PossibleIssuer]] = [:]
    /// The number assigned to each pair of subject and key, and whether the current path contains the pair.
    private var identities: [Identity: Int] = [:]
    private var isOnPath: [Bool] = []
    /// Whether the first path was visited and paid for before the search.
    private var isFirstVisited = false
    /// Whether the budget ended the search, so that paths may be missing.
    private(set) var isExhausted = false

    /// Creates a search; `purpose` and `restrictions` affect only the order of paths.
    ///
    /// `others` are the certificates of the chain besides the leaf, and `fetched` those that were fetched, in any order and
    /// possibly unrelated.
    init(
        others: some Sequence<Certificate>,
        fetched: [Certificate] = [],
        intermediates: IntermediateSet?,
        anchors: [AnchorSet],
        purpose: KeyPurpose,
        restrictions: TrustRestrictions
    ) {
        let sent = Set(others)
        let isOfPolicy = { (certificate: Certificate) in
            intermediates?.certificates(named: certificate.facts.subject).contains(certificate) ?? false
        }
        self.fetched = fetched.isEmpty ? [] : Set(fetched).subtracting(sent).filter { !isOfPolicy($0) }
        search = IssuerSearch(
            anchors: anchors,
            intermediates: intermediates,
            pool: Dictionary(grouping: self.fetched.isEmpty ? sent : sent.union(self.fetched), by: \.facts.subject),
            purpose: purpose,
            restrictions: restrictions
        )
    }

    /// Visits the paths until the visitor stops, no path remains, or the budget is exhausted.
    ///
    /// The first path is left out if it was visited before, because it was known without a search.
    mutating func visitPaths(
        from leaf: Certificate,
        afterFirst isFirstVisited: Bool = false,
        _ resources: inout EvaluationResources,
        _ visit: Visit
    ) {
        self.isFirstVisited = isFirstVisited
        isOnPath[identity(of: leaf)] = true
        _ = extend([leaf], within: &resources, visit)
    }

    private mutating func extend(
        _ path: [Certificate],
        within resources: inout EvaluationResources,
        _ visit: Visit
    ) -> Continuation {
        guard let last = path.last, !isExhausted else { return .stop }
        let anchor = search.anchors.first { $0.contains(last) }
        // A rule may reject the path to an anchor and accept a longer one: the search goes on (RFC 4158 section 2.4).
        if let anchor {
            guard case .goOn = report(path, endingWith: .anchor(anchor), within: &resources, visit) else {
                return .stop
            }
        }
        guard let issuers = issuers(of: last, notIn: path, &resources) else {
            isExhausted = true
            return .stop
        }
        if issuers.isEmpty, anchor == nil {
            return report(path, endingWith: endWithoutIssuer(of: path, last, &resources), within: &resources, visit)
        }
        for issuer in issuers {
            let wasOnPath = isOnPath[issuer.identity]
            isOnPath[issuer.identity] = true
            guard case .goOn = extend(path + [issuer.certificate], within: &resources, visit) else { return .stop }
            // The earlier value may be true: a leaf can have the subject and key of its issuer.
            isOnPath[issuer.identity] = wasOnPath
        }
        return .goOn
    }

    /// Returns the end of a path whose last certificate has no issuer outside the path.
    private mutating func endWithoutIssuer(
        of path: [Certificate],
        _ last: Certificate,
        _ resources: inout EvaluationResources
    ) -> CandidatePath.End {
        for certificate in path.reversed() where certificate.facts.subject == last.facts.issuer {
            if isSigned(last, by: certificate, &resources) { return certificate == last ? .selfSigned : .loop }
        }
        // A signature that cannot be verified does not show that another certificate is missing.
        return namesItself(last, resources.ports) ? .selfSigned : .issuerNotFound
    }

    /// Whether a self-issued certificate names no other key as its issuer's, and its signature cannot be verified.
    private func namesItself(_ certificate: Certificate, _ ports: EvaluationPorts) -> Bool {
        guard certificate.facts.isSelfIssued, certificate.fitsKeyIdentifier(in: certificate) ?? true else {
            return false
        }
        return ports.signatures.defect(of: certificate, signedBy: certificate) != .wrong
    }

    private mutating func report(
        _ path: [Certificate],
        endingWith end: CandidatePath.End,
        within resources: inout EvaluationResources,
        _ visit: Visit
    ) -> Continuation {
        if isFirstVisited {
            isFirstVisited = false
            return .goOn
        }
        // A mesh of cross-certified CAs has exponentially many paths, so each path is paid for before it is evaluated.
        guard resources.pay(1, for: .paths) else {
            isExhausted = true
            return .stop
        }
        // A key without parameters inherits its issuer's (RFC 5280 section 6.1.4 (e)), so it differs between paths.
        let needsKeys = path.contains { $0.facts.publicKey.mayInheritParameters }
        guard !needsKeys || resources.pay(path.count, for: .certificates) else {
            isExhausted = true
            return .stop
        }
        let certificates = needsKeys ? resources.ports.signatures.completingKeys(of: path) : path
        let sameNameCandidates =
            switch end {
            case .issuerNotFound: sameNameCandidates(ofIssuerMissingIn: path)
            case .selfSigned where path.count == 1: search.predecessors(of: path[0])
            case .anchor, .selfSigned, .loop: [Certificate]()
            }
        let lookalike =
            if case .issuerNotFound = end, sameNameCandidates.isEmpty, let last = path.last {
                search.lookalike(ofIssuerOf: last, &resources)
            } else {
                Certificate?.none
            }
        let isAnchored = if case .anchor = end { true } else { false }
        let candidate = CandidatePath(
            certificates: certificates,
            end: end,
            sameNameCandidates: sameNameCandidates,
            lookalike: lookalike,
            fromPolicy: positionsFromPolicy(in: path),
            fetched: fetched(in: isAnchored ? path.dropLast() : path[...])
        )
        return visit(candidate, &resources)
    }

    /// Returns available certificates with the name of the missing issuer, including those of the path.
    private func sameNameCandidates(ofIssuerMissingIn path: [Certificate]) -> [Certificate] {
        guard let last = path.last else { return [] }
        let own = path.filter { $0.facts.subject == last.facts.issuer }
        return search.candidates(asIssuersOf: last).examples(including: own, most: CandidatePath.maximumExamples)
    }

    /// Returns the positions of the certificates that were not sent, but come from the policy.
    private func positionsFromPolicy(in path: [Certificate]) -> Set<Int> {
        guard search.intermediates != nil else { return [] }
        return Set(path.indices.dropFirst().filter { !search.isInPool(path[$0]) })
    }

    /// Returns the positions of the certificates that were fetched; a trust anchor need not be sent.
    private func fetched(in path: ArraySlice<Certificate>) -> Set<Int> {
        fetched.isEmpty ? [] : Set(path.indices.filter { fetched.contains(path[$0]) })
    }

    /// Returns the issuers to try for a certificate, best first; nil if the budget does not allow finding them.
    private mutating func issuers(
        of certificate: Certificate,
        notIn path: [Certificate],
        _ resources: inout EvaluationResources
    ) -> [PossibleIssuer]? {
        guard let possible = possibleIssuers(of: certificate, &resources) else { return nil }
        return possible.filter { candidate in
            !isOnPath[candidate.identity]
                || mayCertifyItself(path, with: candidate.certificate, isAnchor: candidate.isAnchor)
        }
    }

    private mutating func possibleIssuers(
        of certificate: Certificate,
        _ resources: inout EvaluationResources
    ) -> [PossibleIssuer]? {
        if let known = possible[certificate.facts.fingerprint] { return known }
        guard let found = search.issuers(of: certificate, &resources) else { return nil }
        let issuers = found.map { issuer in
            PossibleIssuer(certificate: issuer, identity: identity(of: issuer), isAnchor: search.isAnchor(issuer))
        }
        possible[certificate.facts.fingerprint] = issuers
        return issuers
    }

    private mutating func identity(of certificate: Certificate) -> Int {
        let identity = Identity(subject: certificate.facts.subject, key: certificate.facts.publicKeyFingerprint)
        if let known = identities[identity] { return known }
        let number = isOnPath.count
        identities[identity] = number
        isOnPath.append(false)
        return number
    }

    /// Whether a leaf may have an issuer with the same subject and key: an anchor, or any certificate if the leaf is
    /// not a CA.
    ///
    /// CA certificates with the same subject and key are alternatives; neither issued the other. A certificate that may
    /// issue none is the predecessor of a renewed self-signed certificate, not its issuer.
    private func mayCertifyItself(_ path: [Certificate], with issuer: Certificate, isAnchor: Bool) -> Bool {
        guard path.count == 1, let leaf = path.first else { return false }
        return leaf != issuer && issuer.facts.mayIssue(isAnchor: isAnchor) && (isAnchor || !leaf.facts.isAuthority)
    }

    /// Whether a certificate is signed with the key of another; false also if the budget is exhausted.
    private mutating func isSigned(
        _ certificate: Certificate,
        by issuer: Certificate,
        _ resources: inout EvaluationResources
    ) -> Bool {
        guard let answer = resources.signatures.isSigned(certificate, by: issuer) else {
            isExhausted = true
            return false
        }
        return answer
    }
}

/// A certificate whose subject is the issuer name of another certificate, in one search.
private struct PossibleIssuer {
    let certificate: Certificate
    let identity: Int
    let isAnchor: Bool
}

/// The identity of a CA: its subject and key, which several certificates may contain.
private struct Identity: Hashable {
    let subject: DistinguishedName
    let key: Fingerprint
}
