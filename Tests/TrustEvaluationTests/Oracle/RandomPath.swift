import TrustTestSupport

/// A path of two to four certificates with random names, constraints and faults.
struct RandomPath {
    private static let mailboxes = ["foo@example.com", "Foo@example.com", "foo"]

    /// The certificates, leaf first.
    let path: [TestCertificate]

    init(_ random: inout SeededGenerator) throws {
        let count = Int.random(in: 0...2, using: &random)
        var issuer = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "oracle root")) {
            try Self.edit(&$0, isAuthority: true, &random)
        }
        var path = [issuer.certificate]
        for number in 0..<count {
            issuer = try issuer.issueAuthority(
                "Authority \(number)",
                key: .shared(.ecdsaP256, "oracle \(number)")
            ) {
                switch Int.random(in: 0..<12, using: &random) {
                // A self-issued certificate that renews its issuer's key.
                case 0..<2: $0.subject = $0.issuer
                case 2:
                    $0.subject = TestName([
                        .country("US"), .emailAddress(RandomNames.pick(Self.mailboxes, &random)),
                        .commonName("Authority \(number)"),
                    ])
                default: break
                }
                try Self.edit(&$0, isAuthority: true, &random)
            }
            path.insert(issuer.certificate, at: 0)
        }
        let leaf = try issuer.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "oracle leaf")) {
            leaf in
            leaf.subject = RandomNames.pick(RandomNames.directories, &random)
            leaf.subjectAlternativeNames = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                RandomNames.name(&random)
            }
            if Int.random(in: 0..<8, using: &random) == 0 {
                leaf.subject = TestName([
                    .country("US"),
                    .emailAddress(RandomNames.pick(Self.mailboxes, &random)),
                ])
            }
            try Self.edit(&leaf, isAuthority: false, &random)
        }
        self.path = [leaf] + path
    }

    /// Adds constraints to most CAs, and a fault to one certificate in ten.
    private static func edit(
        _ template: inout CertificateTemplate,
        isAuthority: Bool,
        _ random: inout SeededGenerator
    ) throws {
        if isAuthority, Int.random(in: 0..<3, using: &random) > 0 {
            template.extensions.append(RandomNames.constraints(&random))
        }
        guard Int.random(in: 0..<10, using: &random) == 0 else { return }
        switch Int.random(in: 0..<16, using: &random) {
        case 0: template.version = Int.random(in: 1...2, using: &random)
        case 1: template.pathLength = Int.random(in: 0...2, using: &random)
        case 2:
            template.keyUsage = RandomNames.pick(
                [.crlSign, .digitalSignature, [.keyCertSign], []],
                &random
            )
        case 3: template.keyUsage = nil
        case 4: template.extensions.remove(.basicConstraints)
        case 5: template.extensions.set(.basicConstraints(isAuthority: false, pathLength: nil))
        case 6: template.notAfter = .reference.adding(days: Int64.random(in: -2...1, using: &random))
        case 7: template.notBefore = .reference.adding(days: Int64.random(in: -1...2, using: &random))
        case 8:
            template.extensions.append(
                .raw("1.2.3", critical: Bool.random(using: &random), value: [5, 0])
            )
        case 9: template.signature.isCorrupt = true
        case 10: template.authorityKeyIdentifier = nil
        case 11: template.subjectKeyIdentifier = nil
        case 12: template.extendedKeyUsages = [.codeSigning]
        case 13: template.extensions.append(.keyUsage(.digitalSignature))
        case 14: template.extensions.append(.certificatePolicies(["1.2.3.4"], critical: true))
        default: template.extensions.set(.raw(.keyUsage, critical: true, value: [3, 1]))
        }
    }
}
