import COpenSSL
import COpenSSLShims
import TrustEvaluation
import TrustModel

extension ValidPolicies {
    /// Reads what a run of X509_verify_cert left of the policy tree; nil where nothing is left of it.
    init?(of context: OpaquePointer) {
        guard let tree = unsafe X509_STORE_CTX_get0_policy_tree(context) else { return nil }
        unsafe self.init(
            authorityConstrained: Self.policies(X509_policy_tree_get0_policies(tree)),
            userConstrained: Self.policies(X509_policy_tree_get0_user_policies(tree))
        )
    }

    private static func policies(_ nodes: OpaquePointer?) -> [OID] {
        guard let nodes = unsafe nodes else { return [] }
        return unsafe (0..<copensslshims_sk_X509_POLICY_NODE_num(nodes)).compactMap { index in
            guard let node = unsafe copensslshims_sk_X509_POLICY_NODE_value(nodes, index),
                let object = unsafe X509_policy_node_get0_policy(node)
            else { return nil }
            let octets = unsafe UnsafeBufferPointer(start: OBJ_get0_data(object), count: OBJ_length(object))
            return unsafe OID(der: Array(octets)[...])
        }
    }
}
