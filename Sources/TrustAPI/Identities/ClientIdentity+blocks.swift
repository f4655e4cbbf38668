import TrustEvaluation
import TrustIdentities
import TrustModel
import TrustPolicies

extension ClientIdentity {
    /// Returns why an identity with a blocked certificate is not used; nil if none of its certificates is blocked.
    func blockRefusal(in context: APIContext) -> String? {
        guard let blocks = context.policies.snapshot.blocks.inForce(at: context.now().instant) else { return nil }
        for (depth, certificate) in certificates.enumerated() {
            guard let block = blocks.block(of: certificate.facts, at: depth) else { continue }
            return "The identity \(name) is blocked by `\(block.id)`: \(block.reason)"
        }
        return nil
    }
}
