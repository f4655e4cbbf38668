import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Path building` {
    /// Expects the same verdict, reasons and path for every order of the certificates.
    private func verdictOfEveryOrder(
        of others: [TestCertificate],
        leaf: TestCertificate,
        anchors: [TestCertificate],
        _ edit: (inout EngineCase) -> Void = { _ in }
    ) throws -> Verdict {
        var first: Verdict?
        for order in permutations(of: others) {
            var engineCase = EngineCase([leaf] + order, anchors: anchors)
            edit(&engineCase)
            let verdict = try engineCase.verdict()
            guard let expected = first else {
                first = verdict
                continue
            }
            #expect(verdict.outcome == expected.outcome)
            #expect(verdict.reasons == expected.reasons)
            #expect(verdict.pathDER == expected.pathDER)
            #expect(verdict.validUntil == expected.validUntil)
        }
        return try #require(first)
    }

    @Test func `builds a path from leaf to anchor, with certificates in any order and unrelated ones`() throws {
        let root = try TestAuthority.root("Root")
        let upper = try root.issueAuthority("Upper")
        let lower = try upper.issueAuthority("Lower")
        let leaf = try lower.issueLeaf("api.example.com")
        let stranger = try Hierarchy()
        let sent = [lower.certificate, upper.certificate, root.certificate, stranger.leaf]
        let verdict = try verdictOfEveryOrder(of: sent, leaf: leaf, anchors: [root.certificate])
        #expect(verdict.summaries == ["notice notice.anchor 3"])
        #expect(verdict.pathDER == [leaf, lower.certificate, upper.certificate, root.certificate].map(\.der))
        #expect(verdict.path.map(\.origin) == [.request, .request, .request, .anchor])
    }

    @Test func `reports a missing intermediate`() throws {
        let hierarchy = try Hierarchy()
        let verdict = try EngineCase([hierarchy.leaf], anchors: [hierarchy.root.certificate]).verdict()
        #expect(verdict.summaries == ["error chain.issuerNotFound 0"])
        #expect(verdict.pathDER == [hierarchy.leaf.der])
    }

    @Test func `accepts a single leaf that the anchor issued`() throws {
        let root = try TestAuthority.root("Root")
        let leaf = try root.issueLeaf("api.example.com")
        #expect(try EngineCase([leaf], anchors: [root.certificate]).verdict().outcome == .trusted)
    }

    @Test func `accepts an anchor that is an intermediate, without its root`() throws {
        let hierarchy = try Hierarchy()
        for sent in [[hierarchy.leaf], hierarchy.path, [hierarchy.leaf, hierarchy.intermediate.certificate]] {
            let verdict = try EngineCase(sent, anchors: [hierarchy.intermediate.certificate]).verdict()
            #expect(verdict.summaries == ["notice notice.anchor 1"])
        }
    }

    @Test func `accepts a leaf that is itself the anchor, self-signed or not`() throws {
        let hierarchy = try Hierarchy()
        let verdict = try EngineCase([hierarchy.leaf], anchors: [hierarchy.leaf]).verdict()
        #expect(verdict.summaries == ["notice notice.anchor 0"])
        let key = try TestKey.generate(.ecdsaP256)
        var template = CertificateTemplate(
            subject: .commonName("self"),
            subjectKey: key,
            issuer: .commonName("self"),
            signingKey: key
        )
        template.subjectAlternativeNames = [.dns("api.example.com")]
        let own = try template.certificate()
        #expect(try EngineCase([own], anchors: [own]).verdict().outcome == .trusted)
        #expect(try EngineCase([own], anchors: []).verdict().summaries.first == "error chain.selfSignedLeaf 0")
    }

    @Test func `does not accept a certificate because an anchor has its name and key`() throws {
        let root = try TestAuthority.root("Root")
        let impostor = try TestAuthority.root("Root")
        let leaf = try impostor.issueLeaf("api.example.com")
        let verdict = try verdictOfEveryOrder(
            of: [impostor.certificate, root.certificate],
            leaf: leaf,
            anchors: [root.certificate]
        )
        #expect(verdict.summaries == ["error chain.untrustedRoot 1"])
    }

    @Test func `finds the issuer of a leaf with the issuer's name and key (RFC 5280 §6.1.3)`() throws {
        let root = try TestAuthority.root("Root")
        let issuing = try root.issueAuthority("Issuing")
        for authority in [root, issuing] {
            let own = try authority.issueLeaf("api.example.com", key: authority.key) { $0.subject = authority.name }
            let path = [own.der, authority.certificate.der]
            let direct = try EngineCase([own], anchors: [authority.certificate]).verdict()
            #expect(direct.outcome == .trusted)
            #expect(direct.pathDER == path)
            let sent = try verdictOfEveryOrder(
                of: [issuing.certificate, root.certificate, own],
                leaf: own,
                anchors: [root.certificate]
            )
            #expect(sent.outcome == .trusted)
            #expect(sent.pathDER.prefix(2) == path[...])
        }
    }

    @Test func `does not use a new root's cross-certificate as its issuer if the root is the leaf`() throws {
        let old = try TestAuthority.root("Root")
        let new = try TestAuthority.root("Root")
        let rollover = try old.issueAuthority("Root", key: new.key)
        let verdict = try verdictOfEveryOrder(
            of: [rollover.certificate, old.certificate],
            leaf: new.certificate,
            anchors: [old.certificate]
        )
        #expect(verdict.outcome == .untrusted)
    }

    @Test func `ends if many certificates share the leaf's name and key`() throws {
        let root = try TestAuthority.root("Root")
        let others = try (0..<20).map { _ in
            try root.issueLeaf("api.example.com", key: root.key) { $0.subject = root.name }
        }
        let verdict = try EngineCase(others, anchors: []).verdict()
        #expect(verdict.outcome == .untrusted)
        let trusted = try EngineCase(others, anchors: [root.certificate]).verdict()
        #expect(trusted.pathDER == [others[0].der, root.certificate.der])
    }

    @Test func `continues above a CA that renewed its key without key identifiers (RFC 5280 §3.2)`() throws {
        let root = try TestAuthority.root("Root")
        let renewed = try root.issueAuthority("Root") {
            $0.authorityKeyIdentifier = nil
            $0.subjectKeyIdentifier = nil
        }
        let leaf = try renewed.issueLeaf("api.example.com")
        let verdict = try verdictOfEveryOrder(of: [renewed.certificate], leaf: leaf, anchors: [root.certificate])
        #expect(verdict.outcome == .trusted)
        #expect(verdict.errorCodes.isEmpty)
    }

    @Test func `finds a root that is not trusted`() throws {
        let hierarchy = try Hierarchy()
        let verdict = try EngineCase(hierarchy.path, anchors: []).verdict()
        #expect(verdict.summaries == ["error chain.untrustedRoot 2"])
        #expect(verdict.result == .recoverableTrustFailure)
    }

    @Test func `selects the valid one of two certificates of the same CA`() throws {
        let root = try TestAuthority.root("Root")
        let other = try TestAuthority.root("Other")
        let issuing = try root.issueAuthority("Issuing") { $0.notAfter = .reference.adding(days: -1) }
        let cross = try issuing.crossSigned(by: other) { $0.notAfter = .reference.adding(days: 1) }
        let leaf = try issuing.issueLeaf("api.example.com")
        let verdict = try verdictOfEveryOrder(
            of: [issuing.certificate, cross],
            leaf: leaf,
            anchors: [root.certificate, other.certificate]
        )
        #expect(verdict.summaries == ["notice notice.expiresSoon 1", "notice notice.anchor 2"])
        #expect(verdict.pathDER == [leaf, cross, other.certificate].map(\.der))
    }

    @Test func `tries another path if the first one has no anchor (RFC 4158 §2.4)`() throws {
        let root = try TestAuthority.root("Root")
        let stranger = try TestAuthority.root("Stranger")
        let issuing = try root.issueAuthority("Issuing")
        // Expires later, so it is tried first.
        let cross = try issuing.crossSigned(by: stranger) { $0.notAfter = .reference.adding(days: 5000) }
        let leaf = try issuing.issueLeaf("api.example.com")
        let verdict = try verdictOfEveryOrder(
            of: [issuing.certificate, cross, stranger.certificate],
            leaf: leaf,
            anchors: [root.certificate]
        )
        #expect(verdict.summaries == ["notice notice.anchor 2"])
    }

    @Test func `continues if a rule rejects a path to an anchor`() throws {
        let root = try TestAuthority.root("Root") {
            $0.extensions.append(.nameConstraints(excluded: [.dns("example.com")]))
        }
        let other = try TestAuthority.root("Other")
        let issuing = try root.issueAuthority("Issuing") { $0.notAfter = .reference.adding(days: 5000) }
        let cross = try issuing.crossSigned(by: other) { $0.notAfter = .reference.adding(days: 1) }
        let leaf = try issuing.issueLeaf("api.example.com")
        let verdict = try verdictOfEveryOrder(
            of: [issuing.certificate, cross],
            leaf: leaf,
            anchors: [root.certificate, other.certificate]
        ) { $0.explain = true }
        #expect(verdict.outcome == .trusted)
        #expect(verdict.pathDER.last == other.certificate.der)
        #expect(verdict.rejectedPaths.map { $0.reasons.map(\.summary) } == [["error constraint.name 0"]])
    }

    @Test func `distinguishes two CAs of the same name by their keys`() throws {
        let root = try TestAuthority.root("Root")
        let first = try root.issueAuthority("Issuing")
        let second = try root.issueAuthority("Issuing")
        for issuing in [first, second] {
            let leaf = try issuing.issueLeaf("api.example.com")
            let silent = try issuing.issueLeaf("api.example.com") { $0.authorityKeyIdentifier = nil }
            for leaf in [leaf, silent] {
                let verdict = try verdictOfEveryOrder(
                    of: [first.certificate, second.certificate],
                    leaf: leaf,
                    anchors: [root.certificate]
                )
                #expect(verdict.outcome == .trusted)
                #expect(verdict.pathDER[1] == issuing.certificate.der)
            }
        }
    }

    @Test func `ignores a wrong key identifier if the signature is valid`() throws {
        let root = try TestAuthority.root("Root")
        let issuing = try root.issueAuthority("Issuing")
        let namesake = try root.issueAuthority("Issuing") { $0.subjectKeyIdentifier = [1, 2, 3] }
        let leaf = try issuing.issueLeaf("api.example.com") { $0.authorityKeyIdentifier = [1, 2, 3] }
        let verdict = try verdictOfEveryOrder(
            of: [issuing.certificate, namesake.certificate],
            leaf: leaf,
            anchors: [root.certificate]
        )
        #expect(verdict.outcome == .trusted)
        #expect(verdict.pathDER[1] == issuing.certificate.der)
    }

    @Test func `ends in loops of cross-signed CAs`() throws {
        let first = try TestAuthority.root("First")
        let second = try TestAuthority.root("Second")
        let third = try TestAuthority.root("Third")
        let crosses = [
            try first.crossSigned(by: second), try second.crossSigned(by: third), try third.crossSigned(by: first),
        ]
        let leaf = try first.issueLeaf("api.example.com")
        let verdict = try verdictOfEveryOrder(of: crosses, leaf: leaf, anchors: [])
        #expect(verdict.summaries == ["error chain.loop 3"])
        #expect(verdict.reasons.first?.fact("issuerDepth") == .number(1))
        let trusted = try verdictOfEveryOrder(of: crosses, leaf: leaf, anchors: [third.certificate])
        #expect(trusted.summaries == ["notice notice.anchor 3"])
    }

    @Test func `includes no CA twice in a path, by any of its certificates (RFC 4158 §5.2)`() throws {
        let first = try TestAuthority.root("First")
        let second = try TestAuthority.root("Second")
        let crosses = [try first.crossSigned(by: second), try second.crossSigned(by: first)]
        let leaf = try first.issueLeaf("other.example")
        let verdict = try verdictOfEveryOrder(of: crosses, leaf: leaf, anchors: [first.certificate]) {
            $0.explain = true
        }
        #expect(verdict.errorCodes == ["host.mismatch"])
        #expect(verdict.pathDER == [leaf, first.certificate].map(\.der))
        #expect(verdict.rejectedPaths.isEmpty)
    }

    @Test func `orders certificates of equal rank by their fingerprints`() throws {
        let root = try TestAuthority.root("Root")
        let issuing = try root.issueAuthority("Issuing")
        let leaf = try issuing.issueLeaf("api.example.com")
        let again = try (0..<12).map { _ in try issuing.reissued().certificate }
        let verdict = try EngineCase([leaf] + again, anchors: [root.certificate]).verdict()
        let least = try again.map { try $0.fingerprint() }.min { $0.lexicographicallyPrecedes($1) }
        #expect(verdict.path[1].certificate.facts.fingerprint.bytes == least)
    }

    @Test func `handles a leaf sent twice as one`() throws {
        let hierarchy = try Hierarchy()
        let verdict = try EngineCase(
            [hierarchy.leaf] + hierarchy.path + hierarchy.path,
            anchors: [hierarchy.root.certificate]
        ).verdict()
        #expect(verdict.summaries == ["notice notice.anchor 2"])
    }

    @Test func `visits an anchor of two sets once, and names the first set`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.subjectAlternativeNames = [.dns("other.example")] })
        let anchors = ["policy", "system"].map { name in
            AnchorSet(name: name, certificates: (try? [hierarchy.root.certificate.read()]) ?? [])
        }
        var engineCase = EngineCase(hierarchy.path, anchors: [])
        engineCase.explain = true
        engineCase.edit = { $0.anchors = anchors }
        let failed = try engineCase.verdict()
        #expect(failed.errorCodes == ["host.mismatch"])
        #expect(failed.rejectedPaths.isEmpty)
        engineCase.host = .name(.dns("other.example"))
        let notice = try #require(try engineCase.verdict().reasons.last)
        #expect(notice.fact("anchors") == .text("policy"))
    }
}

