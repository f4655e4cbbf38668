import TrustModel

/// Enforces the profile's maximum lifetime of TLS server certificates (SecPolicyCreateSSL).
///
/// The lifetime is notAfter minus notBefore, as Apple measures it: one second less than with both ends included. The
/// limit does not apply to a leaf that the policy configures as its trust anchor.
struct ServerLifetimeRule: Rule {
    static let name = "serverLifetime"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard let lifetimes = context.requirements.profile.demands.serverLifetimes else {
            return .skipped(why: "the profile does not limit the lifetime of server certificates")
        }
        guard [.serverAuth, .any].contains(context.requirements.purpose) else {
            return .skipped(why: "the purpose is not serverAuth")
        }
        guard case .anchor(let set) = context.path.end, let anchor = context.path.certificates.last else {
            return .skipped(why: "the path does not end in a trust anchor")
        }
        guard context.path.certificates.count > 1 || set.isSystem else {
            return .skipped(why: "the leaf is a trust anchor of the policy")
        }
        let isSystem = set.isSystemRoot(anchor)
        return evaluate(
            context.path.leaf.facts,
            isSystem ? lifetimes.underSystemRoots : lifetimes.underOtherRoots,
            root: isSystem ? "a system root" : "a root of the policy"
        )
    }

    private func evaluate(_ leaf: CertificateFacts, _ limits: [ServerLifetimes.Limit], root: String) -> RuleOutcome {
        guard let notBefore = leaf.notBefore, let notAfter = leaf.notAfter else {
            return .skipped(why: "the validity period is malformed")
        }
        guard let limit = limits.first(where: { notBefore >= $0.issuedSince }) else {
            return .applied([], why: "under \(root), a certificate issued on this date may have any lifetime")
        }
        let (seconds, allowed) = (notAfter.secondsSince1970 - notBefore.secondsSince1970, limit.days * 86400)
        let why = "a lifetime of \(seconds) seconds was compared with the limit of \(limit.days) days under \(root)"
        guard seconds > allowed else { return .applied([], why: why) }
        let finding = Finding(
            .timeValidityTooLong,
            depth: 0,
            message: "\(leaf.displayName) is valid for more than the \(limit.days) days allowed under \(root).",
            facts: [Fact("seconds", Int(seconds)), Fact("maximumSeconds", Int(allowed))]
        )
        return .applied([finding], why: why)
    }
}
