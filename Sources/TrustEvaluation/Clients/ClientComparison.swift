import TrustModel

/// The result of comparing the names of a leaf with the policy's `allowedClients`.
enum ClientComparison: Sendable {
    /// A pattern matches this name.
    case matched(Principal)
    case unmatched
    /// The names were not compared, because the comparison exceeds these limits.
    case exhausted([ExhaustedBudget])

    /// Compares the names of a leaf without a limit.
    init(of leaf: CertificateFacts, with clients: AllowedClients) {
        self = clients.principal(of: leaf).map { .matched($0) } ?? .unmatched
    }

    /// Compares the names of a leaf within the budget.
    init(of leaf: CertificateFacts, with clients: AllowedClients, _ resources: inout EvaluationResources) {
        guard resources.pay(clients.cost(of: leaf), for: .names) else {
            self = .exhausted(resources.exceededBounds)
            return
        }
        self.init(of: leaf, with: clients)
    }

    /// The name with which the policy allows the client.
    var principal: Principal? { if case .matched(let principal) = self { principal } else { nil } }
}
