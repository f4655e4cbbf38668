/// Names that the documentation of policy sets has, whether or not this version supports them.
///
/// A later version takes names out of the list of what is announced, and nothing else here changes.
enum DocumentedNames {
    /// Evaluators without an ``EvaluatorDecoding``.
    static let announcedEvaluators = [
        "custom"
    ]
    /// Groups of reason codes that come with announced mechanisms.
    static let announcedReasonGroups = ["ct."]
    /// Keys that no evaluator has yet.
    static let announcedKeys = ["script"]
    /// Every key that some evaluator has.
    static let policyKeys = [
        "evaluator", "description", "compatibility", "profile", "purpose", "anchors", "anchorsOnly", "intermediates",
        "validateCertificateChain", "validateHost", "maxChainDepth", "minimumRSABits", "minimumSecurityLevel",
        "keyUsage", "emails", "certificatePolicies", "constraints", "revocation", "checks", "exceptions", "mode",
        "pins", "certificates", "keys", "publicKeys", "scope", "onExpiry", "expires", "requireBackupPin", "allOf",
        "anyOf", "sslPinningMode", "pinnedCertificates", "allowInvalidCertificates", "validatesDomainName",
        "acceptSelfSignedCertificates", "performDefaultValidation", "options", "revocationFlags",
    ]
}
