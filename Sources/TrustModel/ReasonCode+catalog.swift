/// The chain: who issued whom, up to an anchor.
extension ReasonCode {
    /// `chain.signatureInvalid`.
    package static let chainSignatureInvalid = ReasonCode(
        "chain.signatureInvalid",
        .fatal,
        rank: 10,
        "The signature of a certificate was not made with its issuer's key.",
        remedy: "Obtain the certificate and its issuer's again: one of them was altered or belongs to another chain.",
        reference: "RFC 5280 §6.1.3 (a)(1)"
    )

    /// `chain.issuerNotFound`.
    package static let chainIssuerNotFound = ReasonCode(
        "chain.issuerNotFound",
        .recoverable,
        rank: 20,
        "No certificate of the issuer was sent and no anchor has its name.",
        remedy:
            "Configure the server to send its intermediate certificates, or add the issuer to the policy's anchors.",
        reference: "RFC 5280 §6.1"
    )

    /// `chain.untrustedRoot`.
    package static let chainUntrustedRoot = ReasonCode(
        "chain.untrustedRoot",
        .recoverable,
        rank: 20,
        "The chain ends in a self-signed certificate that is not an anchor.",
        remedy: "Add the root to the policy's anchors if it is yours; otherwise do not trust this chain.",
        reference: "RFC 5280 §6.1.1 (d)"
    )

    /// `chain.selfSignedLeaf`.
    package static let chainSelfSignedLeaf = ReasonCode(
        "chain.selfSignedLeaf",
        .recoverable,
        rank: 20,
        "The certificate is signed by itself and is not an anchor.",
        remedy: "Replace it by a certificate of an authority, or make it an anchor of the policy.",
        reference: "RFC 5280 §6.1.1 (d)"
    )

    /// `chain.distrusted`.
    package static let chainDistrusted = ReasonCode(
        "chain.distrusted",
        .denied,
        rank: 15,
        "A certificate of the chain is explicitly distrusted.",
        remedy: "Replace the certificate: its authority was distrusted on purpose.",
        reference: "SecTrustSettings"
    )

    /// `chain.issuerMismatch`.
    package static let chainIssuerMismatch = ReasonCode(
        "chain.issuerMismatch",
        .fatal,
        rank: 30,
        "A certificate's key identifiers do not match its issuer's.",
        remedy: "Reissue the certificate under the issuer's present key, or send the matching issuer.",
        reference: "RFC 5280 §4.2.1.1"
    )

    /// `chain.tooLong`.
    package static let chainTooLong = ReasonCode(
        "chain.tooLong",
        .recoverable,
        rank: 40,
        "There are more intermediate certificates than the policy allows.",
        remedy: "Shorten the chain, or raise maxChainDepth.",
        reference: "RFC 5280 §6.1"
    )

    /// `chain.loop`.
    package static let chainLoop = ReasonCode(
        "chain.loop",
        .fatal,
        rank: 40,
        "The chain leads back to a certificate that is part of it.",
        remedy: "Remove the superfluous cross-certificates from what the server sends.",
        reference: "RFC 4158 §2.4.2"
    )
}

/// Time.
extension ReasonCode {
    /// `time.expired`.
    package static let timeExpired = ReasonCode(
        "time.expired",
        .recoverable,
        rank: 50,
        "A certificate is no longer valid.",
        remedy: "Renew the certificate.",
        reference: "RFC 5280 §6.1.3 (a)(2)"
    )

    /// `time.notYetValid`.
    package static let timeNotYetValid = ReasonCode(
        "time.notYetValid",
        .recoverable,
        rank: 50,
        "A certificate is not valid yet.",
        remedy: "Check the clock of whoever asks; otherwise wait, or have the certificate reissued.",
        reference: "RFC 5280 §6.1.3 (a)(2)"
    )

    /// `time.malformed`.
    package static let timeMalformed = ReasonCode(
        "time.malformed",
        .fatal,
        rank: 50,
        "A certificate's validity cannot be read.",
        remedy: "Have the certificate reissued.",
        reference: "RFC 5280 §4.1.2.5"
    )

    /// `time.validityTooLong`.
    package static let timeValidityTooLong = ReasonCode(
        "time.validityTooLong",
        .recoverable,
        rank: 120,
        "A certificate is valid for longer than the policy allows.",
        remedy: "Have it issued for a shorter time.",
        reference: "CA/Browser Forum Baseline Requirements §6.3.2"
    )
}

