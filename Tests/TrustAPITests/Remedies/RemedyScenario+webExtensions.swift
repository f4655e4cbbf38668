import TrustTestSupport

/// What the CA/Browser Forum demands of extensions.
extension RemedyScenario {
    static let webExtensions = [
        web(
            "webpki.extendedKeyUsageMissing",
            "Have the certificate reissued with serverAuth in its extended key usage."
        ) {
            $0.leaf { $0.extendedKeyUsages = [] }
        } cure: {
            $0.leaf { $0.extendedKeyUsages = [.serverAuthentication] }
        },
        web(
            "webpki.extendedKeyUsageCritical",
            "Have the certificate reissued with an extended key usage that is not critical."
        ) {
            $0.leaf { $0.extensions.set(.extendedKeyUsage([.serverAuthentication], critical: true)) }
        } cure: {
            $0.leaf { $0.extensions.set(.extendedKeyUsage([.serverAuthentication])) }
        },
        web(
            "webpki.extendedKeyUsageForbidden",
            "Have the certificate reissued with serverAuth, and clientAuth at most, in its extended key usage."
        ) {
            $0.leaf { $0.extendedKeyUsages = [.serverAuthentication, .emailProtection] }
        } cure: {
            $0.leaf { $0.extendedKeyUsages = [.serverAuthentication, .clientAuthentication] }
        },
        web(
            "webpki.rootExtendedKeyUsage",
            "Use a root certificate of the CA that has no extended key usage as the trust anchor."
        ) {
            $0.root { $0.extendedKeyUsages = [.serverAuthentication] }
        } cure: {
            $0.anchors { [try $0.root.reissued { $0.extendedKeyUsages = [] }.certificate] }
        },
        web(
            "webpki.authorityKeyIdentifierFields",
            "Have the certificate reissued with its issuer's key identifier alone."
        ) {
            $0.leaf {
                let name = TestName.commonName("Remedy Root")
                $0.extensions.set(.authorityKeyIdentifier(try issuer(), issuer: name, serialNumber: [1]))
            }
        } cure: {
            $0.leaf { $0.extensions.set(.authorityKeyIdentifier(try issuer())) }
        },
        web("webpki.endEntityIsAuthority", "Have a certificate issued to the server that is not a CA's.") {
            $0.leaf { $0.keyUsage = [.digitalSignature, .keyCertSign] }
        } cure: {
            $0.leaf { $0.keyUsage = .digitalSignature }
        },
        web("webpki.basicConstraintsNotCritical", basicConstraints) {
            $0.leaf { $0.extensions.set(.basicConstraints(isAuthority: false, critical: false)) }
        } cure: {
            $0.leaf { $0.extensions.set(.basicConstraints(isAuthority: false)) }
        },
        web("webpki.basicConstraintsNotCritical", basicConstraints) {
            $0.leaf { $0.extensions.set(.basicConstraints(isAuthority: false, critical: false)) }
        } cure: {
            $0.leaf { $0.extensions.remove(.basicConstraints) }
        },
    ]

    private static let basicConstraints =
        "Have the certificate reissued with critical basic constraints, or without them."
}
