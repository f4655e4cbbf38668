package import TrustModel

/// The cryptographic library's part in path validation.
package protocol PathValidating: Sendable {
    /// Whether a certificate's signature was made with another's key; false also where the key cannot be used.
    ///
    /// - Throws: ``LibraryFailure`` where that could not be found out.
    func isSigned(_ certificate: Certificate, by issuer: Certificate) throws(LibraryFailure) -> Bool

    /// Gives keys that leave their parameters out those of the keys above them (RFC 5280 section 6.1.4 (f)).
    ///
    /// Only DSA keys may leave theirs out (RFC 3279 section 2.3.2). What such a key is depends on the path, so a completed
    /// certificate must not be used in another one.
    ///
    /// - Parameter certificates: a path, leaf first.
    /// - Returns: the same certificates; those that were completed have another handle, and know the size of their key.
    func completingKeys(of certificates: [Certificate]) -> [Certificate]

    /// Validates one path as it stands, without looking for another, and reports everything that is wrong with it
    /// but for certificate policies.
    ///
    /// - Parameters:
    ///   - path: leaf first; nothing is looked up outside it.
    ///   - areSigned: whether each certificate but the last is signed with the next one's key, as ``isSigned(_:by:)`` says.
    ///   - instant: the time to judge at.
    /// - Returns: what is wrong, and whether the validation could be carried out to its end.
    func validate(
        _ path: CandidatePath,
        areSigned: [Bool],
        at instant: Instant
    ) -> LibraryJudgement
}

extension PathValidating {
    /// Without parameters to inherit, keys are as the certificates have them.
    package func completingKeys(of certificates: [Certificate]) -> [Certificate] { certificates }
}

/// What the library says of one path.
package struct LibraryJudgement: Sendable {
    /// Each violation once, in no particular order; empty when the library accepts the path.
    package let violations: [PathViolation]
    /// Why the validation could not be carried out to its end, a clause; nil when it was.
    ///
    /// Such a path is never accepted.
    package let failure: String?
    /// Whether the violations hold every wrong signature, which they may although the validation came to no end.
    package let isSignedPartKnown: Bool

    /// Takes the parts.
    package init(
        violations: [PathViolation],
        failure: String? = nil,
        isSignedPartKnown: Bool? = nil
    ) {
        self.violations = violations
        self.failure = failure
        self.isSignedPartKnown = isSignedPartKnown ?? (failure == nil)
    }
}

/// One thing that the library found wrong in a path.
package struct PathViolation: Sendable, Hashable {
    /// The reason code that the library's number stands for; `internal.unmapped` where there is none.
    package let code: ReasonCode
    /// The position in the path, 0 being the leaf.
    package let depth: Int
    /// Whether only RFC 5280's demands on conforming authorities are broken, which relying parties do not check.
    package let isPedantic: Bool
    /// The X509_V_ERR_… number.
    package let nativeCode: Int32
    /// The library's own words.
    package let text: String
    /// Whether the certificate's signature was not verified with the key of the next one, because it is wrong or because it
    /// cannot be checked.
    package let isOfSignature: Bool

    /// Takes the parts; a wrong signature is one of signatures unless something else is said.
    package init(
        code: ReasonCode,
        depth: Int,
        isPedantic: Bool,
        nativeCode: Int32,
        text: String,
        isOfSignature: Bool? = nil
    ) {
        self.isOfSignature = isOfSignature ?? (code == .chainSignatureInvalid)
        self.code = code
        self.depth = depth
        self.isPedantic = isPedantic
        self.nativeCode = nativeCode
        self.text = text
    }
}