/// The names the certificate is for.
extension ReasonCode {
    /// `host.mismatch`.
    package static let hostMismatch = ReasonCode(
        "host.mismatch",
        .recoverable,
        rank: 60,
        "The certificate is not for this host.",
        remedy: "Connect by a name that the certificate has, or have the name added to it.",
        reference: "RFC 9525 §6"
    )

    /// `host.ipMismatch`.
    package static let hostIpMismatch = ReasonCode(
        "host.ipMismatch",
        .recoverable,
        rank: 60,
        "The certificate is not for this IP address.",
        remedy: "Connect by name, or have the address added to the certificate as an iPAddress.",
        reference: "RFC 9525 §6.4"
    )

    /// `host.noSAN`.
    package static let hostNoSAN = ReasonCode(
        "host.noSAN",
        .recoverable,
        rank: 60,
        "The certificate has no subject alternative name; a common name does not count.",
        remedy: "Have it reissued with a subject alternative name.",
        reference: "RFC 9525 §6.3"
    )

    /// `host.invalid`.
    package static let hostInvalid = ReasonCode(
        "host.invalid",
        .recoverable,
        rank: 5,
        "The host that was asked for is no DNS name and no IP address.",
        remedy: "Give the bare host, without scheme, port or wildcard.",
        reference: "RFC 9525 §3"
    )

    /// `host.emailMismatch`.
    package static let hostEmailMismatch = ReasonCode(
        "host.emailMismatch",
        .recoverable,
        rank: 60,
        "The certificate is not for this mailbox.",
        remedy: "Have it reissued with the mailbox as rfc822Name.",
        reference: "RFC 5280 §4.2.1.6"
    )
}

/// What an authority may do, and what stands below it.
extension ReasonCode {
    /// `constraint.notCA`.
    package static let constraintNotCA = ReasonCode(
        "constraint.notCA",
        .fatal,
        rank: 70,
        "A certificate that issued another is not a certification authority's.",
        remedy: "Have the chain reissued by a real authority: whoever holds this certificate may not issue.",
        reference: "RFC 5280 §6.1.4 (k)"
    )

    /// `constraint.pathLength`.
    package static let constraintPathLength = ReasonCode(
        "constraint.pathLength",
        .fatal,
        rank: 70,
        "There are more intermediates below an authority than it may have.",
        remedy: "Have the chain reissued with fewer levels.",
        reference: "RFC 5280 §6.1.4 (l)"
    )

    /// `constraint.name`.
    package static let constraintName = ReasonCode(
        "constraint.name",
        .fatal,
        rank: 70,
        "A name in the chain is outside what an authority above it may certify.",
        remedy: "Have the certificate issued by an authority that may certify this name.",
        reference: "RFC 5280 §6.1.3 (b), (c)"
    )

    /// `constraint.policy`.
    package static let constraintPolicy = ReasonCode(
        "constraint.policy",
        .recoverable,
        rank: 80,
        "The certificate policies of the chain do not meet what is required.",
        remedy: "Use a chain issued under one of the required policies.",
        reference: "RFC 5280 §6.1.5 (g)"
    )

    /// `constraint.criticalExtension`.
    package static let constraintCriticalExtension = ReasonCode(
        "constraint.criticalExtension",
        .fatal,
        rank: 75,
        "A critical extension is not understood, so the certificate must be refused.",
        remedy: "Have it reissued without the extension, or with it non-critical.",
        reference: "RFC 5280 §4.2"
    )

    /// `constraint.keyUsage`.
    package static let constraintKeyUsage = ReasonCode(
        "constraint.keyUsage",
        .fatal,
        rank: 75,
        "A key is used for what its certificate does not allow.",
        remedy: "Have the certificate reissued with the key usage that its role needs.",
        reference: "RFC 5280 §4.2.1.3"
    )

    /// `usage.extendedKeyUsage`.
    package static let usageExtendedKeyUsage = ReasonCode(
        "usage.extendedKeyUsage",
        .recoverable,
        rank: 65,
        "A certificate is not meant for this purpose.",
        remedy: "Have it reissued with the purpose in its extended key usage, or evaluate it for its own purpose.",
        reference: "RFC 5280 §4.2.1.12"
    )
}

/// Form.
extension ReasonCode {
    /// `extension.invalid`.
    package static let extensionInvalid = ReasonCode(
        "extension.invalid",
        .fatal,
        rank: 85,
        "An extension does not follow its syntax, or stands twice.",
        remedy: "Have the certificate reissued.",
        reference: "RFC 5280 §4.2"
    )

