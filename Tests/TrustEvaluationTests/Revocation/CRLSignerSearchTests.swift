import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// CRLs that an issuer signed with another key than the certificate (RFC 5280 section 6.3.3 (f)).
@Suite struct `A CRL signed with another key of the issuer` {
    private static let good = ["notice notice.revocation 0"]
    private static let invalid = ["warning revocation.responseInvalid 0"]

    private let revocation: RevocationCase

    init() throws {
        revocation = try RevocationCase()
    }

    private var root: TestAuthority { revocation.hierarchy.root }

    /// A CA with the name of the leaf's issuer that may only sign CRLs.
    private func signer(
        under issuer: TestAuthority? = nil,
        edit: TestAuthority.Edit = { _ in }
    ) throws -> TestAuthority {
        try (issuer ?? root).issueAuthority("Issuing") {
            $0.extensions.remove(.basicConstraints)
            $0.keyUsage = .crlSign
            try edit(&$0)
        }
    }

    /// Returns the case with a CRL whose signer is in the request's chain.
    private func signed(
        by signer: TestAuthority,
        edit: TestAuthority.RevocationListEdit = { _ in }
    ) throws -> RevocationCase {
        var revocation = revocation
        revocation.others = [signer.certificate]
        revocation.add(try signer.revocationList(edit: edit))
        return revocation
    }

    @Test func `is used if the other key's certificate is available and from the same CA`() throws {
        #expect(try signed(by: signer()).reasons() == Self.good)
        let revoked = try signed(by: signer()) { $0.revoke(revocation.leaf) }
        #expect(try revoked.reasons() == ["error revocation.revoked 0"])
        #expect(try signed(by: signer { $0.keyUsage = nil }).reasons() == Self.good)
    }

