extension LibraryName {
    static let secTrust: [LibraryName] = [
        LibraryName("SecTrustSetAnchorCertificates", of: .secTrust, is: .policy("anchors")),
        LibraryName("SecTrustSetAnchorCertificatesOnly", of: .secTrust, is: .policy("anchorsOnly")),
        LibraryName("isOnlyAnchor", of: .secTrust, is: .policy("anchorsOnly")),
        LibraryName("SecTrustSetPolicies", of: .secTrust, is: .policy("profile")),
        LibraryName("SecPolicyCreateBasicX509", of: .secTrust, is: .policy("profile: basicX509")),
        LibraryName(
            "SecPolicyCreateSSL",
            of: .secTrust,
            is: .policy("profile: server"),
            .policy("profile: appleSSL")
        ),
        LibraryName("SecPolicyCreateRevocation", of: .secTrust, is: .policy("evaluator: revocation")),
        LibraryName("kSecPolicyAppleX509Basic", of: .secTrust, is: .policy("profile: basicX509")),
        LibraryName("kSecPolicyAppleSSL", of: .secTrust, is: .policy("profile: server"), .policy("profile: appleSSL")),
        LibraryName("kSecPolicyAppleRevocation", of: .secTrust, is: .policy("evaluator: revocation")),
        LibraryName("kSecRevocationOCSPMethod", of: .secTrust, is: .policy("revocation: {methods: [ocsp]}")),
        LibraryName("kSecRevocationCRLMethod", of: .secTrust, is: .policy("revocation: {methods: [crl]}")),
        LibraryName("kSecRevocationPreferCRL", of: .secTrust, is: .policy("revocation: {prefer: crl}")),
        LibraryName(
            "kSecRevocationRequirePositiveResponse",
            of: .secTrust,
            is: .policy("revocation: {requirePositiveResponse: true}")
        ),
        LibraryName(
            "kSecRevocationNetworkAccessDisabled",
            of: .secTrust,
            is: .policy("revocation: {networkAccess: false}")
        ),
        LibraryName(
            "kSecRevocationUseAnyAvailableMethod",
            of: .secTrust,
            is: .policy("revocation: {methods: [ocsp, crl]}")
        ),
        LibraryName(
            "SecTrustSetNetworkFetchAllowed",
            of: .secTrust,
            is: .policy("revocation: {networkAccess: false}"),
            note: "if it is false"
        ),
        LibraryName("SecTrustSetVerifyDate", of: .secTrust, is: .request("at")),
        LibraryName("SecTrustSetOCSPResponse", of: .secTrust, is: .request("ocsp")),
        LibraryName("SecTrustEvaluateWithError", of: .secTrust, is: .policy("evaluator: default")),
        LibraryName("SecTrustCopyExceptions", of: .secTrust, is: .verdict("exceptionOffer")),
        LibraryName("SecTrustSetExceptions", of: .secTrust, is: .policy("exceptions")),
        LibraryName("cancelAuthenticationChallenge", of: .secTrust, is: .policySet("otherwise: deny")),
        LibraryName("useCredential", of: .secTrust, is: .verdict("disposition: useCredential")),
    ]

    static let trustResults: [LibraryName] = [
        LibraryName("SecTrustGetTrustResult", of: .secTrust, is: .verdict("result")),
        LibraryName("SecTrustResultType", of: .secTrust, is: .verdict("result")),
        LibraryName("kSecTrustResultProceed", of: .secTrust, is: .verdict("result: proceed")),
        LibraryName("kSecTrustResultUnspecified", of: .secTrust, is: .verdict("result: unspecified")),
        LibraryName("kSecTrustResultDeny", of: .secTrust, is: .verdict("result: deny")),
        LibraryName(
            "kSecTrustResultRecoverableTrustFailure",
            of: .secTrust,
            is: .verdict("result: recoverableTrustFailure")
        ),
        LibraryName("kSecTrustResultFatalTrustFailure", of: .secTrust, is: .verdict("result: fatalTrustFailure")),
        LibraryName("kSecTrustResultOtherError", of: .secTrust, is: .verdict("result: otherError")),
    ]

    /// The keys of NSAppTransportSecurity in an Info.plist.
    static let appTransportSecurity: [LibraryName] = [
        LibraryName("NSPinnedDomains", of: .appTransportSecurity, is: .policySet("hosts")),
        LibraryName("NSExceptionDomains", of: .appTransportSecurity, is: .policySet("hosts")),
        LibraryName(
            "NSIncludesSubdomains",
            of: .appTransportSecurity,
            is: .policySet("hosts"),
            note: "with a second rule that begins with `**.`"
        ),
        LibraryName(
            "NSPinnedLeafIdentities",
            of: .appTransportSecurity,
            is: .policy("scope: leaf", of: "pinPublicKeys")
        ),
        LibraryName("NSPinnedCAIdentities", of: .appTransportSecurity, is: .policy("scope: ca", of: "pinPublicKeys")),
        LibraryName("SPKI-SHA256-BASE64", of: .appTransportSecurity, is: .policy("pins", of: "pinPublicKeys")),
        LibraryName(
            "NSExceptionAllowsInsecureHTTPLoads",
            of: .appTransportSecurity,
            is: .policy("anchors"),
            note: "for a server with a self-signed certificate"
        ),
    ]
}
