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
    /// - Returns: each violation once, in no particular order; empty when the library accepts the path.
    /// - Throws: when the validation could not be carried out at all.
    func violations(
        in path: CandidatePath, requirements: PathRequirements, at instant: Instant
    ) throws(PathValidationError) -> [PathViolation]
}

/// One thing that the library found wrong in a path.
package struct PathViolation: Sendable, Hashable {
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

/// Why a validation could not be carried out.
package struct PathValidationError: Error, Sendable, Equatable {
    /// What failed, a clause.
    package let reason: String

    /// Takes the clause.
    package init(_ reason: String) {
        self.reason = reason
    }
}
