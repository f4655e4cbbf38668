import TrustModel

/// Finds out whose key may have signed a CRL, besides that of the issuer of the certificate it is about.
struct CRLSignerSearch {
    /// How many certificates are tried for one CRL; an issuer in the midst of changing keys has two or three.
    static let maximumCandidates = 16

    let list: CertificateRevocationListFacts
    let path: CandidatePath
    /// The position of the certificate that the CRL is about.
    let depth: Int

    /// The certificates with the name of the CRL's issuer whose keys may sign CRLs, most promising first.
    ///
    /// - Parameter groups: certificates that are at hand besides the path's. No later group can crowd out an earlier one.
    /// - Returns: sixteen at most; whether they signed is not looked at.
    func candidates(among groups: [Certificate]...) -> [Certificate] {
        var candidates: [Certificate] = []
        for group in [Array(path.issuers)] + groups {
            let fitting = group.filter {
                $0.facts.subject == list.issuer && $0.facts.maySignCRLs && !candidates.contains($0)
            }
            candidates += fitting.sorted { left, right in
                let (leftFits, rightFits) = (isNamed(left), isNamed(right))
                return leftFits == rightFits ? left.facts.fingerprint < right.facts.fingerprint : leftFits
            }
        }
        return Array(candidates.prefix(Self.maximumCandidates))
    }

    private func isNamed(_ candidate: Certificate) -> Bool {
        guard let wanted = list.authorityKeyIdentifier?.keyIdentifier else { return false }
        return wanted == candidate.facts.extensions.subjectKeyIdentifier
    }

    /// Where a signer stands in the path to the certificate that the CRL is about.
    enum Place {
        /// Above it, so that the path's decision is the signer's too.
        case above
        /// Below it or at it: the signer would be trusted only if the certificate is not revoked.
        case below
        /// Nowhere.
        case elsewhere
    }

    /// Where a signer stands in the path.
    func place(of signer: Certificate) -> Place {
        guard let position = path.issuers.firstIndex(of: signer) else { return .elsewhere }
        return position > depth ? .above : .below
    }

    /// Whether a signer may speak of a certificate that its own standing depends on.
    ///
    /// Not to say that all is well, unless the certificate names it as the issuer of the CRLs about it; that all is not
    /// well may be said by anybody.
    var mayBeCircular: Bool {
        let subject = path.certificates[depth].facts
        return CRLScope.isLeft(subject, to: list.issuer) || list.entry(for: subject) != nil
    }

    /// Whether the path of a signer shows that it is whom the certificate means.
    ///
    /// Below one anchor, two authorities may give the same name to different subjects. So where a CRL is the certificate's
    /// issuer's own, its signer must have its name from where the issuer has it: from the same authority. Whom the
    /// certificate names itself may be anywhere under the anchor (RFC 5280 section 6.3.3 (f)).
    func isMeant(_ signer: [Certificate]) -> Bool {
        guard list.issuer == path.certificates[depth].facts.issuer else { return true }
        let known = Self.namer(of: path.certificates[(depth + 1)...])
        let found = Self.namer(of: signer[...])
        return known?.facts.subject == found?.facts.subject
            && known?.facts.publicKeyFingerprint == found?.facts.publicKeyFingerprint
    }

    /// The authority that gave the first certificate of a path its name; nil for an anchor's own.
    private static func namer(of path: ArraySlice<Certificate>) -> Certificate? {
        path.first { $0.facts.subject != path.first?.facts.subject }
    }

    /// Why nobody is known to have signed the CRL.
    ///
    /// - Parameter issuer: who issued the certificate.
    /// - Returns: that the signer's certificate is not at hand, or that the signature is none.
    func missingSigner(besides issuer: Certificate) -> RevocationDefect {
        guard list.issuer == path.certificates[depth].facts.issuer else {
            return list.defect(.revocationUnavailable, "is not signed with the key of any certificate at hand")
        }
        if !issuer.facts.maySignCRLs {
            return list.defect(.revocationResponseInvalid, "is of an issuer whose key usage lacks cRLSign")
        }
        let wanted = list.authorityKeyIdentifier?.keyIdentifier
        let offered = issuer.facts.extensions.subjectKeyIdentifier
        if let wanted, let offered, wanted != offered {
            return list.defect(
                .revocationUnavailable,
                "is signed with another key of the issuer, whose certificate is not at hand"
            )
        }
        return list.defect(.revocationResponseInvalid, "is not signed by \(issuer.facts.displayName)")
    }
}
