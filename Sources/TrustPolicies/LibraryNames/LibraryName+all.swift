extension LibraryName {
    /// All known names of libraries, in the order of the documentation.
    package static let table = LibraryNameTable(
        alamofire + afnetworking + secTrust + trustResults + appTransportSecurity + trustKit + okHttp + android
    )

    private static let acceptsEverything = "which accepts every chain: prefer `anchors`"
    private static let subdomains = "with a second rule that begins with `**.`"

    /// The names of Alamofire 4, then those of Alamofire 5.
    private static let alamofire: [LibraryName] = [
        LibraryName("performDefaultEvaluation", of: .alamofire, is: .policy("evaluator: default")),
        LibraryName("performRevokedEvaluation", of: .alamofire, is: .policy("evaluator: revocation")),
        LibraryName("pinCertificates", of: .alamofire, is: .policy("evaluator: pinCertificates")),
        LibraryName("pinPublicKeys", of: .alamofire, is: .policy("evaluator: pinPublicKeys")),
        LibraryName(
            "disableEvaluation",
            of: .alamofire,
            is: .policy("evaluator: disabled"),
            note: acceptsEverything
        ),
        LibraryName(
            "customEvaluation",
            of: .alamofire,
            is: .policy("constraints"),
            .policy("checks"),
            note: "or a script with `evaluator: custom`"
        ),
        LibraryName("validateHost", of: .alamofire, is: .policy("validateHost")),
        LibraryName(
            "validateCertificateChain",
            of: .alamofire,
            is: .policy("validateCertificateChain", of: "pinPublicKeys")
        ),
        LibraryName("ServerTrustPolicy", of: .alamofire, is: .policySet("policies")),
        LibraryName("ServerTrustPolicyManager", of: .alamofire, is: .policySet("hosts")),
        LibraryName("DefaultTrustEvaluator", of: .alamofire, is: .policy("evaluator: default")),
        LibraryName("RevocationTrustEvaluator", of: .alamofire, is: .policy("evaluator: revocation")),
        LibraryName("PinnedCertificatesTrustEvaluator", of: .alamofire, is: .policy("evaluator: pinCertificates")),
        LibraryName("PublicKeysTrustEvaluator", of: .alamofire, is: .policy("evaluator: pinPublicKeys")),
        LibraryName("CompositeTrustEvaluator", of: .alamofire, is: .policy("evaluator: composite")),
        LibraryName(
            "DisabledTrustEvaluator",
            of: .alamofire,
            is: .policy("evaluator: disabled"),
            note: acceptsEverything
        ),
        LibraryName("DisabledEvaluator", of: .alamofire, is: .policy("evaluator: disabled"), note: acceptsEverything),
        LibraryName("ServerTrustEvaluating", of: .alamofire, is: .policy("constraints"), .policy("checks")),
        LibraryName("ServerTrustManager", of: .alamofire, is: .policySet("hosts")),
        LibraryName("allHostsMustBeEvaluated", of: .alamofire, is: .policySet("otherwise: deny")),
        LibraryName("acceptSelfSignedCertificates", of: .alamofire, is: .policy("anchors")),
    ]

    private static let afnetworking: [LibraryName] = [
        LibraryName("AFSecurityPolicy", of: .afnetworking, is: .policy("evaluator: securityPolicy")),
        LibraryName(
            "AFSSLPinningModeNone",
            of: .afnetworking,
            is: .policy("evaluator: default"),
            .policy("sslPinningMode: none", of: "securityPolicy")
        ),
        LibraryName(
            "AFSSLPinningModePublicKey",
            of: .afnetworking,
            is: .policy("evaluator: pinPublicKeys"),
            .policy("sslPinningMode: publicKey", of: "securityPolicy")
        ),
        LibraryName(
            "AFSSLPinningModeCertificate",
            of: .afnetworking,
            is: .policy("evaluator: pinCertificates"),
            .policy("sslPinningMode: certificate", of: "securityPolicy")
        ),
        LibraryName("pinnedCertificates", of: .afnetworking, is: .policy("certificates", of: "pinCertificates")),
        LibraryName("pinnedPublicKeys", of: .afnetworking, is: .policy("keys", of: "pinPublicKeys")),
        LibraryName("allowInvalidCertificates", of: .afnetworking, is: .policy("anchors")),
        LibraryName("validatesDomainName", of: .afnetworking, is: .policy("validateHost")),
        LibraryName("defaultPolicy", of: .afnetworking, is: .policy("evaluator: default")),
    ]

    private static let trustKit: [LibraryName] = [
        LibraryName("kTSKPinnedDomains", of: .trustKit, is: .policySet("hosts")),
        LibraryName("kTSKPublicKeyHashes", of: .trustKit, is: .policy("pins", of: "pinPublicKeys")),
        LibraryName("kTSKIncludeSubdomains", of: .trustKit, is: .policySet("hosts"), note: subdomains),
        LibraryName(
            "kTSKExcludeSubdomainFromParentPolicy",
            of: .trustKit,
            is: .policySet("hosts"),
            note: "with a rule whose value is `otherwise`"
        ),
        LibraryName("kTSKEnforcePinning", of: .trustKit, is: .policy("mode: report"), note: "if it is false"),
        LibraryName("kTSKExpirationDate", of: .trustKit, is: .policy("expires", of: "pinPublicKeys")),
        LibraryName("kTSKAdditionalTrustAnchors", of: .trustKit, is: .policy("anchors")),
    ]

    private static let okHttp: [LibraryName] = [
        LibraryName("CertificatePinner", of: .okHttp, is: .policy("evaluator: pinPublicKeys")),
        LibraryName("addTrustedCertificate", of: .okHttp, is: .policy("anchors")),
        LibraryName("addPlatformTrustedCertificates", of: .okHttp, is: .policy("anchorsOnly: false")),
        LibraryName("addInsecureHost", of: .okHttp, is: .policy("evaluator: disabled"), note: acceptsEverything),
        LibraryName("hostnameVerifier", of: .okHttp, is: .policy("validateHost")),
    ]

    private static let android: [LibraryName] = [
        LibraryName("network-security-config", of: .android, is: .policySet("hosts")),
        LibraryName("domain-config", of: .android, is: .policySet("hosts")),
        LibraryName("base-config", of: .android, is: .policySet("otherwise")),
        LibraryName("includeSubdomains", of: .android, is: .policySet("hosts"), note: subdomains),
        LibraryName("pin-set", of: .android, is: .policy("pins", of: "pinPublicKeys")),
        LibraryName("expiration", of: .android, is: .policy("expires", of: "pinPublicKeys")),
        LibraryName("trust-anchors", of: .android, is: .policy("anchors")),
        LibraryName("debug-overrides", of: .android, is: .policy("expires", of: "pinPublicKeys")),
    ]
}
