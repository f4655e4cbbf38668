import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

/// A chain that expired yesterday, and an exception that accepts it.
private struct ExpiredCase {
    static let until = Instant.reference(days: 80)

    let hierarchy: Hierarchy
    var engineCase: EngineCase

    init(_ hierarchy: Hierarchy? = nil) throws {
        self.hierarchy = try hierarchy ?? Hierarchy()
        engineCase = EngineCase(self.hierarchy.path, anchors: [self.hierarchy.root.certificate])
        engineCase.instant = .reference(days: 61)
        engineCase.explain = true
        engineCase.exceptions = [try exception()]
    }

    func exception(
        _ codes: [ReasonCode] = [.timeExpired],
        _ chain: [TestCertificate]? = nil,
        host: HostName? = .dns("api.example.com")
    ) throws -> TrustException {
        let chain = try (chain ?? hierarchy.path).map { try $0.fingerprint() }
        return TrustException(codes: codes, chain: chain, host: host, until: Self.until)
    }

    /// Whether the chain is rejected and the exception not used.
    func isRefused() throws -> Bool {
        let verdict = try engineCase.verdict()
        return verdict.action == .deny && !verdict.reasons.contains { $0.code == .noticeException }
    }
}

@Suite struct `An exception` {
    @Test func `accepts the codes that it names, with a notice`() throws {
        let verdict = try ExpiredCase().engineCase.verdict()
        #expect(
            verdict.summaries == ["warning time.expired 0", "notice notice.exception", "notice notice.anchor 2"]
        )
        #expect(verdict.outcome == .trusted)
        #expect(verdict.action == .allow)
        #expect(verdict.result == .proceed)
        #expect(verdict.resultRule == .explicitTrust)
        #expect(verdict.status(of: "validity") == .warn)
        #expect(verdict.exceptionOffer == nil)
    }

    @Test func `is valid until its last second, and so are its verdicts`() throws {
        var expired = try ExpiredCase()
        #expect(try expired.engineCase.verdict().validUntil == ExpiredCase.until)
        expired.engineCase.instant = ExpiredCase.until
        #expect(try expired.engineCase.verdict().outcome == .trusted)
        expired.engineCase.instant = ExpiredCase.until.adding(seconds: 1)
        #expect(try expired.isRefused())
    }

    @Test func `accepts no additional error`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.extendedKeyUsages = [.codeSigning] })
        var expired = try ExpiredCase(hierarchy)
        #expect(try expired.isRefused())
        expired.engineCase.exceptions = [
            try expired.exception([.timeExpired]), try expired.exception([.usageExtendedKeyUsage]),
        ]
        #expect(try expired.isRefused(), "two exceptions do not add up")
        expired.engineCase.exceptions = [try expired.exception([.usageExtendedKeyUsage, .timeExpired])]
        #expect(try expired.engineCase.verdict().outcome == .trusted)
    }

    @Test func `applies only to its host`() throws {
        let wildcard = try Hierarchy(leaf: { $0.subjectAlternativeNames = [.dns("*.example.com")] })
        var expired = try ExpiredCase(wildcard)
        #expect(try expired.engineCase.verdict().outcome == .trusted)
        expired.engineCase.host = .name(.dns("www.example.com"))
        #expect(try expired.isRefused())
        expired.engineCase.edit = { $0.validateHost = false }
        #expect(try expired.isRefused())
        expired.engineCase.host = .none
        #expect(try expired.isRefused())
        expired.engineCase.host = .invalid(text: "api.example.com:443", HostNameError("has a colon"))
        #expect(try expired.isRefused())
        expired.engineCase.exceptions = [try expired.exception(host: nil)]
        #expect(try expired.isRefused())
        expired.engineCase.host = .name(.dns("api.example.com"))
        #expect(try expired.isRefused())
        expired.engineCase.host = .none
        #expect(try expired.engineCase.verdict().outcome == .trusted)
    }

    @Test func `applies only to its chain, certificate by certificate`() throws {
        var expired = try ExpiredCase()
        let path = expired.hierarchy.path
        for chain in permutations(of: path).dropFirst() + [Array(path.dropLast()), [path[0]], path + [path[2]], []] {
            expired.engineCase.exceptions = [try expired.exception([.timeExpired], chain)]
            #expect(try expired.isRefused(), "\(chain.count) certificates")
        }
        expired.engineCase.exceptions = [try expired.exception()]
        expired.engineCase.chain = [path[0]] + path.dropFirst().reversed()
        #expect(try expired.engineCase.verdict().outcome == .trusted, "the path decides, not the chain as sent")
    }

    @Test func `does not apply to another leaf with the same name, key and CA`() throws {
        var expired = try ExpiredCase()
        let hierarchy = expired.hierarchy
        let other = try hierarchy.intermediate.issueLeaf("api.example.com", key: hierarchy.leaf.key)
        expired.engineCase.chain[0] = other
        #expect(try expired.isRefused())
    }

    @Test func `does not apply to a longer or shorter path of the same certificates`() throws {
        var expired = try ExpiredCase()
        expired.engineCase.anchors = [expired.hierarchy.intermediate.certificate]
        #expect(try expired.isRefused())
        expired.engineCase.exceptions = [
            try expired.exception([.timeExpired], Array(expired.hierarchy.path.dropLast()))
        ]
        #expect(try expired.engineCase.verdict().outcome == .trusted)
        expired.engineCase.anchors = [expired.hierarchy.root.certificate]
        #expect(try expired.isRefused())
    }

    @Test func `accepts its codes anywhere in its chain`() throws {
        let hierarchy = try Hierarchy(intermediate: { $0.notAfter = .reference.adding(days: 62) })
        var expired = try ExpiredCase(hierarchy)
        // It is limited to its own validity, so that the next expiration is reviewed.
        #expect(try expired.engineCase.verdict().validUntil == .reference(days: 62))
        expired.engineCase.instant = .reference(days: 63)
        let verdict = try expired.engineCase.verdict()
        #expect(verdict.warningCodes == ["time.expired", "time.expired"])
        #expect(verdict.outcome == .trusted)
    }

    @Test(arguments: ReasonCode.all.filter { $0.gravity != .recoverable }.map(\.name))
    func `accepts no code that is not recoverable`(name: String) throws {
        let code = try #require(ReasonCode(name: name))
        let context = try Hierarchy().ruleCase.context()
        let exception = TrustException(
            codes: ReasonCode.all,
            chain: context.path.certificates.map(\.facts.fingerprint),
            host: nil,
            until: .reference
        )
        #expect(!exception.accepts([Finding(code, message: "")], in: context))
        #expect(exception.accepts([Finding(.timeExpired, message: "")], in: context))
    }

    @Test func `accepts no invalid signature, even if the policy only warns about it`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.signature.isCorrupt = true })
        for enforcement in [Enforcement.everything, .hostAndPins] {
            var expired = try ExpiredCase(hierarchy)
            expired.engineCase.edit = {
                $0.enforcement = enforcement
                $0.pins = PinRequirements(.publicKeys, [])
            }
            expired.engineCase.exceptions = [
                try expired.exception([.timeExpired, .chainSignatureInvalid, .pinSetEmpty, .pinKeyMismatch])
            ]
            #expect(try expired.isRefused())
            #expect(try expired.engineCase.verdict().exceptionOffer == nil)
        }
    }

    @Test func `accepts no revoked certificate, even if the chain has no anchor`() throws {
        for isAnchored in [true, false] {
            var expired = try ExpiredCase()
            if !isAnchored { expired.engineCase.anchors = [] }
            expired.engineCase.exceptions = [try expired.exception([.timeExpired, .chainUntrustedRoot])]
            expired.engineCase.edit = { $0.revocation = RevocationRequirements() }
            #expect(try expired.engineCase.verdict().outcome == .trusted)
            let issuing = expired.hierarchy.intermediate
            let list = try issuing.revocationList { $0.revoke(expired.hierarchy.leaf) }
            expired.engineCase.evidence.lists = try OpenSSLEvidenceReader().revocationLists(
                in: list.der,
                limits: EvidenceLimits()
            )
            #expect(try expired.isRefused())
            #expect(try expired.engineCase.verdict().errorCodes.first == "revocation.revoked")
        }
    }

    @Test func `is not used for a valid chain`() throws {
        var expired = try ExpiredCase()
        expired.engineCase.instant = .reference
        let verdict = try expired.engineCase.verdict()
        #expect(verdict.summaries == ["notice notice.anchor 2"])
        #expect(verdict.result == .unspecified)
        #expect(verdict.validUntil == .reference(days: 60))
    }

    @Test func `is not used if another path needs none`() throws {
        let old = try TestAuthority.root("Old") { $0.notAfter = .reference.adding(days: -1) }
        let new = try TestAuthority.root("New")
        let issuing = try old.issueAuthority("Issuing")
        let cross = try issuing.crossSigned(by: new) { $0.notAfter = .reference.adding(days: 1) }
        let leaf = try issuing.issueLeaf("api.example.com")
        var engineCase = EngineCase([leaf, issuing.certificate, cross], anchors: [old.certificate])
        let chain = try [leaf, issuing.certificate, old.certificate].map { try $0.fingerprint() }
        let exception = TrustException(
            codes: [.timeExpired],
            chain: chain,
            host: .dns("api.example.com"),
            until: .reference(days: 5)
        )
        engineCase.exceptions = [exception]
        #expect(try engineCase.verdict().result == .proceed)
        engineCase.anchors.append(new.certificate)
        let verdict = try engineCase.verdict()
        #expect(verdict.result == .unspecified)
        #expect(verdict.summaries == ["notice notice.expiresSoon 1", "notice notice.anchor 2"])
        #expect(verdict.pathDER.last == new.certificate.der)
    }

    @Test func `can replace an anchor, for exactly that root`() throws {
        let hierarchy = try Hierarchy()
        var expired = try ExpiredCase(hierarchy)
        expired.engineCase.anchors = []
        expired.engineCase.instant = .reference
        expired.engineCase.exceptions = [try expired.exception([.chainUntrustedRoot])]
        let verdict = try expired.engineCase.verdict()
        #expect(verdict.summaries == ["warning chain.untrustedRoot 2", "notice notice.exception"])
        #expect(verdict.result == .proceed)
        let impostor = try TestAuthority.root("Root", key: hierarchy.root.key)
        expired.engineCase.chain[2] = impostor.certificate
        #expect(try expired.isRefused())
    }
}

