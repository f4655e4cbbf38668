import TrustModel

/// Finds the certificates whose keys may have signed a CRL, besides the issuer of the covered certificate.
struct CRLSignerSearch {
    /// The maximum number of certificates tried per CRL; a CA that replaces its key has two or three certificates.
    static let maximumCandidates = 16

    let list: CertificateRevocationListFacts
    let path: CandidatePath
    /// The position, within the path, of the certificate that the CRL covers.
    let depth: Int

    /// Returns the certificates with the CRL issuer's name whose keys may sign CRLs, best first; ignores signatures.
    ///
    /// - Parameter groups: Additional certificates. An earlier group takes precedence over later ones.
    /// - Returns: At most ``maximumCandidates`` certificates.
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

    /// The position of a signer relative to the certificate that the CRL covers.
    enum Place {
        /// Closer to the anchor than the certificate, so the evaluation of the path includes the signer.
        case above
        /// At or below the certificate: the signer is trusted only if the certificate is not revoked.
        case below
        case elsewhere
    }

    func place(of signer: Certificate) -> Place {
        guard let position = path.issuers.firstIndex(of: signer) else { return .elsewhere }
        return position > depth ? .above : .below
    }

    /// Whether the CRL is from the CA that issued the certificate, possibly with another key.
    var isFromIssuer: Bool { list.issuer == path.certificates[depth].facts.issuer }

    /// Whether the CRL may be used although its signer is trusted only if the certificate is good.
    ///
    /// The CRL may always revoke the certificate. It may confirm that the certificate is good only if the certificate
    /// names the signer as CRL issuer.
    var mayBeCircular: Bool {
        let subject = path.certificates[depth].facts
        return CRLScope.hasCRLIssuer(subject, named: list.issuer) || list.entry(for: subject) != nil
    }

    /// Whether the signer's path identifies it as the expected CRL issuer.
    ///
    /// Two CAs below the same anchor may certify one name for different subjects. Therefore, if the CRL and the
    /// certificate have the same issuer name, the same CA must have certified this name for the issuer and for the
    /// CRL's signer. If the certificate names another CRL issuer, that issuer may be anywhere below the anchor (RFC
    /// 5280 section 6.3.3 (f)).
    func isExpectedIssuer(_ signer: [Certificate]) -> Bool {
        guard isFromIssuer else { return true }
        let known = Self.namingCA(of: path.certificates[(depth + 1)...])
        let found = Self.namingCA(of: signer[...])
        return known?.facts.subject == found?.facts.subject
            && known?.facts.publicKeyFingerprint == found?.facts.publicKeyFingerprint
    }

    /// Returns the CA that certified the name of a path's first certificate; nil if the anchor has that name.
    private static func namingCA(of path: ArraySlice<Certificate>) -> Certificate? {
        path.first { $0.facts.subject != path.first?.facts.subject }
    }

    /// Returns the defect of a CRL without a verified signer: the signer is missing, or the signature is invalid.
    func missingSigner(otherThan issuer: Certificate) -> RevocationDefect {
        guard isFromIssuer else {
            return list.defect(.revocationUnavailable, "is signed with a key for which no certificate is available")
        }
        if !issuer.facts.maySignCRLs {
            return list.defect(.revocationResponseInvalid, "is from an issuer whose key usage lacks cRLSign")
        }
        let wanted = list.authorityKeyIdentifier?.keyIdentifier
        let offered = issuer.facts.extensions.subjectKeyIdentifier
        if let wanted, let offered, wanted != offered {
            return list.defect(
                .revocationUnavailable,
                "is signed with another key of the issuer, and no certificate for that key is available"
            )
        }
        return list.defect(.revocationResponseInvalid, "is not signed by \(issuer.facts.displayName)")
    }
}