    /// `extension.proxyCertificate`.
    package static let extensionProxyCertificate = ReasonCode(
        "extension.proxyCertificate",
        .fatal,
        rank: 85,
        "The certificate is a proxy certificate, which is not accepted here.",
        remedy: "Use the end entity's own certificate.",
        reference: "RFC 3820"
    )
}

/// Algorithms and keys.
extension ReasonCode {
    /// `crypto.keyWeak`.
    package static let cryptoKeyWeak = ReasonCode(
        "crypto.keyWeak",
        .recoverable,
        rank: 90,
        "A key is too short or of a kind too weak for the policy.",
        remedy: "Have the certificate reissued with a stronger key.",
        reference: "CA/Browser Forum Baseline Requirements §6.1.5"
    )

    /// `crypto.digestWeak`.
    package static let cryptoDigestWeak = ReasonCode(
        "crypto.digestWeak",
        .recoverable,
        rank: 90,
        "A certificate is signed with a broken digest.",
        remedy: "Have it reissued with SHA-256 or better.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.3.2"
    )

    /// `crypto.algorithm`.
    package static let cryptoAlgorithm = ReasonCode(
        "crypto.algorithm",
        .fatal,
        rank: 90,
        "A signature algorithm is unknown, unsupported or contradicts itself.",
        remedy: "Have the certificate reissued with a common algorithm.",
        reference: "RFC 5280 §4.1.1.2"
    )
}

/// What RFC 5280 demands of conforming authorities; pedantic, so warnings outside the strict profiles.
extension ReasonCode {
    /// `strict.issuerNameEmpty`.
    package static let strictIssuerNameEmpty = ReasonCode(
        "strict.issuerNameEmpty",
        .fatal,
        rank: 100,
        "A certificate has no issuer name.",
        remedy: "Have it reissued with the name of its issuer.",
        reference: "RFC 5280 §4.1.2.4"
    )

    /// `strict.subjectNameEmpty`.
    package static let strictSubjectNameEmpty = ReasonCode(
        "strict.subjectNameEmpty",
        .fatal,
        rank: 100,
        "An authority's certificate has no subject name.",
        remedy: "Have it reissued with a subject.",
        reference: "RFC 5280 §4.1.2.6"
    )

    /// `strict.authorityKeyIdentifierMissing`.
    package static let strictAuthorityKeyIdentifierMissing = ReasonCode(
        "strict.authorityKeyIdentifierMissing",
        .fatal,
        rank: 100,
        "A certificate does not identify its issuer's key.",
        remedy: "Have it reissued with an authority key identifier.",
        reference: "RFC 5280 §4.2.1.1"
    )

    /// `strict.subjectKeyIdentifierMissing`.
    package static let strictSubjectKeyIdentifierMissing = ReasonCode(
        "strict.subjectKeyIdentifierMissing",
        .fatal,
        rank: 100,
        "An authority's certificate does not identify its key.",
        remedy: "Have it reissued with a subject key identifier.",
        reference: "RFC 5280 §4.2.1.2"
    )

    /// `strict.subjectAltNameEmpty`.
    package static let strictSubjectAltNameEmpty = ReasonCode(
        "strict.subjectAltNameEmpty",
        .fatal,
        rank: 100,
        "A certificate has a subject alternative name without names.",
        remedy: "Have it reissued with a name.",
        reference: "RFC 5280 §4.2.1.6"
    )

    /// `strict.subjectAltNameNotCritical`.
    package static let strictSubjectAltNameNotCritical = ReasonCode(
        "strict.subjectAltNameNotCritical",
        .fatal,
        rank: 100,
        "The subject is empty but the subject alternative name is not critical.",
        remedy: "Have it reissued with a critical subject alternative name.",
        reference: "RFC 5280 §4.2.1.6"
    )

    /// `strict.basicConstraintsNotCritical`.
    package static let strictBasicConstraintsNotCritical = ReasonCode(
        "strict.basicConstraintsNotCritical",
        .fatal,
        rank: 100,
        "An authority's basic constraints are not critical.",
        remedy: "Have the authority's certificate reissued.",
        reference: "RFC 5280 §4.2.1.9"
    )

    /// `strict.authorityKeyIdentifierCritical`.
    package static let strictAuthorityKeyIdentifierCritical = ReasonCode(
        "strict.authorityKeyIdentifierCritical",
        .fatal,
        rank: 100,
        "An authority key identifier is critical.",
        remedy: "Have the certificate reissued.",
        reference: "RFC 5280 §4.2.1.1"
    )

