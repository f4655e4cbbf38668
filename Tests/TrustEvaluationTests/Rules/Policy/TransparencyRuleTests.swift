import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Transparency rule` {
    private let logs: [TestLog]
    private var subject: TransparencyCase

    init() throws {
        logs = try TransparencyCase.usual()
        subject = TransparencyCase(logs)
    }

    @Test func `accepts embedded timestamps of two operators, and reports logs and operators`() throws {
        var subject = subject
        subject.embedded = Array(logs.prefix(2))
        let verdict = try subject.verdict()
        #expect(verdict.outcome == .trusted)
        let notice = try #require(verdict.reasons.first { $0.code == .noticeCT })
        #expect(notice.fact("logs") == .list(["Alpha 2026", "Beta 2026"]))
        #expect(notice.fact("operators") == .list(["Alpha", "Beta"]))
        #expect(notice.fact("origins") == .list(["embedded", "embedded"]))
    }

    @Test func `rejects a leaf without timestamps`() throws {
        let verdict = try subject.verdict()
        #expect(verdict.errorCodes == ["ct.insufficient"])
        #expect(verdict.result == .recoverableTrustFailure)
        #expect(
            verdict.reasons[0].message
                == "CN=api.example.com has too few certificate timestamps of accepted logs: embedded in the certificate: 0 "
                + "of 2 logs and 0 of 2 operators; sent beside it: 0 of 2 logs and 0 of 2 operators."
        )
    }

    @Test func `does not apply to a policy without transparency`() throws {
        var subject = subject
        subject.embedded = logs
        var engine = try subject.engineCase()
        engine.edit = { _ in }
        engine.explain = true
        let verdict = try engine.verdict()
        #expect(verdict.status(of: "transparency") == .skip)
        #expect(!verdict.reasons.contains { $0.code == .noticeCT })
    }

    @Test func `does not apply to a path without a trust anchor`() throws {
        var engine = try subject.engineCase()
        engine.anchors = []
        #expect(!(try engine.verdict().errorCodes.contains("ct.insufficient")))
    }

    @Test(arguments: [(180, 0, 2, true), (180, 1, 2, false), (180, 1, 3, true), (90, 0, 1, false)])
    func `a leaf of more than 180 days needs a third log`(days: Int, seconds: Int, count: Int, isTrusted: Bool) throws {
        var subject = subject
        subject.embedded = Array(logs.prefix(count))
        subject.editLeaf = {
            $0.notBefore = .reference.adding(days: -30)
            $0.notAfter = .reference.adding(days: Int64(days) - 30, seconds: Int64(seconds))
        }
        #expect(try subject.verdict().outcome == (isTrusted ? .trusted : .untrusted))
    }

    @Test func `Apple's period of 180 days includes its last second`() throws {
        var subject = subject
        subject.preset = .apple
        subject.embedded = Array(logs.prefix(2))
        subject.editLeaf = { $0.notAfter = $0.notBefore.adding(days: 180, seconds: -1) }
        #expect(try subject.verdict().outcome == .trusted)
        subject.editLeaf = { $0.notAfter = $0.notBefore.adding(days: 180) }
        #expect(try subject.verdict().errorCodes == ["ct.insufficient"])
    }

    @Test func `two logs of one operator are not enough`() throws {
        var subject = subject
        subject.embedded = [logs[0], logs[2]]
        #expect(try subject.findings() == ["error ct.insufficient", "notice notice.ct"])
    }

    @Test func `timestamps of one log count once`() throws {
        var subject = subject
        subject.embedded = [logs[0], logs[0], logs[0]]
        #expect(try subject.verdict().errorCodes == ["ct.insufficient"])
    }

    @Test func `Apple counts at most two logs of an operator for a longer leaf`() throws {
        let fourth = try TestLog("Alpha 2028", operator: "Alpha")
        var subject = TransparencyCase(logs + [fourth])
        subject.editLeaf = { $0.notAfter = $0.notBefore.adding(days: 200) }
        subject.preset = .apple
        subject.embedded = [logs[0], logs[2], fourth]
        #expect(try subject.verdict().errorCodes == ["ct.insufficient"])
        subject.embedded = logs
        #expect(try subject.verdict().outcome == .trusted)
    }

    @Test func `delivered timestamps count separately from embedded ones`() throws {
        var subject = subject
        subject.requested = Array(logs.prefix(2))
        #expect(try subject.findings() == ["notice notice.ct"])
        (subject.requested, subject.stapled) = ([], Array(logs.prefix(2)))
        #expect(try subject.findings() == ["notice notice.ct"])
        (subject.requested, subject.stapled) = ([logs[0]], [logs[1]])
        #expect(try subject.findings() == ["notice notice.ct"])
        (subject.requested, subject.stapled, subject.embedded) = ([logs[0]], [], [logs[1]])
        #expect(try subject.verdict().errorCodes == ["ct.insufficient"])
    }

    @Test func `two delivered timestamps suffice for a leaf of more than 180 days`() throws {
        var subject = subject
        subject.editLeaf = { $0.notAfter = $0.notBefore.adding(days: 300) }
        subject.requested = Array(logs.prefix(2))
        #expect(try subject.verdict().outcome == .trusted)
    }

    @Test(arguments: [
        // A state that begins at the evaluation, one second later, and long ago.
        ("usable", 0, true), ("usable", 1, false), ("qualified", 0, true), ("qualified", 1, false),
        ("readonly", 0, true), ("readonly", 1, true), ("readonly", -1000, true),
        ("retired", 1, true), ("retired", 0, true), ("pending", 0, false), ("pending", -1000, false),
        ("rejected", 1, false), ("rejected", -1000, false), (nil, 0, false),
    ])
    func `the state of a log decides whether its embedded timestamp counts`(
        state: String?,
        seconds: Int64,
        isTrusted: Bool
    ) throws {
        var logs = logs
        logs[1].state = state
        logs[1].since = .reference.adding(seconds: seconds)
        var subject = TransparencyCase(logs)
        subject.embedded = Array(logs.prefix(2))
        let verdict = try subject.verdict()
        #expect(verdict.outcome == (isTrusted ? .trusted : .untrusted))
        #expect(verdict.warningCodes == (isTrusted ? [] : ["ct.unknownLog"]))
    }

    @Test func `a retired log counts only for older embedded timestamps`() throws {
        var logs = logs
        logs[1].state = "retired"
        var subject = TransparencyCase(logs)
        func outcome(_ retirement: TestInstant, isEmbedded: Bool = true) throws -> Verdict.Outcome {
            subject.logs[1].since = retirement
            subject.embedded = isEmbedded ? Array(logs.prefix(2)) : []
            subject.requested = isEmbedded ? [] : Array(logs.prefix(2))
            return try subject.verdict().outcome
        }
        #expect(try outcome(subject.signedAt.adding(seconds: 1)) == .trusted)
        #expect(try outcome(subject.signedAt) == .untrusted)
        subject.embedded = []
        #expect(try outcome(subject.signedAt.adding(seconds: 1), isEmbedded: false) == .untrusted)
        #expect(try outcome(.reference.adding(seconds: 1), isEmbedded: false) == .trusted)
    }

    @Test func `one embedded timestamp must be of a log that is not retired`() throws {
        var logs = logs
        for index in logs.indices {
            logs[index].state = "retired"
            logs[index].since = .reference.adding(days: -1)
        }
        var subject = TransparencyCase(logs)
        subject.embedded = Array(logs.prefix(2))
        let verdict = try subject.verdict()
        #expect(verdict.errorCodes == ["ct.insufficient"])
        #expect(verdict.reasons[0].message.contains("all of their logs are retired"))
        subject.logs[0].state = "readonly"
        #expect(try subject.verdict().outcome == .trusted)
    }

    @Test func `the operator at the time of the timestamp counts`() throws {
        var logs = logs
        logs[2].previousOperator = ("Gamma", .reference.adding(days: -20, seconds: 1))
        var subject = TransparencyCase(logs)
        subject.embedded = [logs[0], logs[2]]
        #expect(try subject.verdict().outcome == .trusted)
        subject.logs[2].previousOperator = ("Gamma", .reference.adding(days: -20))
        #expect(try subject.verdict().errorCodes == ["ct.insufficient"])
    }

    @Test func `a wrong signature is an error only if the other timestamps do not suffice`() throws {
        var subject = subject
        subject.requested = Array(logs.prefix(2))
        subject.editTimestamp = { $0.isCorrupt = true }
        #expect(
            try subject.findings() == ["error ct.insufficient", "error ct.invalid", "error ct.invalid"]
        )
        var engine = try subject.engineCase()
        let leaf = engine.chain[0]
        engine.timestamps = try [
            logs[0].timestamp(for: leaf), logs[1].timestamp(for: leaf),
            logs[2].timestamp(for: leaf) { $0.isCorrupt = true },
        ]
        let verdict = try engine.verdict()
        #expect(verdict.outcome == .trusted)
        #expect(verdict.warningCodes == ["ct.invalid"])
        #expect(
            verdict.reasons[0].message
                == "A delivered timestamp of CN=api.example.com of the log Alpha 2027 is not signed by the log for this "
                + "certificate."
        )
    }

    @Test func `a timestamp for another certificate or issuer is invalid`() throws {
        var engine = try subject.engineCase()
        let other = try Hierarchy().leaf
        engine.timestamps = try logs.prefix(2).map { try $0.timestamp(for: other) }
        #expect(try engine.verdict().errorCodes == ["ct.insufficient", "ct.invalid", "ct.invalid"])
        let stranger = try Hierarchy().intermediate
        var embedded = subject
        let logs = logs
        embedded.editLeaf = { try $0.embedTimestamps(of: Array(logs.prefix(2)), issuer: stranger) }
        #expect(try embedded.verdict().errorCodes == ["ct.insufficient", "ct.invalid", "ct.invalid"])
    }

    @Test func `a timestamp with the identifier of another log is invalid`() throws {
        var subject = subject
        let beta = try logs[1].identifier()
        subject.requested = [logs[0], logs[0]]
        subject.editTimestamp = { $0.logID = beta }
        #expect(try subject.verdict().errorCodes == ["ct.insufficient", "ct.invalid", "ct.invalid"])
    }

    @Test func `a timestamp of an unlisted log is a warning`() throws {
        var subject = subject
        subject.embedded = logs + [try TestLog("Stranger", operator: "Stranger")]
        let verdict = try subject.verdict()
        #expect(verdict.outcome == .trusted)
        #expect(verdict.warningCodes == ["ct.unknownLog"])
    }

    @Test func `a timestamp may have the time of the evaluation but not a later one`() throws {
        var subject = subject
        subject.requested = Array(logs.prefix(2))
        subject.signedAt = .reference
        subject.editTimestamp = { $0.milliseconds += 999 }
        let verdict = try subject.verdict()
        #expect(verdict.outcome == .trusted && verdict.reuse.isRepeatable)
        subject.editTimestamp = { $0.milliseconds += 1000 }
        let later = try subject.verdict()
        #expect(later.errorCodes == ["ct.insufficient", "ct.invalid", "ct.invalid"])
        #expect(!later.reuse.isRepeatable)
        subject.editTimestamp = { $0.milliseconds = .max }
        #expect(try subject.verdict().errorCodes == ["ct.insufficient", "ct.invalid", "ct.invalid"])
    }

    @Test func `logs may have RSA keys, and other signature algorithms than that of the key are invalid`() throws {
        var logs = logs
        logs[1] = try TestLog("RSA", operator: "Beta", key: TestKey.shared(.rsa(2048), "log"))
        var subject = TransparencyCase(logs)
        subject.embedded = Array(logs.prefix(2))
        #expect(try subject.verdict().outcome == .trusted)
        for algorithms: (UInt8, UInt8) in [(4, 2), (5, 3), (0, 0)] {
            subject.editTimestamp = { $0.algorithms = algorithms }
            #expect(try subject.verdict().errorCodes == ["ct.insufficient", "ct.invalid", "ct.invalid"])
        }
    }

    @Test func `a log with a key of an unsupported type is unknown`() throws {
        var logs = logs
        logs[1] = try TestLog("P-384", operator: "Beta", key: TestKey.shared(.ecdsaP384, "log"))
        var subject = TransparencyCase(logs)
        subject.embedded = Array(logs.prefix(2))
        let verdict = try subject.verdict()
        #expect(verdict.errorCodes == ["ct.insufficient"] && verdict.warningCodes == ["ct.unknownLog"])
    }

    @Test func `timestamps of static logs need extensions, which are signed`() throws {
        var logs = logs
        for index in logs.indices { logs[index].isTiled = true }
        var subject = TransparencyCase(logs)
        subject.embedded = Array(logs.prefix(2))
        #expect(try subject.verdict().outcome == .trusted)
        subject.editTimestamp = { $0.extensions = [] }
        #expect(try subject.verdict().errorCodes == ["ct.insufficient", "ct.invalid", "ct.invalid"])
        subject.editTimestamp = { _ in }
        var engine = try subject.engineCase()
        engine.timestamps = try logs.prefix(2).map {
            var bytes = try $0.timestamp(for: engine.chain[0])
            bytes[1 + 32 + 8 + 2 + 7] ^= 1
            return bytes
        }
        engine.chain[0] = try Hierarchy().leaf
        #expect(try engine.verdict().outcome == .untrusted)
    }

    @Test func `a list of the maximum age is too old, so that timestamps are not required`() throws {
        var subject = subject
        subject.listedAt = .reference.adding(days: -70, seconds: 1)
        #expect(try subject.findings() == ["error ct.insufficient"])
        subject.listedAt = .reference.adding(days: -70)
        #expect(try subject.findings() == ["warning ct.listStale"])
        #expect(try subject.verdict().outcome == .trusted)
        subject.edit = { $0.maximumListAge = 71 * 86400 }
        #expect(try subject.findings() == ["error ct.insufficient"])
    }

    @Test func `with a list that is too old, invalid timestamps are warnings`() throws {
        var subject = subject
        subject.listedAt = .reference.adding(days: -100)
        subject.requested = [logs[0]]
        subject.editTimestamp = { $0.isCorrupt = true }
        #expect(try subject.findings() == ["warning ct.invalid", "warning ct.listStale"])
    }

    @Test func `a verdict is valid until the list is too old, or the state of a log changes`() throws {
        var subject = subject
        subject.embedded = Array(logs.prefix(2))
        subject.listedAt = .reference.adding(days: -60)
        #expect(try subject.verdict().validUntil == Instant.reference.adding(seconds: 10 * 86400 - 1))
        subject.logs[2].since = .reference.adding(days: 2)
        #expect(try subject.verdict().validUntil == Instant.reference.adding(seconds: 2 * 86400 - 1))
    }

    @Test func `a malformed list in the certificate is invalid`() throws {
        var subject = subject
        subject.editLeaf = { $0.extensions.append(.raw(TestExtension.timestampType, value: [4, 2, 0, 9])) }
        let verdict = try subject.verdict()
        #expect(verdict.errorCodes == ["ct.insufficient", "ct.invalid"])
        #expect(verdict.reasons[1].message.contains("the list of timestamps has 0 of 9 bytes"))
    }

    @Test func `a timestamp of another version is invalid, not ignored`() throws {
        var subject = subject
        subject.embedded = logs
        subject.editTimestamp = { $0.version = 1 }
        #expect(
            try subject.verdict().errorCodes == ["ct.insufficient", "ct.invalid", "ct.invalid", "ct.invalid"]
        )
    }

    @Test func `the signature budget limits the number of verified timestamps`() throws {
        var subject = subject
        subject.requested = Array(repeating: logs[0], count: 40) + [logs[1]]
        var engine = try subject.engineCase()
        engine.budget = WorkBudget(signatureChecks: 20)
        #expect(try engine.verdict().errorCodes == ["internal.budgetExhausted"])
        engine.budget = WorkBudget()
        #expect(try engine.verdict().outcome == .trusted)
    }

    @Test func `checks can downgrade the shortage, and upgrade an unknown log`() throws {
        var engine = try subject.engineCase()
        let requirements = try engine.requirements()
        engine.edit = {
            $0.transparency = requirements.transparency
            $0.severities[.ctInsufficient] = .warning
        }
        #expect(try engine.verdict().outcome == .trusted)
        engine.timestamps = [try TestLog("Stranger", operator: "Stranger").timestamp(for: engine.chain[0])]
        engine.edit = {
            $0.transparency = requirements.transparency
            $0.severities = [.ctInsufficient: .ignore, .ctUnknownLog: .error]
        }
        #expect(try engine.verdict().errorCodes == ["ct.unknownLog"])
    }
}
