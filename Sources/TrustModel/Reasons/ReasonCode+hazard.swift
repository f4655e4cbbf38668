/// Reasons about checks that a policy omits; always warnings.
extension ReasonCode {
    /// `hazard.hostIgnored`.
    package static let hazardHostIgnored = ReasonCode(
        "hazard.hostIgnored",
        .other,
        rank: 8,
        downgrading: .neverError("it is already a warning"),
        meaning: "The policy does not compare the host with the certificate, or accepts some hosts without a match.",
        cause: """
            The policy has `validateHost: false` or an evaluator that never compares hosts, so the holder of any \
            trusted certificate can impersonate every host. Or `checks` downgrades `host.mismatch`, `host.ipMismatch`, \
            `host.noSAN` or `host.invalid`, so the hosts given in the message are accepted without a match.
            """,
        remedy: "Enable host validation in the policy, unless this chain is meant to be accepted for every host.",
        reference: "RFC 9525 §6"
    )

    /// `hazard.keyOnly`.
    package static let hazardKeyOnly = ReasonCode(
        "hazard.keyOnly",
        .other,
        rank: 7,
        downgrading: .neverError("it is already a warning"),
        meaning: "The chain is not validated: trust depends on the pinned key or certificate alone.",
        cause: """
            The policy disables chain validation, such as with `validateCertificateChain: false`: expiry, revocation \
            and CA constraints have no effect.
            """,
        remedy:
            "Enable chain validation in the policy in addition to the pins. For a private CA, add its root to the "
            + "policy's `anchors`.",
        reference: "RFC 5280 §6.1"
    )

    /// `hazard.validityIgnored`.
    package static let hazardValidityIgnored = ReasonCode(
        "hazard.validityIgnored",
        .other,
        rank: 9,
        downgrading: .neverError("it is already a warning"),
        meaning: "Any path to a trust anchor is accepted: validity periods, purposes and key strength are not checked.",
        cause: """
            The policy reproduces Alamofire 5's RevocationTrustEvaluator without default validation and host \
            validation.
            """,
        remedy: "Enable default validation in the policy in addition to the revocation check.",
        reference: "RFC 5280 §6.1"
    )

    /// `hazard.anyChainAccepted`.
    package static let hazardAnyChainAccepted = ReasonCode(
        "hazard.anyChainAccepted",
        .other,
        rank: 6,
        downgrading: .neverError("it is already a warning"),
        meaning: "Any chain is accepted.",
        cause: """
            The policy neither validates the chain nor pins anything, so an attacker between client and server can \
            impersonate the server. AFNetworking's guard prevents this for requests with a host: then the same policy \
            refuses every chain (`policy.guardRefused`).
            """,
        remedy: "Enable chain validation in the policy, or add pins.",
        reference: "RFC 5280 §6.1"
    )

    /// `hazard.scriptOnly`.
    package static let hazardScriptOnly = ReasonCode(
        "hazard.scriptOnly",
        .other,
        rank: 6,
        downgrading: .neverError("it is already a warning"),
        meaning: "A script alone decides: the chain, its trust anchor and the host are not validated.",
        cause: """
            The policy has `evaluator: custom` with `validateCertificateChain: false`. The names and keys in the \
            certificates prove nothing, unless the script compares them with known ones.
            """,
        remedy: "Remove `validateCertificateChain: false`, so that the script can only reject paths that are valid.",
        reference: "RFC 5280 §6.1"
    )

    /// `hazard.reportOnly`.
    package static let hazardReportOnly = ReasonCode(
        "hazard.reportOnly",
        .other,
        rank: 5,
        downgrading: .neverError("it is already a warning"),
        meaning: "The policy is in report mode: some errors are reported, but do not deny.",
        cause: """
            The policy has `mode: report`. <doc:Enforcement#Report-mode> lists the errors that this mode \
            waives. With `reportChains: true`, even a forged chain is allowed.
            """,
        remedy:
            "Watch the reasons for a limited time. When they contain no unexpected errors, remove `mode: report`, so that the "
            + "policy denies these errors.",
        reference: "TrustKit kTSKEnforcePinning"
    )

    /// `hazard.trustDomainUnbound`.
    package static let hazardTrustDomainUnbound = ReasonCode(
        "hazard.trustDomainUnbound",
        .other,
        rank: 9,
        downgrading: .neverError("it is already a warning"),
        meaning:
            "The only trust anchor is bound to no trust domain, so its CAs can issue the SPIFFE IDs of every trust domain.",
        cause: """
            The policy has `profile: spiffe`, or a pattern that begins with `spiffe://` in `allowedClients`, but \
            neither `trustDomain` nor `trustDomains`. The anchor has no SPIFFE ID of its own.
            """,
        remedy:
            "Set `trustDomain` in the policy to the trust domain of the anchor, such as `trustDomain: corp.example`.",
        reference: "SPIFFE X509-SVID §5.2; SPIFFE Federation §7.3"
    )

    /// `hazard.publicClients`.
    package static let hazardPublicClients = ReasonCode(
        "hazard.publicClients",
        .other,
        rank: 9,
        downgrading: .neverError("it is already a warning"),
        meaning: "The policy accepts the client certificates of every public CA.",
        cause: """
            The policy has `purpose: clientAuth` and uses the system trust store, because it has no `anchors` or \
            `anchorsOnly: false`. Neither `allowedClients`, `emails`, `constraints` nor pins limit the clients, so anyone who \
            obtains a certificate from a public CA is accepted.
            """,
        remedy:
            "Set `anchors` to the CA of your clients, without `anchorsOnly: false`. Or limit the clients with "
            + "`allowedClients`.",
        reference: "RFC 8446 §4.4.2.4"
    )
}
