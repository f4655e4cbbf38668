/// Names that the documentation of policy sets has, whether or not this version supports them.
///
/// A later version takes names out of the list of what is announced, and nothing else here changes.
enum DocumentedNames {
    /// Evaluators without an ``EvaluatorDecoding``.
    static let announcedEvaluators = [
        "custom"
    ]
    /// Profiles without a case in `Profile`.
    static let announcedProfiles = ["rfc5280", "rfc5280Strict", "webpki"]
    /// Groups of reason codes that come with announced mechanisms.
    static let announcedReasonGroups = ["ct.", "webpki."]
    /// Keys that no evaluator has yet.
    static let announcedKeys = ["script"]
    /// Every key that some evaluator has.
    static let policyKeys = [
        "evaluator", "description", "compatibility", "profile", "purpose", "anchors", "anchorsOnly",
        "validateCertificateChain", "validateHost", "maxChainDepth", "minimumRSABits", "minimumSecurityLevel",
        "keyUsage", "emails", "certificatePolicies", "constraints", "revocation", "checks", "exceptions", "mode",
        "pins", "certificates", "keys", "publicKeys", "scope", "onExpiry", "expires", "requireBackupPin", "allOf",
        "anyOf", "sslPinningMode", "pinnedCertificates", "allowInvalidCertificates", "validatesDomainName",
        "acceptSelfSignedCertificates", "performDefaultValidation", "options",
    ]
}

extension DocumentValue {
    /// One of the supported names; an announced one is refused as such.
    func name<Name: RawRepresentable<String> & CaseIterable>(
        of type: Name.Type,
        kind: String,
        announced: [String]
    ) -> Name? {
        if case .string(let text) = node.content, announced.contains(text) {
            refuse("the \(kind) `\(text)` is known but not supported by this version")
            return nil
        }
        return oneOf(type)
    }
}
