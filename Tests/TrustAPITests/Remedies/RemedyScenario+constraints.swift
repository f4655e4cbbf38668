import TrustModel
import TrustTestSupport

/// Scenarios for CA constraints, extensions and key usages.
extension RemedyScenario {
    static let constraints = [
        RemedyScenario(
            "constraint.notCA",
            "If the holder of this certificate is not a CA, replace the certificate that the holder issued with a "
                + "certificate from a CA. If the holder is a CA, have this certificate reissued as version 3, with the CA "
                + "flag in its basic constraints."
        ) {
            $0.issuing { $0.extensions.remove(.basicConstraints) }
        } cure: {
            let authority = TestExtension.basicConstraints(isAuthority: true)
            $0.issuing { $0.extensions.set(authority) }
        },
        RemedyScenario("constraint.pathLength", pathLength) {
            $0.root { $0.pathLength = 0 }
        } cure: {
            $0.root { $0.pathLength = 1 }
        },
        RemedyScenario(
            "constraint.pathLength",
            "Have the certificate reissued without the path length constraint. If its holder is a CA, have it reissued "
                + "with the CA flag and the key usage keyCertSign."
        ) {
            $0.leaf { $0.extensions.set(.basicConstraints(isAuthority: false, pathLength: 0)) }
        } cure: {
            $0.leaf { $0.extensions.set(.basicConstraints(isAuthority: false)) }
        },
        RemedyScenario(
            "constraint.criticalExtension",
            "Install the certificate that the CA issued for this precertificate: it has the same serial number. A "
                + "precertificate is only for the logs of Certificate Transparency."
        ) {
            $0.leaf { $0.extensions.set(.raw("1.3.6.1.4.1.11129.2.4.3", critical: true, value: [5, 0])) }
        } cure: {
            $0.leaf { $0.extensions.remove("1.3.6.1.4.1.11129.2.4.3") }
        },
        RemedyScenario("constraint.pathLength", pathLength) {
            $0.root { $0.pathLength = 0 }
        } cure: {
            $0.send { [try $0.root.issueLeaf("api.example.com")] }
        },
        RemedyScenario("constraint.name", names) {
            $0.issuing { $0.extensions.set(.nameConstraints(permitted: [.dns("example.org")])) }
        } cure: {
            $0.send { [try $0.root.issueLeaf("api.example.com")] }
        },
        RemedyScenario("constraint.name", names) {
            $0.issuing { $0.extensions.set(.nameConstraints(permitted: [.dns("api.example.com")])) }
            $0.leaf { $0.subjectAlternativeNames.append(.dns("www.example.com")) }
        } cure: {
            $0.leaf { $0.subjectAlternativeNames = [.dns("api.example.com")] }
        },
        RemedyScenario("constraint.policy", certificatePolicy) {
            $0.request { request, _ in
                request.policy["certificatePolicies"] = [
                    "initialPolicySet": ["1.2.3.4"], "requireExplicitPolicy": true,
                ]
            }
        } cure: {
            $0.issuing { $0.extensions.set(.certificatePolicies(["1.2.3.4"])) }
            $0.leaf { $0.extensions.set(.certificatePolicies(["1.2.3.4"])) }
        },
        RemedyScenario("constraint.policy", certificatePolicy) {
            $0.policy("certificatePolicies", ["requireExplicitPolicy": true])
        } cure: {
            $0.policy("certificatePolicies", ["requireExplicitPolicy": false])
        },
        RemedyScenario("constraint.criticalExtension", critical) {
            $0.leaf { $0.extensions.set(.raw("1.3.6.1.4.1.55555.1", critical: true, value: [5, 0])) }
        } cure: {
            $0.leaf { $0.extensions.remove("1.3.6.1.4.1.55555.1") }
        },
        RemedyScenario("constraint.criticalExtension", critical) {
            $0.leaf { $0.extensions.set(.raw("1.3.6.1.4.1.55555.1", critical: true, value: [5, 0])) }
        } cure: {
            $0.leaf { $0.extensions.set(.raw("1.3.6.1.4.1.55555.1", value: [5, 0])) }
        },
        RemedyScenario("constraint.keyUsage", keyUsage) {
            $0.issuing { $0.keyUsage = .crlSign }
        } cure: {
            $0.issuing { $0.keyUsage = [.crlSign, .keyCertSign] }
        },
        RemedyScenario("constraint.keyUsage", keyUsage) {
            $0.policy("keyUsage", ["nonRepudiation"])
        } cure: {
            $0.leaf { $0.keyUsage = [.digitalSignature, .nonRepudiation] }
        },
        RemedyScenario("usage.extendedKeyUsage", purpose) {
            $0.leaf { $0.extendedKeyUsages = [.clientAuthentication] }
        } cure: {
            $0.leaf { $0.extendedKeyUsages = [.clientAuthentication, .serverAuthentication] }
        },
        RemedyScenario("usage.extendedKeyUsage", purpose) {
            $0.leaf { $0.extendedKeyUsages = [.clientAuthentication] }
        } cure: {
            $0.policy("purpose", "clientAuth")
        },
        RemedyScenario("usage.extendedKeyUsage", SpecialRemedy.serverCertificateOfClient.text) {
            $0.policy("purpose", "clientAuth")
            $0.leaf { $0.extendedKeyUsages = [.serverAuthentication] }
        } cure: {
            $0.leaf { $0.extendedKeyUsages = [.clientAuthentication] }
        },
        RemedyScenario("usage.extendedKeyUsage", SpecialRemedy.serverCertificateOfClient.text) {
            $0.policy("purpose", "clientAuth")
            $0.leaf { $0.extendedKeyUsages = [.serverAuthentication] }
        } cure: {
            $0.policy("purpose", "serverAuth")
        },
        RemedyScenario(
            "extension.invalid",
            "Have the certificate reissued so that the extension is well-formed and occurs only once."
        ) {
            $0.leaf { $0.extensions.set(.raw(.authorityInformationAccess, value: [0x6D, 0])) }
        } cure: {
            let access = TestExtension.authorityInformationAccess(issuers: ["http://ca.example/ca.cer"])
            $0.leaf { $0.extensions.set(access) }
        },
        RemedyScenario(
            "extension.proxyCertificate",
            "Present the end entity's own certificate instead of a proxy certificate."
        ) {
            $0.send { [try proxy(under: $0), $0.leaf, $0.issuing.certificate] }
        } cure: {
            $0.send { [$0.leaf, $0.issuing.certificate] }
        },
    ]

