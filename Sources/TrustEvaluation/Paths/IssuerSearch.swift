import TrustModel

/// Finds the certificates that may have issued a certificate, by name, key identifier and signature.
///
/// The result depends only on the available certificates, not on their order or on the path.
struct IssuerSearch {
    /// The maximum number of issuers tried if none of them signed the certificate.
    private static let maximumUnsignedIssuers = 4
    /// The maximum number of keys tried whose identifiers differ; a CA that changed its identifiers has two or three.
    private static let maximumDifferentKeys = 16
    /// The maximum number of anchors without a key identifier that are compared to find the certificates below anchors.
    private static let maximumAnchorsCompared = 4

    let anchors: [AnchorSet]
    let intermediates: IntermediateSet?
    /// The certificates that were sent or fetched, by subject.
    let pool: [DistinguishedName: [Certificate]]
    let purpose: KeyPurpose
    let restrictions: TrustRestrictions

    func isAnchor(_ certificate: Certificate) -> Bool { anchors.contains { $0.contains(certificate) } }

    func isInPool(_ certificate: Certificate) -> Bool {
        pool[certificate.facts.subject]?.contains(certificate) ?? false
    }

    /// Returns the available certificates with the name of a certificate's issuer.
    func candidates(asIssuersOf certificate: Certificate) -> IssuerCandidates {
        IssuerCandidates(
            of: certificate,
            sent: pool[certificate.facts.issuer] ?? [],
            anchors: anchors,
            intermediates: intermediates
        )
    }

    /// Returns the anchors with the name and key of a self-signed certificate, which may not issue certificates.
    func predecessors(of certificate: Certificate) -> [Certificate] {
        let key = certificate.facts.publicKeyFingerprint
        return anchors.flatMap { $0.namesakes(certificate.facts.subject)?.certificates(withKey: key) ?? [] }
    }

    /// Returns a certificate whose name looks like the name of a certificate's issuer, but is encoded with other
    /// characters; nil if there is none, or if the budget does not allow the comparison.
    func lookalike(ofIssuerOf certificate: Certificate, _ resources: inout EvaluationResources) -> Certificate? {
        let name = certificate.facts.issuer
        // Only characters beyond ASCII have several encodings.
        guard name.der.contains(where: { $0 >= 0x80 }) else { return nil }
        let groups =
            [Array(pool.values.joined())] + anchors.map(\.certificates)
            + [intermediates?.certificates ?? []]
        guard resources.pay(groups.reduce(0) { $0 + $1.count }, for: .issuers) else { return nil }
        let text = name.description
        // Strings are equal if they are canonically equivalent.
        let similar = groups.lazy.joined().filter { $0.facts.subject != name && $0.facts.subject.description == text }
        return similar.min { $0.facts.fingerprint < $1.facts.fingerprint }
    }

    /// Returns the issuers of a certificate, best first; nil if the budget is exhausted before they are found.
    ///
    /// Candidates whose key identifier is equal come first. Others are examined only if none of these signed the
    /// certificate, so that the work does not depend on their number. A key that signed the certificate leads to all of
    /// its certificates, regardless of their key identifiers.
    ///
    /// If no candidate signed the certificate, the result is the first few candidates: a path that leads to an anchor, but
    /// contains an invalid signature, explains the rejection best. Candidates whose key identifier does not match are
    /// omitted; if no candidate remains, the issuer is reported as missing.
    func issuers(of certificate: Certificate, _ resources: inout EvaluationResources) -> [Certificate]? {
        let all = candidates(asIssuersOf: certificate)
        var unsigned: [Certificate] = []
        for fit in KeyIdentifierFit.allCases {
            guard let group = ranked(all.certificates(fit), of: certificate, &resources) else { return nil }
            // With another identifier, the issuer may be missing: only a signature shows that a candidate is it.
            if fit != .different, all.count == group.count, Self.needNoCheck(group, of: certificate) { return group }
            if fit == .unknown, certificate.facts.isSelfIssued {
                // A self-signed certificate needs no other issuer than the certificates with its key.
                guard let isSelfSigned = resources.signatures.isSigned(certificate, by: certificate) else { return nil }
                if isSelfSigned { return ranked(all, withKeys: [certificate.facts.publicKeyFingerprint], &resources) }
            }
            guard let keys = signers(among: group, fit, of: certificate, &resources) else { return nil }
            // Selects from all candidates again: certificates for the key that signed can have other identifiers.
            guard keys.isEmpty else { return ranked(all, withKeys: keys, &resources) }
            if fit != .different { unsigned += group }
        }
        return Array(unsigned.prefix(Self.maximumUnsignedIssuers))
    }