    @Test func `is used only if the certificate that the issuer made for the other key is available`() throws {
        let selfIssued = try signer(under: revocation.issuer)
        var given = try signed(by: selfIssued)
        #expect(try given.reasons() == Self.good)
        given.others = []
        #expect(try given.reasons() == ["warning revocation.unavailable 0"])
        #expect(
            try given.message() == "The CRL issued by CN=Issuing (CRL number 1) is signed with another key "
                + "of the issuer, and no certificate for that key is available."
        )
    }

    @Test func `is not used if the other key may not sign CRLs`() throws {
        let given = try signed(by: signer { $0.keyUsage = .digitalSignature })
        #expect(try given.reasons() == ["warning revocation.unavailable 0"])
    }

    @Test func `is rejected with the reason if the signer's own path is not accepted`() throws {
        let given = try signed(by: signer { $0.notAfter = .reference.adding(days: -1) })
        #expect(try given.reasons() == Self.invalid)
        let message =
            "The CRL issued by CN=Issuing (CRL number 1) is signed by CN=Issuing, "
            + "which is not accepted: CN=Issuing expired"
        #expect(try given.message()?.hasPrefix(message) == true)
        let critical = TestExtension.raw("1.2.3.4", critical: true, value: DERWriter.null)
        #expect(try signed(by: signer { $0.extensions.append(critical) }).reasons() == Self.invalid)
        #expect(try signed(by: signer { $0.signature.isCorrupt = true }).reasons() == Self.invalid)
    }

    @Test func `is not used if its signer is revoked`() throws {
        let signer = try signer()
        var given = try signed(by: signer)
        given.add(try root.revocationList(revoking: [signer.certificate]))
        #expect(try given.reasons() == Self.invalid + ["notice notice.revocation 1"])
        #expect(try given.message()?.contains("which is not accepted: CN=Issuing was revoked on") == true)
    }

    @Test func `needs an answer about its signer if the policy requires answers`() throws {
        var given = try signed(by: signer())
        given.requirements?.requirePositiveResponse = true
        #expect(try given.reasons() == ["error revocation.responseInvalid 0"])
        given.add(try root.revocationList())
        #expect(try given.verdict().outcome == .trusted)
        #expect(try given.reasons() == Self.good + ["notice notice.revocation 1"])
    }

    @Test(arguments: RevocationRequirements.Scope.allCases)
    func `needs no answer about a CA that signs with a renewed key if only leaves need answers`(
        scope: RevocationRequirements.Scope
    ) throws {
        var given = try signed(by: root.issueAuthority("Issuing"))
        given.requirements = RevocationRequirements(scope: scope, requirePositiveResponse: true)
        let unanswered = try given.reasons().filter { $0.hasPrefix("error") }
        #expect(unanswered.isEmpty == (scope == .leaf))
        // A revocation of the signer is used nevertheless.
        given.add(try root.revocationList(revoking: [try #require(given.others.first)]))
        #expect(try given.reasons().contains("error revocation.responseInvalid 0"))
    }

    @Test func `is not used if the signer's path leads to another anchor`() throws {
        let other = try TestAuthority.root("Other Root")
        var given = try signed(by: signer(under: other))
        given.otherAnchors = [other.certificate]
        #expect(try given.reasons() == Self.invalid)
        #expect(try given.message()?.hasSuffix("which has no path to the trust anchor of the evaluated path.") == true)
    }

    @Test func `is not used if another CA certified the issuer's name for the signer`() throws {
        let other = try root.issueAuthority("Other")
        var given = try signed(by: signer(under: other))
        given.others.append(other.certificate)
        #expect(try given.reasons() == Self.invalid)
        #expect(
            try given.message()?.hasSuffix("which has the same name as the issuer, but was certified by another CA.")
                == true
        )
        // The same applies to a signer below a CA with the issuer's name that the other CA certified.
        let namesake = try other.issueAuthority("Issuing")
        given = try signed(by: signer(under: namesake))
        given.others += [other.certificate, namesake.certificate]
        #expect(try given.reasons() == Self.invalid)
        let sameNamedParent = try other.issueAuthority("Root")
        given = try signed(by: signer(under: sameNamedParent))
        given.others += [other.certificate, sameNamedParent.certificate]
        #expect(try given.reasons() == Self.invalid)
    }

    @Test func `cannot confirm its own signer, but can revoke it`() throws {
        let issuing = revocation.issuer
        let selfIssued = try signer(under: issuing)
        var given = try signed(by: selfIssued)
        given.requirements?.requirePositiveResponse = true
        #expect(try given.reasons() == ["error revocation.responseInvalid 0"])
        #expect(try given.message()?.contains("whose own revocation status depends on this CRL") == true)
        given.add(try issuing.revocationList())
        #expect(try given.reasons().contains("notice notice.revocation 0"))
        let revoking = try signed(by: selfIssued) { $0.revoke(selfIssued.certificate) }
        #expect(try revoking.reasons() == Self.invalid)
    }

    @Test func `signed with a key of the path is used only for certificates below that key`() throws {
        let newer = try revocation.issuer.issueAuthority("Issuing")
        let leaf = try newer.issueLeaf("api.example.com")
        func verdict(_ list: TestRevocationList) throws -> [String] {
            var engineCase = EngineCase(
                [leaf, newer.certificate, revocation.issuer.certificate],
                anchors: [root.certificate]
            )
            engineCase.evidence.lists = [try list.read()]
            engineCase.edit = { $0.revocation = RevocationRequirements() }
            return try engineCase.verdict().summaries.filter { $0.contains("revocation") }.sorted()
        }
        let missing = "warning revocation.unavailable 2"
        #expect(
            try verdict(revocation.issuer.revocationList())
                == ["notice notice.revocation 0", "notice notice.revocation 1", missing]
        )
        #expect(
            try verdict(newer.revocationList())
                == ["notice notice.revocation 0", "warning revocation.responseInvalid 1", missing]
        )
    }
}

/// CRLs of issuers that certificates name in their distribution points (RFC 5280 sections 5.2.5 and 6.3.3 (b)(1)).
@Suite struct `An indirect CRL` {
    private static let good = ["notice notice.revocation 0"]

    private let root: TestAuthority
    private let signer: TestAuthority