    private static let pathLength =
        "Get an end-entity certificate with fewer intermediate CAs between it and this CA, or have this CA certificate "
        + "reissued with a greater path length constraint."
    private static let names =
        "Get a certificate for this name from a CA whose name constraints permit the name. Or have the certificate "
        + "reissued with only the names that the violated constraints permit."
    private static let certificatePolicy =
        "Use a chain whose certificates contain one of the required certificate policies. If these requirements are "
        + "wrong, correct the policy's `certificatePolicies`."
    private static let critical =
        "Have the certificate reissued without the extension, or with the extension marked non-critical."
    private static let keyUsage =
        "Have the certificate reissued with the key usage that its role requires: keyCertSign for a CA, "
        + "digitalSignature for a TLS server or client, and for the leaf also the usages in the policy's `keyUsage`."
    private static let purpose =
        "Install a certificate whose extended key usage includes the required purpose. If the required purpose is "
        + "wrong for this peer, use a policy with the right `purpose`, such as clientAuth for clients."

    /// Returns a proxy certificate signed by the leaf.
    private static func proxy(under chain: RemedyChain) throws -> TestCertificate {
        // ProxyCertInfo { ProxyPolicy { id-ppl-inheritAll } }
        let info = DERWriter.sequence(DERWriter.sequence([0x06, 8, 0x2B, 6, 1, 5, 5, 7, 21, 1]))
        return try TestAuthority(chain.leaf.template).issueLeaf("api.example.com") {
            $0.extensions.append(.raw("1.3.6.1.5.5.7.1.14", critical: true, value: info))
        }
    }
}
