import TrustTestSupport

/// Scenarios for the CA/Browser Forum's requirements on extensions.
extension RemedyScenario {
    static let webExtensions = [
        web(
            "webpki.validityTooLong",
            "Have the certificate reissued with a shorter validity, and automate its renewal."
        ) {
            $0.leaf { $0.notAfter = $0.notBefore.adding(days: 398) }
        } cure: {
            $0.leaf { $0.notAfter = $0.notBefore.adding(days: 100) }
        },
        web(
            "webpki.clientAuthIncluded",
            "Have the certificate reissued with serverAuth as its only purpose. If clients use it, give them "
                + "certificates of a private CA."
        ) {
            $0.policy("checks", ["webpki.clientAuthIncluded": "error"])
            $0.member("at", "2027-04-01T00:00:00Z")
            $0.leaf {
                $0.notBefore = TestInstant(year: 2027, month: 3, day: 15)
                $0.notAfter = $0.notBefore.adding(days: 90)
                $0.extendedKeyUsages = [.serverAuthentication, .clientAuthentication]
            }
        } cure: {
            $0.leaf { $0.extendedKeyUsages = [.serverAuthentication] }
        },
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
            "Have the certificate reissued with serverAuth, and optionally clientAuth, as its only purposes."
        ) {
            $0.leaf { $0.extendedKeyUsages = [.serverAuthentication, .emailProtection] }
        } cure: {
            $0.leaf { $0.extendedKeyUsages = [.serverAuthentication, .clientAuthentication] }
        },
        web(
            "webpki.rootExtendedKeyUsage",
            "Use another root certificate of the CA, without an extended key usage, as the trust anchor."
        ) {
            $0.root { $0.extendedKeyUsages = [.serverAuthentication] }
        } cure: {
            $0.anchors { [try $0.root.reissued { $0.extendedKeyUsages = [] }.certificate] }
        },
        web(
            "webpki.authorityKeyIdentifierFields",
            "Have the certificate reissued with only the issuer's key identifier in the authority key identifier."
        ) {
            $0.leaf {
                let name = TestName.commonName("Remedy Root")
                $0.extensions.set(.authorityKeyIdentifier(try issuer(), issuer: name, serialNumber: [1]))
            }
        } cure: {
            $0.leaf { $0.extensions.set(.authorityKeyIdentifier(try issuer())) }
        },
        web(
            "webpki.endEntityIsAuthority",
            "Have the server certificate reissued without the CA flag in its basic constraints, and without "
                + "keyCertSign and cRLSign in its key usage."
        ) {
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