    init() throws {
        root = try TestAuthority.root("Root")
        signer = try root.issueAuthority("CRL Issuer") {
            $0.extensions.remove(.basicConstraints)
            $0.keyUsage = .crlSign
        }
    }

    private static let point = TestDistributionPointName.full([.uri("http://crl.example.com/all")])

    private static func points(leftTo issuer: TestName) -> TestExtension {
        .crlDistributionPoints(points: [TestDistributionPoint(point, crlIssuer: [.directory(issuer)])])
    }

    /// Returns a case with a leaf that names a CRL issuer, and with that issuer's certificate.
    private func revocation(
        leftTo issuer: TestName? = nil,
        others: [TestCertificate]? = nil
    ) throws -> RevocationCase {
        let intermediate = try root.issueAuthority("Issuing")
        let leaf = try intermediate.issueLeaf("api.example.com") {
            $0.extensions.append(Self.points(leftTo: issuer ?? signer.name))
        }
        var revocation = RevocationCase(Hierarchy(of: root, intermediate, leaf))
        revocation.others = others ?? [signer.certificate]
        return revocation
    }

    private func list(
        of issuer: TestAuthority? = nil,
        isIndirect: Bool = true,
        edit: TestAuthority.RevocationListEdit = { _ in }
    ) throws -> TestRevocationList {
        try (issuer ?? signer).revocationList {
            var scope = TestIssuingDistributionPoint(Self.point)
            scope.isIndirect = isIndirect
            $0.issuingDistributionPoint = scope
            try edit(&$0)
        }
    }

    @Test func `covers other issuers' certificates that name its issuer`() throws {
        var revocation = try revocation()
        revocation.add(try list())
        #expect(try revocation.reasons() == Self.good)
        let (leaf, issuer) = (revocation.leaf, revocation.issuer.name)
        revocation.add(
            try list {
                $0.crlNumber = 2
                $0.revoke(leaf, reason: .keyCompromise) { $0.certificateIssuer = issuer }
            }
        )
        #expect(try revocation.reasons().first == "error revocation.revoked 0")
    }

    @Test func `distinguishes certificates with one number by the last issuer named (RFC 5280 §5.3.3)`() throws {
        var revocation = try revocation()
        let (leaf, issuer) = (revocation.leaf, revocation.issuer.name)
        var other = revocation
        revocation.add(
            try list {
                $0.revoke(serialNumber: [1]) { $0.certificateIssuer = issuer }
                $0.revoke(leaf)
            }
        )
        #expect(try revocation.reasons() == ["error revocation.revoked 0"])
        other.add(try list { $0.revoke(leaf) })
        #expect(try other.reasons() == Self.good)
    }

    @Test func `must be marked as indirect and match the certificate's distribution point`() throws {
        var revocation = try revocation()
        var other = revocation
        revocation.add(try list(isIndirect: false))
        #expect(try revocation.reasons() == ["warning revocation.responseInvalid 0"])
        other.add(
            try list {
                $0.issuingDistributionPoint?.name = .full([.uri("http://crl.example.com/other")])
            }
        )
        #expect(try other.reasons() == ["warning revocation.responseInvalid 0"])
    }

