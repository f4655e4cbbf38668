import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

/// Conditions of one alternative, compared to the second.
@Suite struct `Anchor constraints rule` {
    /// The notBefore of the leaf.
    private static let notBefore = Instant(secondsSince1970: TestInstant.reference.secondsSince1970 - 86400)
    /// An alternative, and the part of the failure that it causes; nil if it holds.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var scts: [Instant] = []
        var hasLogList = true
        var purpose = KeyPurpose.serverAuth
        let edit: @Sendable (inout AnchorAlternative) -> Void
        let failure: String?

        var testDescription: String { name }
    }

    private let root: TestAuthority
    private let leaf: TestCertificate

    init() throws {
        root = try TestAuthority.root("Constrained Root", key: .shared(.ecdsaP256, "constrained root"))
        leaf = try root.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "constrained leaf")) {
            $0.notBefore = TestInstant(secondsSince1970: Self.notBefore.secondsSince1970)
            $0.subjectAlternativeNames = [.dns("api.example.com"), .dns("*.b.example.com")]
        }
    }

    private static func second(_ offset: Int64, from instant: Instant) -> Instant { instant.adding(seconds: offset) }

    private static func names(_ texts: [String]) -> AnchorNames {
        AnchorNames(texts.map { $0.hasPrefix("**.") ? .labelsBefore(String($0.dropFirst(3))) : .exact(.dns($0)) })
    }

    static let rows: [Row] = [
        Row(name: "notBefore at the last second", edit: { $0.leafNotBeforeUntil = notBefore }, failure: nil),
        Row(
            name: "notBefore one second later",
            edit: { $0.leafNotBeforeUntil = second(-1, from: notBefore) },
            failure: "leafNotBeforeUntil: notBefore of the leaf is \(notBefore), after \(second(-1, from: notBefore))"
        ),
        Row(name: "evaluation at the last second", edit: { $0.until = .reference }, failure: nil),
        Row(
            name: "evaluation one second later",
            edit: { $0.until = second(-1, from: .reference) },
            failure: "until: the time of evaluation \(Instant.reference) is after \(second(-1, from: .reference))"
        ),
        Row(
            name: "no SCT",
            edit: { $0.sctNotAfter = .reference },
            failure: "sctNotAfter: an SCT not after \(Instant.reference) is required, but the leaf has no SCT"
        ),
        Row(
            name: "no log list",
            hasLogList: false,
            edit: { $0.sctNotAfter = .reference },
            failure:
                "sctNotAfter: an SCT not after \(Instant.reference) is required, but no log list is configured "
                + "(evidence.logList)"
        ),
        Row(
            name: "one SCT at the last second",
            scts: [second(9, from: .reference), .reference],
            edit: { $0.sctNotAfter = .reference },
            failure: nil
        ),
        Row(
            name: "all SCTs later",
            scts: [second(9, from: .reference), second(1, from: .reference)],
            edit: { $0.sctNotAfter = .reference },
            failure:
                "sctNotAfter: the earliest verified SCT is from \(second(1, from: .reference)), after \(Instant.reference)"
        ),
        Row(name: "all names match", edit: { $0.dnsNames = names(["**.example.com"]) }, failure: nil),
        Row(
            name: "a wildcard name exceeds the patterns",
            edit: { $0.dnsNames = names(["api.example.com", "x.b.example.com"]) },
            failure:
                "dnsNames: the DNS name *.b.example.com of the leaf does not match api.example.com, x.b.example.com"
        ),
        Row(name: "the purpose is listed", edit: { $0.purposes = [.clientAuth, .serverAuth] }, failure: nil),
        Row(
            name: "the purpose is not listed",
            edit: { $0.purposes = [.emailProtection] },
            failure: "purposes: the purpose of the evaluation is serverAuth; expected emailProtection"
        ),
        Row(
            name: "any purpose at once",
            purpose: .any,
            edit: { $0.purposes = [.serverAuth] },
            failure: "purposes: the purpose of the evaluation is any; expected serverAuth"
        ),
        Row(name: "every purpose is allowed", purpose: .any, edit: { $0.purposes = [.any] }, failure: nil),
        Row(
            name: "two conditions fail",
            edit: {
                $0.purposes = [.emailProtection]
                $0.until = second(-1, from: .reference)
            },
            failure:
                "purposes: the purpose of the evaluation is serverAuth; expected emailProtection; until: the time of "
                + "evaluation \(Instant.reference) is after \(second(-1, from: .reference))"
        ),
    ]

    private func context(
        _ alternatives: [AnchorAlternative],
        key: Fingerprint? = nil,
        scts: [Instant] = [],
        hasLogList: Bool = true,
        purpose: KeyPurpose = .serverAuth,
        leaf: TestCertificate? = nil
    ) throws -> PathContext {
        let path = [try (leaf ?? self.leaf).read(), try root.certificate.read()]
        let anchors = AnchorSet(name: "test", certificates: [path[1]])
        var requirements = PathRequirements(purpose: purpose, anchors: [anchors])
        let constraint = AnchorConstraint(
            key: key ?? path[1].facts.publicKeyFingerprint,
            alternatives: alternatives,
            source: "Test program",
            asOf: "2026-10-01"
        )
        requirements.anchorConstraints = AnchorConstraints([constraint])
        let logs = try TransparencyCase([TestLog("Alpha 2026", operator: "Alpha")]).list()
        let log = try #require(logs.logs.values.first)
        var timestamps = TimestampReport()
        timestamps.verified = scts.map { VerifiedTimestamp(origin: .embedded, instant: $0, log: log, isCurrent: true) }
        return PathContext(
            path: CandidatePath(certificates: path, end: .anchor(anchors)),
            signatures: PathSignatures([nil]),
            requirements: requirements,
            host: .none,
            time: .reference,
            timestamps: hasLogList ? timestamps : nil,
            logs: hasLogList ? logs : nil,
            publicSuffixes: try #require(PSLSuffixes())
        )
    }

    private func findings(_ context: PathContext) -> [Finding]? {
        guard case .applied(let findings, _) = AnchorConstraintsRule().evaluate(context) else { return nil }
        return findings
    }

    @Test(arguments: rows) func `compares each condition to the second, and names the values`(row: Row) throws {
        var alternative = AnchorAlternative()
        row.edit(&alternative)
        let context = try context([alternative], scts: row.scts, hasLogList: row.hasLogList, purpose: row.purpose)
        let found = try #require(findings(context))
        guard let failure = row.failure else {
            #expect(found.isEmpty, "\(found.map(\.message))")
            return
        }
        try #require(found.count == 1)
        #expect(found[0].summary == "error chain.anchorConstrained 1")
        #expect(found[0].fact("alternatives") == .list([failure]))
        #expect(found[0].message.contains(failure))
        #expect(found[0].fact("source") == .text("Test program"))
        #expect(found[0].fact("asOf") == .text("2026-10-01"))
    }

    @Test func `one alternative is sufficient, and a finding lists the failure of each`() throws {
        var (late, wrong, right) = (AnchorAlternative(), AnchorAlternative(), AnchorAlternative())
        late.until = Self.second(-1, from: .reference)
        wrong.purposes = [.codeSigning]
        right.until = .reference
        #expect(findings(try context([late, right, wrong])) == [])
        let found = try #require(findings(try context([late, wrong])))
        guard case .list(let alternatives)? = found.first?.fact("alternatives") else {
            Issue.record("no alternatives")
            return
        }
        #expect(alternatives.count == 2 && alternatives[0].hasPrefix("until") && alternatives[1].hasPrefix("purposes"))
    }

    @Test func `an empty list of alternatives is full distrust`() throws {
        let found = try #require(findings(try context([])))
        #expect(found.map(\.summary) == ["error chain.anchorConstrained 1"])
        #expect(found.first?.fact("alternatives") == .list([]))
        #expect(found.first?.message.contains("is fully distrusted (Test program, as of 2026-10-01)") == true)
    }

    @Test func `a leaf without DNS names does not meet a condition on names`() throws {
        let mailbox = try root.issueLeaf("x.example.com", key: .shared(.ecdsaP256, "constrained leaf")) {
            $0.subjectAlternativeNames = [.email("ann@example.com")]
        }
        var alternative = AnchorAlternative()
        alternative.dnsNames = Self.names(["**.example.com"])
        let found = try #require(findings(try context([alternative], leaf: mailbox)))
        #expect(
            found.first?.fact("alternatives") == .list(["dnsNames: the leaf has no DNS name; expected **.example.com"])
        )
    }

    @Test func `is skipped for an anchor with another key, and without an anchor`() throws {
        let other = try leaf.read().facts.publicKeyFingerprint
        #expect(findings(try context([], key: other)) == nil)
        var ruleCase = RuleCase([leaf, root.certificate])
        ruleCase.isAnchored = false
        ruleCase.requirements.anchorConstraints = AnchorConstraints([AnchorConstraint(key: other, alternatives: [])])
        #expect(try ruleCase.findings(of: AnchorConstraintsRule()) == nil)
    }

    @Test func `the last second of the latest alternative that holds limits the verdict`() throws {
        var (early, late, endless) = (AnchorAlternative(), AnchorAlternative(), AnchorAlternative())
        early.until = Self.second(5, from: .reference)
        late.until = Self.second(9, from: .reference)
        endless.purposes = [.serverAuth]
        func end(_ alternatives: [AnchorAlternative]) throws -> Instant? {
            let context = try context(alternatives)
            #expect(findings(context) == [])
            return context.time.pathEnd
        }
        #expect(try end([early, late]) == late.until)
        #expect(try end([early, endless]) == nil)
    }

    @Test func `a failure that quotes the time is stable for one second only`() throws {
        var alternative = AnchorAlternative()
        alternative.until = Self.second(-1, from: .reference)
        let context = try context([alternative])
        #expect(findings(context)?.count == 1)
        #expect(context.time.stableUntil == .reference)
    }
}