    /// Whether the only possible key need not be checked before the path is evaluated, which checks all signatures.
    ///
    /// If a certificate names itself as its issuer, another certificate may be missing.
    private static func needNoCheck(_ group: [Certificate], of certificate: Certificate) -> Bool {
        guard let key = group.first?.facts.publicKeyFingerprint else { return false }
        return (!certificate.facts.isSelfIssued || key == certificate.facts.publicKeyFingerprint)
            && group.allSatisfy { $0.facts.publicKeyFingerprint == key }
    }

    /// Returns the keys that signed a certificate; nil if the budget is exhausted.
    ///
    /// All keys with an equal identifier are examined: a sender can add certificates with any identifier. Otherwise, the
    /// first key ends the search.
    private func signers(
        among group: [Certificate],
        _ fit: KeyIdentifierFit,
        of certificate: Certificate,
        _ resources: inout EvaluationResources
    ) -> [Fingerprint]? {
        var signers: [Fingerprint] = []
        var tried: Set<Fingerprint> = []
        for candidate in group where tried.insert(candidate.facts.publicKeyFingerprint).inserted {
            if fit == .different, tried.count > Self.maximumDifferentKeys { break }
            guard let isSigned = resources.signatures.isSigned(certificate, by: candidate) else { return nil }
            guard isSigned else { continue }
            signers.append(candidate.facts.publicKeyFingerprint)
            if fit != .equal { break }
        }
        return signers
    }

    /// Returns the certificates with the keys that signed a certificate, best first.
    private func ranked(
        _ all: IssuerCandidates,
        withKeys keys: [Fingerprint],
        _ resources: inout EvaluationResources
    ) -> [Certificate]? {
        let signed = all.certificates(withKeys: keys)
        guard signed.count > 1 else { return signed }
        var below: Set<Certificate> = []
        for issuer in signed where !isAnchor(issuer) && isBelowAnchor(issuer, &resources) { below.insert(issuer) }
        return ranked(signed, of: all.certificate, below: below, &resources)
    }

    /// Returns candidates, best first; nil if the budget does not allow ranking them.
    ///
    /// The cost is paid in advance, because a chain may contain many certificates with the same name.
    private func ranked(
        _ candidates: [Certificate],
        of certificate: Certificate,
        below: Set<Certificate> = [],
        _ resources: inout EvaluationResources
    ) -> [Certificate]? {
        guard candidates.count > 1 else { return candidates }
        guard resources.pay(candidates.count, for: .issuers) else { return nil }
        return candidates.map { issuer in
            let rank = IssuerRank(
                issuer,
                asIssuerOf: certificate,
                distance: isAnchor(issuer)
                    ? .isAnchor
                    : below.contains(issuer) ? .belowAnchor : issuer.facts.isSelfIssued ? .selfIssued : .unknown,
                isDistrusted: restrictions.restriction(of: issuer) != nil,
                for: purpose,
                at: resources.time
            )
            return (issuer: issuer, rank: rank)
        }.sorted { $0.rank < $1.rank }.map(\.issuer)
    }

    /// Whether an anchor issued a certificate; false also if many anchors of that name have no key identifier.
    private func isBelowAnchor(_ certificate: Certificate, _ resources: inout EvaluationResources) -> Bool {
        let above = anchors.compactMap { $0.namesakes(certificate.facts.issuer) }
        if above.contains(where: { !$0.certificates(.equal, asIssuersOf: certificate, most: 0).isEmpty }) {
            return true
        }
        let unknown = above.flatMap { $0.certificates(.unknown, asIssuersOf: certificate, most: 0) }
        guard unknown.count <= Self.maximumAnchorsCompared else { return false }
        return unknown.contains { resources.signatures.isSigned(certificate, by: $0) ?? false }
    }
}

extension CertificateFacts {
    /// Whether the certificate may be the issuer of a path: it is a CA certificate that may sign certificates, or an anchor
    /// of version 1 or 2.
    func mayIssue(isAnchor: Bool) -> Bool {
        if isAnchor, version < 3, extensions.basicConstraints == nil { return true }
        return (isAnchor ? isAuthority : isIntermediateAuthority)
            && extensions.keyUsage?.contains(.keyCertSign) ?? true
    }
}
