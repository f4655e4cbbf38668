/// The documented names of policy sets, including announced names, which this version does not support.
///
/// When a version adds support for a name, remove the name from the list of announced names.
enum DocumentedNames {
    static let policyKeys = [
        "evaluator", "description", "compatibility", "profile", "purpose", "anchors", "anchorsOnly",
        "anchorConstraints", "intermediates", "validateCertificateChain", "validateHost", "maxChainDepth",
        "minimumRSABits", "minimumSecurityLevel", "keyUsage", "emails", "allowedClients", "trustDomain", "trustDomains",
        "clientPurpose",
        "certificatePolicies",
        "constraints", "revocation", "issuers", "transparency", "checks", "exceptions", "mode", "reportChains",
        "pins", "certificates", "keys", "publicKeys", "scope", "onExpiry", "expires", "requireBackupPin", "allOf",
        "anyOf", "sslPinningMode", "pinnedCertificates", "allowInvalidCertificates", "validatesDomainName",
        "acceptSelfSignedCertificates", "performDefaultValidation", "script", "options", "revocationFlags",
    ]
}
