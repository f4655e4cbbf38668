package import TrustModel

/// The cryptographic library's part in path validation.
package protocol PathValidating: Sendable {
    /// Whether a certificate's signature was made with another's key; false also where the key cannot be used.
    func isSigned(_ certificate: Certificate, by issuer: Certificate) -> Bool

    /// Validates one path as it stands, without looking for another, and reports everything that is wrong with it.
    ///
    /// - Parameters:
    ///   - path: leaf first; nothing is looked up outside it.
    ///   - requirements: of these, only the certificate policy inputs are the library's business.
    ///   - instant: the time to judge at.
    /// - Returns: what is wrong, and whether the validation could be carried out to its end.
    func validate(_ path: CandidatePath, requirements: PathRequirements, at instant: Instant) -> LibraryJudgement
}

/// What the library says of one path.
package struct LibraryJudgement: Sendable {
    /// Each violation once, in no particular order; empty when the library accepts the path.
    package let violations: [PathViolation]
    /// Why the validation could not be carried out to its end, a clause; nil when it was.
    ///
    /// Such a path is never accepted.
    package let failure: String?

    /// Takes the parts.
    package init(violations: [PathViolation], failure: String? = nil) {
        self.violations = violations
        self.failure = failure
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

    /// Takes the parts.
    package init(code: ReasonCode, depth: Int, isPedantic: Bool, nativeCode: Int32, text: String) {
        self.code = code
        self.depth = depth
        self.isPedantic = isPedantic
        self.nativeCode = nativeCode
        self.text = text
    }
}