    @Test func `is not used if the certificate does not name its issuer`() throws {
        var revocation = try revocation(leftTo: .commonName("Somebody"))
        revocation.add(try list { $0.revoke(revocation.leaf) { $0.certificateIssuer = revocation.issuer.name } })
        #expect(
            try revocation.reasons() == ["warning revocation.responseInvalid", "warning revocation.unavailable 0"]
        )
    }

    @Test func `is not trusted if an unrelated CA with the issuer's name signed it`() throws {
        let stranger = try TestAuthority.root("CRL Issuer")
        for others in [[signer.certificate], [signer.certificate, stranger.certificate], []] {
            var revocation = try revocation(others: others)
            revocation.otherAnchors = [stranger.certificate]
            let (leaf, issuer) = (revocation.leaf, revocation.issuer.name)
            revocation.add(try list(of: stranger) { $0.revoke(leaf) { $0.certificateIssuer = issuer } })
            #expect(try revocation.reasons() == ["warning revocation.responseInvalid 0"])
            #expect(try revocation.verdict().outcome == .trusted)
        }
    }

    @Test func `is not used if its issuer's certificate is not available`() throws {
        var revocation = try revocation(others: [])
        revocation.add(try list())
        #expect(try revocation.reasons() == ["warning revocation.unavailable 0"])
        #expect(
            try revocation.message()
                == "The CRL issued by CN=CRL Issuer (CRL number 1) is signed with a key for which no certificate is "
                + "available."
        )
    }

    @Test func `may be signed by an anchor that also has a path to the certificate's anchor`() throws {
        var revocation = try revocation(others: [])
        revocation.otherAnchors = [signer.certificate]
        revocation.add(try list())
        #expect(try revocation.reasons() == Self.good)
    }

    @Test func `may cover its own issuer's certificate if that names the issuer (NIST PKITS 4.14.30)`() throws {
        func verdict(revoking: Bool) throws -> [String] {
            let circular = try root.issueAuthority("Circular") {
                $0.keyUsage = .crlSign
                $0.extensions.append(Self.points(leftTo: .commonName("Circular")))
            }
            var revocation = try revocation(leftTo: circular.name, others: [circular.certificate])
            revocation.requirements?.requirePositiveResponse = true
            revocation.add(
                try list(of: circular) {
                    if revoking { $0.revoke(circular.certificate) { $0.certificateIssuer = root.name } }
                }
            )
            return try revocation.reasons()
        }
        #expect(try verdict(revoking: false) == Self.good)
        #expect(try verdict(revoking: true) == ["error revocation.responseInvalid 0"])
    }

    @Test func `is not trusted if two issuers depend on each other and one revokes the other`() throws {
        let names = [TestName.commonName("First"), .commonName("Second")]
        let signers = try names.indices.map { index in
            try root.issueAuthority(index == 0 ? "First" : "Second") {
                $0.keyUsage = .crlSign
                $0.extensions.append(Self.points(leftTo: names[1 - index]))
            }
        }
        func reasons(_ edit: @escaping TestAuthority.RevocationListEdit) throws -> [String] {
            var revocation = try revocation(leftTo: names[0], others: signers.map(\.certificate))
            revocation.requirements?.requirePositiveResponse = true
            revocation.add(try list(of: signers[0]))
            revocation.add(try list(of: signers[1], edit: edit))
            return try revocation.reasons()
        }
        #expect(try reasons { _ in } == Self.good)
        #expect(
            try reasons { $0.revoke(signers[0].certificate) { $0.certificateIssuer = root.name } }
                == ["error revocation.responseInvalid 0"]
        )
    }

    @Test func `is not trusted later because its issuer was assumed to be good before`() throws {
        let names = [TestName.commonName("First"), .commonName("Second")]
        let signers = try names.indices.map { index in
            try root.issueAuthority(index == 0 ? "First" : "Second") {
                $0.keyUsage = .crlSign
                $0.extensions.append(Self.points(leftTo: names[1 - index]))
            }
        }
        // The leaf names the first as CRL issuer. The intermediate names the second, which is good only if the first
        // is; the second revokes the first.
        let intermediate = try root.issueAuthority("Issuing") {
            $0.extensions.append(Self.points(leftTo: names[1]))
        }
        let leaf = try intermediate.issueLeaf("api.example.com") {
            $0.extensions.append(Self.points(leftTo: names[0]))
        }
        var revocation = RevocationCase(Hierarchy(of: root, intermediate, leaf))
        revocation.others = signers.map(\.certificate)
        revocation.requirements = RevocationRequirements(requirePositiveResponse: true)
        revocation.add(try list(of: signers[0]))
        revocation.add(
            try list(of: signers[1]) { $0.revoke(signers[0].certificate) { $0.certificateIssuer = root.name } }
        )
        #expect(
            try revocation.reasons()
                == ["error revocation.responseInvalid 0", "error revocation.responseInvalid 1"]
        )
    }

    @Test func `is not followed through more than three issuers`() throws {
        func reasons(length: Int) throws -> [String] {
            var others: [TestCertificate] = []
            var lists: [TestRevocationList] = []
            for number in 0..<length {
                let authority = try root.issueAuthority("CRL Issuer \(number)") {
                    $0.keyUsage = .crlSign
                    // The last issuer's CRL covers itself.
                    let next = min(number + 1, length - 1)
                    $0.extensions.append(Self.points(leftTo: .commonName("CRL Issuer \(next)")))
                }
                others.append(authority.certificate)
                lists.append(try list(of: authority))
            }
            var revocation = try revocation(leftTo: .commonName("CRL Issuer 0"), others: others)
            revocation.requirements?.requirePositiveResponse = true
            for list in lists { revocation.add(list) }
            return try revocation.reasons()
        }
        #expect(try reasons(length: 3).contains("notice notice.revocation 0"))
        #expect(try reasons(length: 4).contains("error revocation.responseInvalid 0"))
    }
}

