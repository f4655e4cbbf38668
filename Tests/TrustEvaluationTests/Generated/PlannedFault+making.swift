import TrustEvaluation
import TrustModel
import TrustTestSupport

/// Creation of the faults in a chain.
extension PlannedFault {
    /// The kind of key that replaces a valid one.
    var weakKey: TestKeyKind? { kind == .weakKey ? .rsa(1024) : nil }

    /// Edits the certificate before it is signed.
    ///
    /// - Parameters:
    ///   - template: The valid certificate.
    ///   - issuerKey: The issuer's key.
    /// - Throws: OpenSSL's error if a key cannot be generated.
    func spoil(_ template: inout CertificateTemplate, issuerKey: TestKey) throws {
        switch kind {
        case .expired: template.notAfter = .reference.adding(seconds: -1)
        case .notYetValid: template.notBefore = .reference.adding(seconds: 1)
        case .malformedTime: template.notAfterEncoding = .text("2601320000Z")
        case .generalizedTime: template.notAfterEncoding = .generalized
        case .zeroSerialNumber: template.serialNumber = [0]
        case .noAlternativeName: template.subjectAlternativeNames = []
        case .foreignCommonName: template.subject = .commonName("elsewhere.example")
        case .wrongHost:
            template.subject = .commonName("other.example.com")
            template.subjectAlternativeNames = [.dns("other.example.com")]
        case .forgedSignature: template.signature.key = try .shared(issuerKey.kind, "stranger")
        case .corruptSignature: template.signature.isCorrupt = true
        case .algorithmMismatch: template.signature.outerClaim = issuerKey.kind.algorithm(.sha224)
        case .weakDigest: template.signature.digest = .sha1
        case .noAuthority:
            template.extensions.remove(.basicConstraints)
            // Otherwise, the key usage would be a CA's, which is another fault.
            template.keyUsage = nil
        case .pathLength: template.pathLength = depth - 2
        case .uncriticalBasicConstraints:
            template.extensions.set(.basicConstraints(isAuthority: true, critical: false))
        case .noCertificateSigning: template.keyUsage = .crlSign
        case .wrongPurpose: template.extendedKeyUsages = [.codeSigning]
        case .criticalPurpose: template.extensions.set(.extendedKeyUsage([.serverAuthentication], critical: true))
        case .unknownCriticalExtension:
            template.extensions.append(.raw("1.3.6.1.4.1.55555.1", critical: true, value: [0x05, 0x00]))
        case .malformedExtension: template.extensions.append(.raw(.authorityInformationAccess, value: [0x6D, 0x00]))
        case .duplicateExtension:
            let access = TestExtension.authorityInformationAccess(issuers: ["http://ca.example/ca.cer"])
            template.extensions.append(access)
            template.extensions.append(access)
        case .permittedElsewhere: template.extensions.append(.nameConstraints(permitted: [.dns("elsewhere.example")]))
        case .excludedHere: template.extensions.append(.nameConstraints(excluded: [.dns("example.com")]))
        case .misplacedNameConstraints:
            template.extensions.append(.nameConstraints(permitted: [.dns("example.com")]))
        case .criticalKeyIdentifier:
            template.extensions.set(
                .subjectKeyIdentifier(try template.subjectKey.identifier(), critical: true)
            )
        case .noSubjectKeyIdentifier: template.extensions.remove(.subjectKeyIdentifier)
        case .noAuthorityKeyIdentifier: template.extensions.remove(.authorityKeyIdentifier)
        case .wrongAddress, .weakKey, .removedIntermediate, .untrustedRoot, .tooDeep, .noExplicitPolicy, .tooLongLived,
            .revoked, .unknownRevocation, .otherPins:
            break
        }
    }

    /// Edits the question to require what the chain does not have.
    func demand(of requirements: inout PathRequirements, intermediates: Int) throws {
        switch kind {
        case .tooDeep: requirements.maximumIntermediates = intermediates - 1
        case .noExplicitPolicy:
            requirements.certificatePolicies = CertificatePolicyInputs(requireExplicitPolicy: true)
        case .tooLongLived: requirements.maximumLifetime = 10 * 86400
        case .unknownRevocation:
            requirements.revocation = RevocationRequirements(scope: .leaf, requirePositiveResponse: true)
        case .otherPins:
            let others = [try TestAuthority.root("One"), try TestAuthority.root("Two")]
            requirements.pins = PinRequirements(
                .publicKeys,
                Set(try others.map { try $0.certificate.keyFingerprint() })
            )
        default: break
        }
    }
}

extension TestKeyKind {
    /// Returns the signature algorithm of such a key with a digest.
    fileprivate func algorithm(_ digest: TestDigest) -> TestSignatureAlgorithm {
        if case .rsa = self { .rsa(digest) } else { .ecdsa(digest) }
    }
}
