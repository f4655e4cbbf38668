import TrustTestSupport

extension RemedyScenario {
    private static let altered =
        "Get the certificate and its issuer's certificate from the CA again: one of them was altered, or belongs to "
        + "another CA with the same name."
    private static let incomplete =
        "Send the missing intermediate certificates: configure the server (or client) that sent this chain with its full "
        + "chain. If a private root issued this certificate directly, add that root to the policy's `anchors`."
    private static let order =
        "Send the end-entity certificate first, then each certificate's issuer. Correct the order first, and evaluate "
        + "again: the other errors for certificate 0 are about the CA certificate."
    private static let loop =
        "Send a certificate of one of these CAs that was issued under a trust anchor, or add one of the CAs to the "
        + "policy's `anchors`."

    static let chain = [
        RemedyScenario("chain.signatureInvalid", altered) {
            $0.leaf { $0.signature.isCorrupt = true }
        } cure: {
            $0.leaf { $0.signature.isCorrupt = false }
        },
        RemedyScenario("chain.signatureInvalid", altered) {
            // A CA with the same name and without a key identifier.
            $0.leaf { $0.authorityKeyIdentifier = nil }
            $0.send { [$0.leaf, try $0.root.issueAuthority("Remedy CA").certificate] }
        } cure: {
            $0.send { [$0.leaf, $0.issuing.certificate] }
        },
        RemedyScenario("chain.issuerNotFound", incomplete) {
            $0.send { [$0.leaf] }
        } cure: {
            $0.send { [$0.leaf, $0.issuing.certificate] }
        },
        RemedyScenario("chain.issuerNotFound", incomplete) {
            $0.send { [try $0.root.issueLeaf("api.example.com")] }
            $0.anchors { _ in [try TestAuthority.root("Other").certificate] }
        } cure: {
            $0.anchors { [$0.root.certificate] }
        },
        RemedyScenario(
            "chain.issuerNotFound",
            "If you trust this CA, add its root to the policy's `anchors`, or use a policy that has it. "
                + "If the missing issuer is an intermediate, send that too."
        ) {
            $0.anchors { _ in [try TestAuthority.root("Other").certificate] }
        } cure: {
            $0.anchors { [$0.root.certificate] }
        },
        RemedyScenario("chain.issuerNotFound", otherKey) {
            $0.send { [$0.leaf, try $0.root.issueAuthority("Remedy CA").certificate] }
        } cure: {
            $0.send { [$0.leaf, $0.issuing.certificate] }
        },
        RemedyScenario("chain.issuerNotFound", otherKey) {
            $0.send { [$0.leaf, try $0.root.issueAuthority("Remedy CA").certificate] }
        } cure: {
            $0.anchors { [$0.issuing.certificate] }
        },
        RemedyScenario(
            "chain.distrusted",
            "Use a certificate from another CA. If the distrust is not intended, change the trust settings at their "
                + "source."
        ) {
            $0.anchors { _ in [] }
            $0.request {
                let rejected = TestTrustedCertificate($1.root.certificate, rejected: [.serverAuthentication])
                $0.policy["anchors"] = [rejected.pem]
            }
        } cure: {
            $0.anchors { [$0.root.certificate] }
        },
        RemedyScenario("chain.order", order) {
            $0.send { [$0.issuing.certificate, $0.leaf] }
        } cure: {
            $0.send { [$0.leaf, $0.issuing.certificate] }
        },
        RemedyScenario(
            "chain.untrustedRoot",
            "To trust this root, compare its fingerprint with the one from a trusted source, such as the team that runs "
                + "this CA. If they match, add the root to the policy's `anchors`. Otherwise do not trust this chain."
        ) {
            $0.send { [$0.leaf, $0.issuing.certificate, $0.root.certificate] }
            $0.anchors { _ in [try TestAuthority.root("Other").certificate] }
        } cure: {
            $0.anchors { [$0.root.certificate] }
        },
        RemedyScenario("chain.selfSignedLeaf", selfSigned) {
            $0.send { [try selfSigned(like: $0)] }
        } cure: {
            $0.send { [$0.leaf, $0.issuing.certificate] }
        },
        RemedyScenario("chain.selfSignedLeaf", selfSigned) {
            $0.send { [try selfSigned(like: $0)] }
        } cure: {
            $0.request { request, _ in request.anchors = request.sent }
        },
        RemedyScenario("chain.issuerMismatch", mismatch) {
            $0.policy("profile", "rfc5280Strict")
            $0.leaf { $0.authorityKeyIdentifier = [1, 2, 3] }
        } cure: {
            $0.leaf { $0.authorityKeyIdentifier = try TestKey.shared(.ecdsaP256, "remedy issuing").identifier() }
        },
        RemedyScenario("chain.issuerMismatch", mismatch) {
            $0.policy("profile", "rfc5280Strict")
            $0.leaf { $0.authorityKeyIdentifier = [1, 2, 3] }
        } cure: {
            $0.send { [$0.leaf, try $0.issuing.reissued { $0.subjectKeyIdentifier = [1, 2, 3] }.certificate] }
        },
        RemedyScenario("chain.tooLong", tooLong) {
            $0.policy("maxChainDepth", 0)
        } cure: {
            $0.policy("maxChainDepth", 1)
        },
        RemedyScenario("chain.tooLong", tooLong) {
            $0.policy("maxChainDepth", 0)
        } cure: {
            $0.send { [try $0.root.issueLeaf("api.example.com")] }
        },
        RemedyScenario(
            "internal.budgetExhausted",
            "Send only the certificates that belong to the chain."
        ) {
            $0.send { [$0.leaf] + (try manyPaths(to: $0)) }
        } cure: {
            $0.send { [$0.leaf, $0.issuing.certificate] }
        },
        RemedyScenario("chain.loop", loop) {
            $0.send { try looping($0) }
        } cure: {
            $0.send { try looping($0) + [$0.issuing.certificate] }
        },
        RemedyScenario("chain.loop", loop) {
            $0.send { try looping($0) }
        } cure: {
            $0.anchors { [$0.issuing.certificate] }
        },
    ]

