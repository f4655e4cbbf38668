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
        var warnings: [String] = []
        if policy.mode == .report { warnings.append("the policy is in report mode, which admits every client") }
        warnings += policy.evaluator.hazards.map { "the policy has the hazard \($0.name)" }
        if let requirements = (policy.evaluator as? PathEvaluator)?.requirements {
            if requirements.purpose == .serverAuth {
                warnings.append(
                    "the policy has the purpose serverAuth, which admits certificates of servers: use clientAuth"
                )
            }
            if requirements.allowedClients == nil {
                warnings.append("the policy has no `allowedClients`, so every client of its anchors is admitted")
            }
        }
        return warnings
    }
}
