package import TrustModel

/// Checks single pieces of evidence outside of an evaluation, before they are stored.
package protocol EvidenceExamining: Sendable {
    /// Checks the signature, the signer, the subject and the time of an OCSP response that was just received for a need.
    func examine(
        _ response: OCSPResponse,
        for need: EvidenceNeed,
        issuedBy issuer: Certificate,
        at instant: Instant
    ) -> EvidenceExamination

    /// Checks the scope, the signature and the time of a CRL from the issuer of the certificate that a need is about.
    ///
    /// A delta CRL may be for another complete CRL than the need's; ``EvidenceNeed/mismatch(of:)`` compares them.
    func examine(
        _ list: CertificateRevocationList,
        for need: EvidenceNeed,
        issuedBy issuer: Certificate,
        from location: String,
        at instant: Instant
    ) -> EvidenceExamination

    /// Returns whether a certificate is signed with another's key and names it as its issuer.
    func isIssued(_ certificate: Certificate, by issuer: Certificate) -> Bool
}

/// The result of checking a piece of evidence.
package enum EvidenceExamination: Sendable, Hashable {
    /// The evidence is signed by an authorized signer, was correct at its thisUpdate, and may be used until its end.
    case usable(thisUpdate: Instant, end: Instant)
    /// The evidence gives no answer, for the reason that the code names.
    case unusable(Defect)

    /// The reasons why evidence is not usable; the names are stable.
    package enum Defect: String, Sendable, CaseIterable {
        /// The signature, the signer or an extension is invalid, or the response is about other certificates.
        case invalid
        /// The CRL covers other certificates or reasons than the distribution point for which it was fetched.
        case otherScope
        /// The CRL is from another issuer than the certificate's, or signed with another key. Evaluations may use it.
        case otherSigner
        /// The CRL is a delta CRL instead of a complete one.
        case notComplete
        /// The CRL is a complete CRL instead of a delta CRL.
        case notDelta
        /// The evidence has expired or is not yet valid.
        case stale
        /// The responder does not know the certificate.
        case unknown
        /// The responder reports the status `tryLater`.
        case tryLater
        /// The responder reports the status `malformedRequest`.
        case malformedRequest
        /// The responder reports the status `internalError`.
        case internalError
        /// The responder reports the status `sigRequired`.
        case sigRequired
        /// The responder reports the status `unauthorized`.
        case unauthorized
        /// The responder reports a status that RFC 6960 does not define.
        case refused
    }
}
