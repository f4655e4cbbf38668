import TrustModel

/// Holds the leaf to the profile's longest life of a TLS server's certificate (SecPolicyCreateSSL).
///
/// The life is the time from notBefore to notAfter, as Apple measures it: one second less than both ends included. A leaf
/// that a policy chose as its anchor may live as long as it does.
struct ServerLifetimeRule: Rule {
    static let name = "serverLifetime"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard let lifetimes = context.requirements.profile.demands.serverLifetimes else {
            return .skipped(why: "the profile bounds no server's lifetime")
        }
        guard [.serverAuth, .any].contains(context.requirements.purpose) else {
            return .skipped(why: "the purpose is not a server's")
        }
        guard case .anchor(let set) = context.path.end, let anchor = context.path.certificates.last else {
            return .skipped(why: "the path ends in no anchor")
        }
        guard context.path.certificates.count > 1 || set.isSystem else {
            return .skipped(why: "the leaf is an anchor that the policy chose")
        }
        let isSystem = set.isSystemRoot(anchor)
        return evaluate(
            context.path.leaf.facts,
            isSystem ? lifetimes.underSystemRoots : lifetimes.underOtherRoots,
            root: isSystem ? "one of the system's roots" : "a root that the policy chose"
        )
    }

    private func evaluate(_ leaf: CertificateFacts, _ limits: [ServerLifetimes.Limit], root: String) -> RuleOutcome {
        guard let notBefore = leaf.notBefore, let notAfter = leaf.notAfter else {
            return .skipped(why: "the validity cannot be read")
        }
        guard let limit = limits.first(where: { notBefore >= $0.issuedSince }) else {
            return .applied([], why: "under \(root), certificates issued so early are not bound")
        }
        let (seconds, allowed) = (notAfter.secondsSince1970 - notBefore.secondsSince1970, limit.days * 86400)
        let why = "a lifetime of \(seconds) seconds was compared with \(limit.days) days, under \(root)"
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