@Suite struct `A suggested exception` {
    @Test func `would accept the chain for thirty days`() throws {
        var expired = try ExpiredCase()
        expired.engineCase.exceptions = []
        let offer = try #require(try expired.engineCase.verdict().exceptionOffer)
        #expect(offer.codes == [.timeExpired])
        #expect(offer.chain == (try expired.hierarchy.path.map { try $0.fingerprint() }))
        #expect(offer.host == .dns("api.example.com"))
        #expect(offer.until == .reference(days: 91))
        expired.engineCase.exceptions = [offer]
        #expect(try expired.engineCase.verdict().outcome == .trusted)
    }

    @Test func `is present only in explanations`() throws {
        var expired = try ExpiredCase()
        expired.engineCase.exceptions = []
        expired.engineCase.explain = false
        #expect(try expired.engineCase.verdict().exceptionOffer == nil)
    }

    @Test func `is absent if the chain cannot be accepted or is trusted`() throws {
        var cases: [EngineCase] = []
        for hierarchy in [
            try Hierarchy(leaf: { $0.signature.isCorrupt = true }),
            try Hierarchy(intermediate: { $0.extensions.remove(.basicConstraints) }),
        ] {
            cases.append(try ExpiredCase(hierarchy).engineCase)
        }
        var sound = try ExpiredCase().engineCase
        sound.instant = .reference
        cases.append(sound)
        var nowhere = try ExpiredCase().engineCase
        nowhere.host = .invalid(text: "*", HostNameError("is no name"))
        cases.append(nowhere)
        var broke = try ExpiredCase().engineCase
        broke.budget = WorkBudget(paths: 0)
        cases.append(broke)
        for var engineCase in cases {
            engineCase.exceptions = []
            let verdict = try engineCase.verdict()
            #expect(verdict.exceptionOffer == nil, "\(verdict.summaries)")
        }
    }

