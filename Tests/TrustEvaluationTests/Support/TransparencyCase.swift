import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

/// A leaf with timestamps, evaluated under a policy that requires them.
struct TransparencyCase {
    /// The logs of the list.
    var logs: [TestLog]
    /// The logs that sign embedded timestamps.
    var embedded: [TestLog] = []
    /// The logs that sign timestamps in the request.
    var requested: [TestLog] = []
    /// The logs that sign timestamps in an OCSP response.
    var stapled: [TestLog] = []
    /// The time of the timestamps.
    var signedAt = TestInstant.reference.adding(days: -20)
    var instant = Instant.reference
    var listedAt = TestInstant.reference.adding(days: -10)
    var editLeaf: TestAuthority.Edit = { _ in }
    var editTimestamp: (inout TestTimestamp) -> Void = { _ in }
    var edit: @Sendable (inout TransparencyRequirements) -> Void = { _ in }
    var preset = TransparencyRequirements.Preset.chrome
    /// The conditions of the only constraint on the anchor, in place of the requirements; nil for none.
    var anchorAlternatives: [AnchorAlternative]?
    /// Whether there is a log list for constraints on anchors.
    var hasLogList = true

    /// Two logs of different operators, and a third of the first operator.
    static func usual() throws -> [TestLog] {
        [
            try TestLog("Alpha 2026", operator: "Alpha"), try TestLog("Beta 2026", operator: "Beta"),
            try TestLog("Alpha 2027", operator: "Alpha"),
        ]
    }

    init(_ logs: [TestLog]) {
        self.logs = logs
    }

    /// The list as the daemon would parse it.
    func list() throws -> TransparencyLogList {
        TransparencyLogList(
            timestamp: Instant(listedAt),
            digest: SHA256.fingerprint(of: []),
            logs: try logs.map { log in
                TransparencyLog(
                    id: try #require(Fingerprint(log.identifier())),
                    name: log.name,
                    operatorName: log.operatorName,
                    previousOperators: log.previousOperator.map { [.init(name: $0.name, end: Instant($0.end))] } ?? [],
                    state: log.state.flatMap(TransparencyLog.State.init),
                    stateSince: Instant(log.since),
                    isTiled: log.isTiled,
                    key: try OpenSSLTimestampVerifier().logKey(in: log.key.subjectPublicKeyInfo)
                )
            }
        )
    }

    /// The engine's case, with the requirements on timestamps.
    func engineCase() throws -> EngineCase {
        let authority = try Hierarchy(leaf: { _ in })
        let leaf = try authority.intermediate.issueLeaf("api.example.com") { template in
            try editLeaf(&template)
            guard !embedded.isEmpty else { return }
            try template.embedTimestamps(
                of: embedded,
                issuer: authority.intermediate,
                at: signedAt,
                edit: editTimestamp
            )
        }
        var engine = EngineCase([leaf, authority.intermediate.certificate], anchors: [authority.root.certificate])
        engine.instant = instant
        engine.timestamps = try requested.map { try $0.timestamp(for: leaf, at: signedAt, edit: editTimestamp) }
        if !stapled.isEmpty {
            let timestamps = try stapled.map { try $0.timestamp(for: leaf, at: signedAt, edit: editTimestamp) }
            let response = try authority.intermediate.ocspResponse(for: leaf) {
                $0.responses[0].extensions.append(.stapledTimestamps(timestamps))
            }
            engine.evidence.responses = [
                try OpenSSLEvidenceReader().ocspResponse(in: response.der, limits: EvidenceLimits())
            ]
        }
        let list = try list()
        if let alternatives = anchorAlternatives {
            let key = try authority.root.certificate.read().facts.publicKeyFingerprint
            engine.logs = hasLogList ? list : nil
            engine.edit = {
                $0.anchorConstraints = AnchorConstraints([AnchorConstraint(key: key, alternatives: alternatives)])
            }
            return engine
        }
        var requirements = TransparencyRequirements(preset, logs: list)
        edit(&requirements)
        engine.edit = { [requirements] in $0.transparency = requirements }
        return engine
    }

    func verdict() throws -> Verdict { try engineCase().verdict() }

    /// The findings about transparency, as `severity code`.
    func findings() throws -> [String] {
        try verdict().reasons.filter { $0.code.name.hasPrefix("ct.") || $0.code == .noticeCT }
            .map { "\($0.severity) \($0.code.name)" }
    }
}
