import TrustTestSupport

/// A leaf, some intermediates and a root with faults, issued from the root down.
struct FaultyHierarchy {
    /// The CAs, root first.
    private let authorities: [TestAuthority]
    private let leaf: TestCertificate
    private let faults: [PlannedFault]

    /// Leaf, intermediates, root.
    var path: [TestCertificate] { [leaf] + authorities.reversed().map(\.certificate) }

    init(intermediates: Int, faults: [PlannedFault], _ random: inout SeededGenerator) throws {
        self.faults = faults
        let kinds: [TestKeyKind] = [.ecdsaP256, .ecdsaP384, .rsa(2048)]
        func key(_ depth: Int) throws -> TestKey {
            let sound = kinds.randomElement(using: &random) ?? .ecdsaP256
            let weak = faults.lazy.filter { $0.depth == depth }.compactMap(\.weakKey).first
            return try .shared(weak ?? sound, "\(depth)")
        }
        func spoil(_ template: inout CertificateTemplate, _ depth: Int, _ issuerKey: TestKey) throws {
            // The Baseline Requirements allow no other algorithm with this curve.
            if issuerKey.kind == .ecdsaP384 { template.signature.digest = .sha384 }
            for fault in faults where fault.depth == depth { try fault.spoil(&template, issuerKey: issuerKey) }
        }
        let rootKey = try key(intermediates + 1)
        var authorities = [
            try TestAuthority.root("Root", key: rootKey) { try spoil(&$0, intermediates + 1, rootKey) }
        ]
        for depth in (0..<intermediates).map({ intermediates - $0 }) {
            let issuer = authorities[authorities.count - 1]
            authorities.append(
                try issuer.issueAuthority("Authority \(depth)", key: key(depth)) { try spoil(&$0, depth, issuer.key) }
            )
        }
        let issuer = authorities[authorities.count - 1]
        leaf = try issuer.issueLeaf("api.example.com", key: key(0)) { try spoil(&$0, 0, issuer.key) }
        self.authorities = authorities
    }

    /// Returns a CRL for each revoked certificate, from its issuer.
    func revocationLists() throws -> [TestRevocationList] {
        try faults.filter { $0.kind == .revoked }.map { fault in
            try issuer(of: fault.depth).revocationList(revoking: [path[fault.depth]])
        }
    }

    private func issuer(of depth: Int) -> TestAuthority { authorities[authorities.count - 1 - depth] }

    /// Returns additional certificates that lead to no better path: unrelated ones, ones with the same names and other
    /// keys, and the path's own CAs under an untrusted root.
    func decoys(_ stranger: TestAuthority, _ random: inout SeededGenerator) throws -> [TestCertificate] {
        var decoys: [TestCertificate] = []
        // Without a key identifier, a certificate's issuer is ambiguous.
        let isIssuerKnown = !faults.contains { $0.kind == .noAuthorityKeyIdentifier }
        for authority in authorities.dropFirst() {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: decoys.append(try stranger.issueAuthority("Stranger's").certificate)
            case 1 where isIssuerKnown:
                decoys.append(try namesake(of: authority, under: authorities[0]).certificate())
            // If no path has an anchor, an untrusted root would be as good as the path's own.
            case 2 where !faults.contains { [.untrustedRoot, .removedIntermediate].contains($0.kind) }:
                decoys.append(try authority.crossSigned(by: stranger))
                decoys.append(stranger.certificate)
            default: break
            }
        }
        return decoys
    }

    /// Returns other certificates of the path's CAs with the same name and key, each with a fault that invalidates
    /// every path through it.
    func faultyTwins(_ random: inout SeededGenerator) throws -> [TestCertificate] {
        let kinds: [PlannedFault.Kind] = [
            .expired, .notYetValid, .corruptSignature, .noAuthority, .noCertificateSigning, .wrongPurpose,
            .unknownCriticalExtension, .malformedExtension, .permittedElsewhere, .excludedHere,
        ]
        return try zip(authorities, authorities.dropFirst()).flatMap { issuer, authority in
            try (0..<Int.random(in: 0...2, using: &random)).map { _ in
                let fault = PlannedFault(kind: kinds.randomElement(using: &random) ?? .expired, depth: 1)
                return try authority.reissued { try fault.spoil(&$0, issuerKey: issuer.key) }.certificate
            }
        }
    }

    private func namesake(of authority: TestAuthority, under issuer: TestAuthority) throws -> CertificateTemplate {
        try .authority(authority.name, key: .generate(.ecdsaP256), issuer: issuer.template)
    }
}