    @Test func `ends with the last year that documents can contain`() throws {
        var expired = try ExpiredCase()
        expired.engineCase.exceptions = []
        expired.engineCase.instant = try #require(Instant(rfc3339: "9999-12-31T23:59:58Z"))
        let offer = try #require(try expired.engineCase.verdict().exceptionOffer)
        #expect(offer.until.description == "9999-12-31T23:59:59Z")
    }

    @Test func `of a composite contains only the codes of the member that it makes accept`() throws {
        var pinCase = try PinCase(try Hierarchy(), pinning: 0)
        pinCase.pins.fingerprints = [try Hierarchy().leaf.keyFingerprint()]
        pinCase.engineCase.instant = .reference(days: 61)
        pinCase.engineCase.explain = true
        let plain = PathEvaluator(try pinCase.engineCase.requirements())
        let pinned = try pinCase.evaluator()
        for (rule, codes) in [
            (CompositeEvaluator.Rule.anyOf, [ReasonCode.timeExpired]), (.allOf, [.pinKeyMismatch, .timeExpired]),
            (.allInOrder, [.pinKeyMismatch, .timeExpired]),
        ] {
            let composite = CompositeEvaluator(
                rule,
                [.init(label: "pinned", evaluator: pinned), .init(label: "plain", evaluator: plain)]
            )
            let offer = try #require(try pinCase.engineCase.verdict(under: composite).exceptionOffer)
            #expect(offer.codes == codes)
            var accepted = pinCase.engineCase
            accepted.exceptions = [offer]
            #expect(try accepted.verdict(under: composite).outcome == .trusted)
        }
    }
}