    /// `strict.subjectKeyIdentifierCritical`.
    package static let strictSubjectKeyIdentifierCritical = ReasonCode(
        "strict.subjectKeyIdentifierCritical",
        .fatal,
        rank: 100,
        "A subject key identifier is critical.",
        remedy: "Have the certificate reissued.",
        reference: "RFC 5280 §4.2.1.2"
    )

    /// `strict.extensionsRequireVersion3`.
    package static let strictExtensionsRequireVersion3 = ReasonCode(
        "strict.extensionsRequireVersion3",
        .fatal,
        rank: 100,
        "A certificate has extensions but is not of version 3.",
        remedy: "Have the certificate reissued.",
        reference: "RFC 5280 §4.1.2.1"
    )
}

/// Policy.
extension ReasonCode {
    /// `policy.noMatch`.
    package static let policyNoMatch = ReasonCode(
        "policy.noMatch",
        .denied,
        rank: 1,
        "The policy set has no policy for this host.",
        remedy: "Add the host to the set's hosts, or set otherwise.",
        reference: "Alamofire allHostsMustBeEvaluated"
    )

    /// `policy.disabled`.
    package static let policyDisabled = ReasonCode(
        "policy.disabled",
        .recoverable,
        rank: 130,
        "Evaluation is turned off by the policy: any chain is accepted.",
        remedy: "Use the evaluator default.",
        reference: "Alamofire disableEvaluation"
    )
}

/// The evaluation itself.
extension ReasonCode {
    /// `internal.unmapped`.
    package static let internalUnmapped = ReasonCode(
        "internal.unmapped",
        .other,
        rank: 200,
        "The cryptographic library reported an error that has no code of its own.",
        remedy: "Report it, with the chain and the native code.",
        reference: "OpenSSL x509_vfy.h"
    )

    /// `internal.validationFailed`.
    package static let internalValidationFailed = ReasonCode(
        "internal.validationFailed",
        .other,
        rank: 200,
        "The cryptographic library could not complete the validation.",
        remedy: "Try again; if it stays, report it with the chain.",
        reference: "OpenSSL X509_verify_cert"
    )

    /// `internal.budgetExhausted`.
    package static let internalBudgetExhausted = ReasonCode(
        "internal.budgetExhausted",
        .other,
        rank: 3,
        "The chain needs more work than one request may cause.",
        remedy: "Send only the certificates that belong to the chain.",
        reference: "RFC 4158 §5.2"
    )
}

/// What a trusted verdict rests on.
extension ReasonCode {
    /// `notice.anchor`.
    package static let noticeAnchor = ReasonCode(
        "notice.anchor",
        .recoverable,
        rank: 300,
        "The chain ends in this anchor.",
        remedy: "Nothing to do.",
        reference: "RFC 5280 §6.1.1 (d)"
    )
}

extension ReasonCode {
    /// Every code, in the order of the documentation.
    package static let all: [ReasonCode] = [
        .chainSignatureInvalid, .chainIssuerNotFound, .chainUntrustedRoot, .chainSelfSignedLeaf, .chainDistrusted,
        .chainIssuerMismatch, .chainTooLong, .chainLoop, .timeExpired, .timeNotYetValid, .timeMalformed,
        .timeValidityTooLong, .hostMismatch, .hostIpMismatch, .hostNoSAN, .hostInvalid, .hostEmailMismatch,
        .constraintNotCA, .constraintPathLength, .constraintName, .constraintPolicy, .constraintCriticalExtension,
        .constraintKeyUsage, .usageExtendedKeyUsage, .extensionInvalid, .extensionProxyCertificate, .cryptoKeyWeak,
        .cryptoDigestWeak, .cryptoAlgorithm, .strictIssuerNameEmpty, .strictSubjectNameEmpty,
        .strictAuthorityKeyIdentifierMissing, .strictSubjectKeyIdentifierMissing, .strictSubjectAltNameEmpty,
        .strictSubjectAltNameNotCritical, .strictBasicConstraintsNotCritical, .strictAuthorityKeyIdentifierCritical,
        .strictSubjectKeyIdentifierCritical, .strictExtensionsRequireVersion3, .policyNoMatch, .policyDisabled,
        .internalUnmapped, .internalValidationFailed, .internalBudgetExhausted, .noticeAnchor,
    ]
}
