import TrustTestSupport

/// Scenarios for the requirements of RFC 5280 on the fields of certificates and on CRLs.
extension RemedyScenario {
    static let strictForm = [
        strict("strict.extensionsRequireVersion3", "Have the certificate reissued as version 3.") {
            $0.leaf { $0.version = 2 }
        } cure: {
            $0.leaf { $0.version = 3 }
        },
        strict(
            "strict.serialNumberInvalid",
            "Have the certificate reissued with a positive serial number of at most 20 octets."
        ) {
            $0.leaf { $0.serialNumber = [0x80] }
        } cure: {
            $0.leaf { $0.serialNumber = [0x7F] }
        },
        strict(
            "strict.timeEncoding",
            "Have the certificate reissued with UTCTime for years through 2049 and GeneralizedTime from 2050."
        ) {
            $0.leaf { $0.notAfterEncoding = .generalized }
        } cure: {
            $0.leaf { $0.notAfterEncoding = .utc }
        },
        strict(
            "strict.signatureParameters",
            "Have the certificate reissued with the parameters that the signature algorithm requires: NULL for RSA, "
                + "none for ECDSA and EdDSA."
        ) {
            $0.leaf { ($0.signature.innerClaim, $0.signature.outerClaim) = (nullParameters, nullParameters) }
        } cure: {
            $0.leaf { ($0.signature.innerClaim, $0.signature.outerClaim) = (nil, nil) }
        },
        strict(
            "strict.keyParameters",
            "Have the certificate reissued for the same key, with NULL as the parameters of the key."
        ) {
            $0.leafKey = .rsa(2048)
            $0.leaf { $0.subjectPublicKeyInfo = withoutParameters($0.subjectKey) }
        } cure: {
            $0.leaf { $0.subjectPublicKeyInfo = $0.subjectKey.subjectPublicKeyInfo }
        },
        strict("strict.nameCharacters", "Have the certificate reissued with the name encoded as UTF8String.") {
            $0.leaf { $0.subject = TestName([.organization("Bread & Butter", as: .printable)]) }
        } cure: {
            $0.leaf { $0.subject = TestName([.organization("Bread & Butter", as: .utf8)]) }
        },
        strict("strict.defaultEncoded", "Have the certificate reissued by software that encodes DER correctly.") {
            $0.leaf { $0.extensions.set(uncritical(writtenOut: true)) }
        } cure: {
            $0.leaf { $0.extensions.set(uncritical(writtenOut: false)) }
        },
        strict("strict.uniqueIdentifiers", "Have the certificate reissued without unique identifiers.") {
            $0.leaf { $0.subjectUniqueID = [0xAA] }
        } cure: {
            $0.leaf { $0.subjectUniqueID = nil }
        },
        strict("strict.crlNumberMissing", "Ask the CRL issuer to number its CRLs.") {
            $0.request { $0.members["crls"] = try $1.issuing.revocationList { $0.crlNumber = nil }.pem }
        } cure: {
            $0.request { $0.members["crls"] = try $1.issuing.revocationList { $0.crlNumber = 2 }.pem }
        },
        strict("strict.crlForm", "Ask the CRL issuer to correct the defect that the message describes.") {
            $0.request { $0.members["crls"] = try $1.issuing.revocationList { $0.nextUpdate = nil }.pem }
        } cure: {
            $0.request { $0.members["crls"] = try $1.issuing.revocationList().pem }
        },
    ]

    /// ECDSA with SHA-256 and invalid parameters.
    ///
    /// It is computed because the leak checker does not find the payload of an enumeration in a global.
    private static var nullParameters: TestSignatureAlgorithm {
        .claim(DERWriter.sequence(TestObjectIdentifier("1.2.840.10045.4.3.2").der, DERWriter.null))
    }

    /// Returns an extended key usage for servers, with or without the default `critical FALSE`.
    private static func uncritical(writtenOut: Bool) -> TestExtension {
        let usual = TestExtension.extendedKeyUsage([.serverAuthentication])
        let value = DERWriter.sequence(TestObjectIdentifier.serverAuthentication.der)
        let encoded = DERWriter.sequence(
            TestObjectIdentifier.extendedKeyUsage.der,
            DERWriter.boolean(false),
            DERWriter.octetString(value)
        )
        return writtenOut ? TestExtension(.extendedKeyUsage, der: encoded) : usual
    }

    private static func withoutParameters(_ key: TestKey) -> [UInt8] {
        let algorithm = DERWriter.sequence(TestObjectIdentifier("1.2.840.113549.1.1.1").der)
        return DERWriter.sequence(algorithm, DERWriter.bitString(key.publicKey))
    }
}