/// Path building with partially distrusted anchors.
@Suite struct `Paths to constrained anchors` {
    private let old: TestAuthority
    private let new: TestAuthority
    private let crossed: TestCertificate
    private let leaf: TestCertificate

    init() throws {
        old = try TestAuthority.root("Old Root", key: .shared(.ecdsaP256, "old root"))
        new = try TestAuthority.root("New Root", key: .shared(.ecdsaP256, "new root"))
        crossed = try old.crossSigned(by: new)
        leaf = try old.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "crossed leaf"))
    }

    private func verdict(_ chain: [TestCertificate], anchors: [TestCertificate]) throws -> Verdict {
        let key = try old.certificate.read().facts.publicKeyFingerprint
        var engine = EngineCase(chain, anchors: anchors)
        engine.edit = {
            $0.anchorConstraints = AnchorConstraints([AnchorConstraint(key: key, alternatives: [])])
        }
        return try engine.verdict()
    }

    @Test func `a path through the cross-certificate to an anchor without constraints is accepted`() throws {
        for anchors in [[old.certificate, new.certificate], [new.certificate, old.certificate]] {
            let verdict = try verdict([leaf, crossed], anchors: anchors)
            #expect(verdict.errorCodes == [] && verdict.action == .allow, "\(verdict.summaries)")
            #expect(verdict.pathDER == [leaf.der, crossed.der, new.certificate.der])
        }
    }

    @Test(arguments: [true, false])
    func `the constraint applies to the self-signed and the cross-signed certificate as an anchor`(
        isCrossed: Bool
    ) throws {
        let anchor = isCrossed ? crossed : old.certificate
        let verdict = try verdict([leaf], anchors: [anchor])
        #expect(verdict.errorCodes == ["chain.anchorConstrained"])
        #expect(verdict.action == .deny)
    }

    @Test func `the chain that was sent does not select the certificate to which the constraint applies`() throws {
        // The self-signed certificate of the key is sent, and the anchor is the cross-certificate.
        let verdict = try verdict([leaf, old.certificate], anchors: [crossed])
        #expect(verdict.errorCodes == ["chain.anchorConstrained"], "\(verdict.summaries)")
    }
}