@Suite struct `The evaluation of CRL signers` {
    private static func signers(
        _ count: Int,
        of revocation: RevocationCase,
        key: TestKey? = nil
    ) throws
        -> [TestAuthority]
    {
        try (0..<count).map { _ in
            try revocation.hierarchy.root.issueAuthority("Issuing", key: key) { $0.keyUsage = .crlSign }
        }
    }

    @Test func `is bounded for a hundred signers of one name`() throws {
        var revocation = try RevocationCase()
        // A budget that permits all signatures.
        revocation.budget = WorkBudget(signatureChecks: 1000)
        let signers = try Self.signers(100, of: revocation)
        revocation.others = signers.map(\.certificate)
        for signer in signers.dropLast() { revocation.add(try signer.revocationList()) }
        #expect(try revocation.reasons() == ["notice notice.revocation 0"])
        // Each CRL identifies its key, so its signer is found at once. The paths exhaust the budget: one for the leaf
        // and one for each signer.
        revocation.add(try signers[99].revocationList())
        let verdict = try revocation.verdict()
        #expect(verdict.summaries.first == "error internal.budgetExhausted")
        #expect(verdict.outcome != .trusted)
    }

    @Test func `tries sixteen certificates per CRL, those with its key identifier first`() throws {
        let revocation = try RevocationCase()
        let signers = try Self.signers(40, of: revocation)
        let path = CandidatePath(
            certificates: try revocation.hierarchy.path.map { try $0.read() },
            end: .issuerNotFound
        )
        for signer in signers.suffix(3) {
            let list = try signer.revocationList().read()
            let candidates = CRLSignerSearch(list: list.facts, path: path, depth: 0)
                .candidates(among: try signers.map { try $0.certificate.read() })
            #expect(candidates.count == 16)
            #expect(candidates.prefix(2).map(\.der) == [revocation.issuer.certificate.der, signer.certificate.der])
        }
    }

    @Test func `evaluates paths one at a time for a signer with many certificates of one key`() throws {
        var revocation = try RevocationCase()
        let key = try TestKey.generate(.ecdsaP256)
        let signers = try Self.signers(30, of: revocation, key: key)
        revocation.others = signers.map(\.certificate)
        revocation.add(try signers[0].revocationList())
        #expect(try revocation.reasons() == ["notice notice.revocation 0"])
    }

    @Test func `finds an anchor that signed despite many other candidates`() throws {
        var revocation = try RevocationCase()
        let signer = try Self.signers(1, of: revocation)[0]
        // Certificates with the identifier of the signer's key, sent by an attacker who wants to hide the signer.
        let strangers = try (0..<40).map { _ in
            try TestAuthority.root("Issuing") { $0.subjectKeyIdentifier = signer.template.subjectKeyIdentifier }
        }
        revocation.others = strangers.map(\.certificate)
        revocation.otherAnchors = [signer.certificate]
        revocation.add(try signer.revocationList(revoking: [revocation.leaf]))
        #expect(try revocation.reasons() == ["error revocation.revoked 0"])
    }
}