    private static let otherKey =
        "Send the issuer's certificate with the key identifier given here: the CA may have several keys. Add it to the "
        + "policy's `anchors` only if the CA's operator confirms the key over another channel, since another CA "
        + "can use the same name."
    private static let selfSigned =
        "Install a certificate issued by a CA. To trust exactly this certificate, compare its fingerprint with the one "
        + "from a trusted source, such as the team that runs the server. If they match, add the certificate to the "
        + "policy's `anchors`."
    private static let mismatch =
        "Have the certificate reissued with an authority key identifier that matches its issuer's certificate, or send "
        + "the issuer's certificate that matches it."
    private static let tooLong =
        "Present a chain with fewer intermediate certificates, or raise the policy's `maxChainDepth`."

    /// Returns a self-signed certificate with the name and key of the leaf.
    private static func selfSigned(like chain: RemedyChain) throws -> TestCertificate {
        var template = chain.leaf.template
        template.issuer = template.subject
        template.signature.key = template.subjectKey
        template.authorityKeyIdentifier = nil
        return try template.certificate()
    }

    /// Returns seven layers of CAs with two invalid certificates each, which form more paths than are examined.
    private static func manyPaths(to chain: RemedyChain) throws -> [TestCertificate] {
        let unsound: TestAuthority.Edit = { $0.extensions.append(.raw("1.2.3", critical: true, value: [5, 0])) }
        var certificates: [TestCertificate] = []
        var issuer = chain.root
        for layer in 0..<6 {
            issuer = try issuer.issueAuthority("Layer \(layer)", edit: unsound)
            certificates += [issuer.certificate, try issuer.reissued().certificate]
        }
        return try certificates + (0..<2).map { _ in try chain.issuing.crossSigned(by: issuer, edit: unsound) }
    }

    /// Returns a leaf under CAs that certify each other.
    private static func looping(_ chain: RemedyChain) throws -> [TestCertificate] {
        let other = try TestAuthority.root("Remedy Other CA", key: .shared(.ecdsaP256, "remedy other"))
        return [chain.leaf, try chain.issuing.crossSigned(by: other), try other.crossSigned(by: chain.issuing)]
    }
}