@Suite struct `The budget of path building` {
    /// Layers of CAs, each certified by every CA of the next layer: the number of paths is the width to the power of
    /// the depth.
    private func mesh(width: Int, depth: Int) throws -> (leaf: TestCertificate, others: [TestCertificate]) {
        var upper = try (0..<width).map { try TestAuthority.root("Top \($0)") }
        var others: [TestCertificate] = []
        for layer in 0..<depth {
            let next = try (0..<width).map { try upper[0].issueAuthority("Layer \(layer) \($0)") }
            for authority in next {
                others += try upper.map { try authority.crossSigned(by: $0) }
            }
            upper = next
        }
        return (try upper[0].issueLeaf("api.example.com"), others)
    }

    @Test(arguments: [WorkBudget(paths: 3, signatureChecks: 400), WorkBudget(paths: 100, signatureChecks: 3)])
    func `ends path building in a mesh with a reason`(budget: WorkBudget) throws {
        let (leaf, others) = try mesh(width: 3, depth: 4)
        var engineCase = EngineCase([leaf] + others, anchors: [])
        engineCase.budget = budget
        let verdict = try engineCase.verdict()
        #expect(verdict.reasons.first?.code == .internalBudgetExhausted)
        #expect(verdict.action == .deny)
        #expect(!verdict.trusted)
    }

