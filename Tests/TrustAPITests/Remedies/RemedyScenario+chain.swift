import TrustTestSupport

extension RemedyScenario {
    private static let altered =
        "Get the certificate and its issuer's certificate from the CA again, and send both. Either one of the two "
        + "certificates was altered, or the issuer's certificate belongs to another CA with the same name."
    private static let incomplete =
        "Configure the server (or client) that sent this chain to send its intermediate certificates too. If a private "
        + "root issued this certificate directly, add that root to the policy's `anchors`."
    private static let order =
        "Send the end-entity certificate first, then its issuer's certificate, and so on. Evaluate the corrected chain "
        + "before you consider the other errors for certificate 0: they are about the CA certificate."
    private static let loop =
        "Send a certificate that connects a CA in the loop to a trust anchor. If you trust a CA in the loop, you can "
        + "instead add that CA's certificate to the policy's `anchors`."

    private static let phasedOut =
        "Get a certificate that meets the condition, or one from another CA: if a root program sets the condition, it "
        + "phases the CAs of this trust anchor out. If the condition has changed, update the document with the "
        + "constraint. If this chain must be accepted meanwhile, add an exception to the policy."

    static let chain = [
        RemedyScenario("chain.anchorConstrained", phasedOut) {
            $0.request { request, chain in
                request.policy["anchorConstraints"] = [["anchor": chain.root.certificate.pem, "anyOf": [Int]()]]
            }
        } cure: {
            $0.request { request, chain in
                let alternative = ["leafNotBeforeUntil": "2026-01-01"]
                request.policy["anchorConstraints"] = [["anchor": chain.root.certificate.pem, "anyOf": [alternative]]]
            }
        },
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
            $0.send { [$0.leaf, try TestAuthority.root("Other").certificate] }
        } cure: {
            $0.send { [$0.leaf, $0.issuing.certificate] }
        },
        RemedyScenario("chain.issuerNotFound", incomplete) {
            $0.send { [try $0.root.issueLeaf("api.example.com"), try TestAuthority.root("Other").certificate] }
            $0.anchors { _ in [try TestAuthority.root("Other").certificate] }
        } cure: {
            $0.anchors { [$0.root.certificate] }
        },
        RemedyScenario("chain.issuerNotFound", alone) {
            $0.send { [$0.leaf] }
        } cure: {
            $0.send { [$0.leaf, $0.issuing.certificate] }
        },
        RemedyScenario("chain.issuerNotFound", alone) {
            $0.send { [$0.leaf] }
        } cure: {
            $0.request { $0.policy["intermediates"] = [$1.issuing.certificate.pem] }
        },
        RemedyScenario("chain.issuerNotFound", alone) {
            $0.send { [try $0.root.issueLeaf("api.example.com")] }
            $0.anchors { _ in [try TestAuthority.root("Other").certificate] }
        } cure: {
            $0.anchors { [$0.root.certificate] }
        },
        RemedyScenario("chain.issuerNotFound", pinnedIssuer) {
            $0.send { [$0.leaf] }
            $0.policy("evaluator", "pinPublicKeys")
            $0.request { $0.policy["pins"] = [$1.issuing.certificate.pem, $1.root.certificate.pem] }
        } cure: {
            $0.request { $0.policy["intermediates"] = [$1.issuing.certificate.pem] }
        },
        RemedyScenario(
            "chain.issuerNotFound",
            "Have the certificate reissued with the issuer's name exactly as in the CA's certificate. Composed and "
                + "decomposed letters look the same but are different."
        ) {
            $0.issuing { $0.subject = .commonName("Remédy") }
            $0.leaf { $0.issuer = .commonName("Reme\u{301}dy") }
        } cure: {
            $0.leaf { $0.issuer = .commonName("Remédy") }
        },
        RemedyScenario("chain.selfSignedLeaf", renewed) {
            $0.send { [try selfSigned(like: $0)] }
            $0.anchors { [try selfSigned(like: $0)] }
        } cure: {
            $0.request { request, _ in request.anchors = request.sent }
        },
        RemedyScenario(
            "chain.issuerNotFound",
            "If the missing issuer is an intermediate, send its certificate too. If the missing issuer is a root "
                + "that you trust, add the root to the policy's `anchors`, or use a policy that has this root."
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
            "Use a certificate from another CA. If the distrust is not intended, change the trust settings in the "
                + "source that the message names."
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
            "To trust this root, compare its fingerprint with the one from a trusted source, such as the team that "
                + "runs this CA. If the fingerprints match, add the root to the policy's `anchors`. Otherwise do not trust "
                + "this chain."
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
            "Send only the end-entity certificate and its intermediates. If all certificates that were sent are "
                + "needed, raise the configuration key that the message names. A fixed bound cannot be raised."
        ) {
            $0.send { [$0.leaf] + (try manyPaths(to: $0)) }
        } cure: {
            $0.send { [$0.leaf, $0.issuing.certificate] }
        },
        RemedyScenario("internal.budgetExhausted", manyNamesakes) {
            $0.root { $0.subjectKeyIdentifier = nil }
            $0.issuing { $0.authorityKeyIdentifier = nil }
            $0.anchors { chain in
                try (0..<60).map { number in
                    let key = try TestKey.shared(.ecdsaP384, "remedy namesake \(number)")
                    return try TestAuthority.root("Remedy Root", key: key) { $0.subjectKeyIdentifier = nil }.certificate
                }
            }
        } cure: {
            $0.anchors { [$0.root.certificate] }
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

    private static let alone =
        "Send all certificates that the peer presented in the TLS handshake, not only the first. If the peer presents only "
        + "this one, configure it to present its intermediate certificates too, or list them in the policy's "
        + "`intermediates`. If a private root issued this certificate directly, add that root to the policy's `anchors`."
    private static let pinnedIssuer =
        "Send all certificates that the peer presented in the TLS handshake, not only the first. Or list the pinned "
        + "certificate that the message names in the policy's `intermediates` too: pins are not used to complete a chain."
    private static let renewed =
        "Compare the new certificate's fingerprint with the one from a trusted source. If the fingerprints match, add the new "
        + "certificate to the policy's `anchors`, and remove the old one when it is no longer in use."
    private static let manyNamesakes =
        "Raise the configuration key that the message names. Or give the policy only those `anchors` and `intermediates` "
        + "of this name from which the chain can come. If these CAs and the certificates that they issue are reissued with "
        + "key identifiers, their number does not matter."
    private static let otherKey =
        "Send the CA's certificate for the key that signed this certificate: the CA may have several keys. Before you "
        + "add that certificate to the policy's `anchors`, ask the operator of the CA over another channel, such as by "
        + "telephone, to confirm the key: another CA can use the same name."
    private static let selfSigned =
        "Install a certificate issued by a CA. To trust exactly this certificate, compare its fingerprint with the one "
        + "from a trusted source, such as the team that runs the server. If the fingerprints match, add the "
        + "certificate to the policy's `anchors`."
    private static let mismatch =
        "If the issuer has another certificate that matches the authority key identifier, send that certificate. "
        + "Otherwise have the certificate reissued with an authority key identifier that matches the issuer's "
        + "certificate."
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
