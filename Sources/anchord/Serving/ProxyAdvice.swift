import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies

/// Settings of a proxy's policy that are usual for servers, but dangerous for the admission of clients.
enum ProxyAdvice {
    /// Returns a clause for each setting; empty if the policy does not exist or is suitable.
    static func warnings(about proxy: TrustedProxy, under snapshot: PolicySnapshot) -> [String] {
        let host = proxy.host.flatMap { try? HostName($0, names: IDN2Names()) }
        guard case .policy(let policy) = try? snapshot.policy(named: proxy.policy, host: host) else { return [] }
        let report = policy.mode == .report ? [admission(inReportModeOf: policy)] : []
        // The risk of system anchors below says more than this hazard.
        let hazards = policy.evaluator.traits.hazards.filter { $0.code != .hazardPublicClients }
            .map { "the policy has the hazard \($0.code.name)" }
        return report + hazards
            + ClientRisk.allCases.compactMap { warning(about: $0, of: policy.evaluator, "the policy") }
    }

    private static func admission(inReportModeOf policy: TrustPolicy) -> String {
        policy.reportsChains
            ? "the policy is in report mode with `reportChains`, which admits nearly every client"
            : "the policy is in report mode, which admits clients that `allowedClients` and the policy's own rules reject"
    }

    /// Returns the warning about a risk of an evaluator; for alternatives, about the first member with the risk.
    ///
    /// A disabled evaluator has no warning, because its hazard includes all risks.
    private static func warning(about risk: ClientRisk, of evaluator: any Evaluator, _ subject: String) -> String? {
        guard evaluator.traits.clientRisks.contains(risk), !(evaluator is DisabledEvaluator) else { return nil }
        if let composite = evaluator as? CompositeEvaluator, composite.rule == .anyOf {
            return composite.members.lazy.compactMap { member in
                warning(about: risk, of: member.evaluator, "the member \(member.label)")
            }.first
        }
        return switch risk {
        case .systemAnchors:
            "\(subject) trusts the system trust store, so any public CA could issue the certificate of a client: use only "
                + "`anchors`"
        case .serverPurpose:
            "\(subject) has the purpose serverAuth, which admits certificates of servers: use clientAuth"
        case .anyName: "\(subject) has no `allowedClients`, so every client of its anchors is admitted"
        }
    }
}