    @Test func `of zero leaves the question undecided`() throws {
        let hierarchy = try Hierarchy()
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.budget = WorkBudget(paths: 0, signatureChecks: 0)
        let verdict = try engineCase.verdict()
        #expect(verdict.outcome == .indeterminate)
        #expect(verdict.action == .deny)
        #expect(verdict.result == .otherError)
        #expect(verdict.summaries == ["error internal.budgetExhausted"])
        #expect(
            verdict.reasons.first?.message
                == "No path was found within the work budget: one evaluation is limited to 0 candidate paths "
                + "(limits.paths)."
        )
    }

    @Test func `limits the cost of name comparisons, and denies more expensive chains`() throws {
        let networks = [TestGeneralName](repeating: .ip([192, 0, 2, 0, 255, 255, 255, 0]), count: 3000)
        let hierarchy = try Hierarchy(
            intermediate: { $0.extensions.append(.nameConstraints(permitted: nil, excluded: networks)) },
            leaf: {
                $0.subjectAlternativeNames = [.dns("api.example.com")] + networks.map { _ in .ip([198, 51, 100, 1]) }
            }
        )
        let verdict = try EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate]).verdict()
        #expect(verdict.outcome == .indeterminate)
        #expect(verdict.action == .deny)
        #expect(verdict.summaries == ["error internal.budgetExhausted"])
        #expect(
            verdict.reasons.first?.message
                == "No path was found within the work budget: one evaluation is limited to 1048576 comparisons of "
                + "names with constraints (a fixed bound)."
        )
    }

    @Test func `permits less expensive paths after an expensive one`() throws {
        let networks = [TestGeneralName](repeating: .ip([192, 0, 2, 0, 255, 255, 255, 0]), count: 3000)
        let root = try TestAuthority.root("Root")
        let intermediate = try root.issueAuthority("Issuing")
        let other = try TestAuthority.root("Other")
        let costly = try intermediate.crossSigned(by: other) {
            $0.extensions.append(.nameConstraints(permitted: nil, excluded: networks))
            $0.notAfter = .reference.adding(days: 4000)
        }
        let leaf = try intermediate.issueLeaf("api.example.com") {
            $0.subjectAlternativeNames = [.dns("api.example.com")] + networks.map { _ in .ip([198, 51, 100, 1]) }
        }
        let chain = [leaf, costly, intermediate.certificate]
        let verdict = try EngineCase(chain, anchors: [root.certificate, other.certificate]).verdict()
        #expect(verdict.outcome == .trusted)
        #expect(verdict.pathDER[1] == intermediate.certificate.der)
    }

    @Test func `is sufficient for sixteen CAs of one name that only signatures distinguish`() throws {
        var issuer = try TestAuthority.root("Root", key: .shared(.ed25519, "one name 0"))
        let root = issuer.certificate
        var chain: [TestCertificate] = []
        for number in 1...16 {
            issuer = try issuer.issueAuthority("CA", key: .shared(.ed25519, "one name \(number)")) {
                ($0.authorityKeyIdentifier, $0.subjectKeyIdentifier) = (nil, nil)
            }
            chain.insert(issuer.certificate, at: 0)
        }
        let leaf = try issuer.issueLeaf("api.example.com") { $0.authorityKeyIdentifier = nil }
        var engineCase = EngineCase([leaf] + chain, anchors: [root])
        engineCase.edit = { $0.profile = .rfc5280 }
        #expect(try engineCase.verdict().outcome == .trusted)
    }

    @Test func `is sufficient for a path that is found before it is exhausted`() throws {
        let hierarchy = try Hierarchy()
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.budget = WorkBudget(paths: 1, signatureChecks: 3)
        // Two checks with P-256, of five units each.
        #expect(try engineCase.verdict().summaries == ["notice notice.anchor 2"])
        engineCase.budget = WorkBudget(paths: 1, signatureChecks: 2)
        #expect(try engineCase.verdict().summaries == ["error internal.budgetExhausted"])
    }
}

extension Verdict {
    /// The action of the verdict.
    fileprivate var trusted: Bool { action == .allow }
}
