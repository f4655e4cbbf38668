import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Known issuers` {
    /// A CA with leaves of all kinds, sound and faulty, and certificates that may confuse the search for their issuers.
    private struct Estate {
        let root: TestAuthority
        let issuing: TestAuthority
        let leaves: [TestCertificate]
        let strangers: [TestCertificate]

        init() throws {
            let root = try TestAuthority.root("Root")
            let issuing = try root.issueAuthority("Issuing")
            let other = try root.issueAuthority("Other")
            let namesake = try root.issueAuthority("Issuing")
            let forger = try TestAuthority.root("Issuing")
            let host = "api.example.com"
            let sound = [try issuing.issueLeaf(host), try issuing.issueLeaf(host), try root.issueLeaf(host)]
            let faulty = [
                try issuing.issueLeaf("other.example.com"), try forger.issueLeaf(host), try namesake.issueLeaf(host),
                try other.issueLeaf(host), try issuing.issueLeaf(host, key: issuing.key),
                try issuing.issueLeaf(host) { $0.notAfter = TestInstant(year: 2025, month: 12, day: 31) },
                try issuing.issueLeaf(host) { $0.subject = issuing.name },
                try issuing.issueAuthority("Lower").certificate, issuing.certificate, root.certificate,
            ]
            leaves = sound + faulty
            let cross = try TestAuthority.root("Elsewhere").issueAuthority("Issuing", key: issuing.key)
            strangers = [
                other.certificate, namesake.certificate, forger.certificate, cross.certificate,
                try issuing.issueAuthority("Issuing").certificate, sound[1],
            ]
            (self.root, self.issuing) = (root, issuing)
        }

        /// Returns a random question: a leaf, the certificates that belong to it or not, and other circumstances.
        func question(_ random: inout SeededGenerator) throws -> EngineCase {
            let leaf = leaves.randomElement(using: &random) ?? leaves[0]
            var sent = [issuing.certificate]
            if Int.random(in: 0..<3, using: &random) == 0 { sent.append(root.certificate) }
            if Int.random(in: 0..<4, using: &random) == 0 { sent += strangers.shuffled(using: &random).prefix(2) }
            if Int.random(in: 0..<8, using: &random) == 0 { sent = [] }
            var engineCase = EngineCase([leaf] + sent.shuffled(using: &random), anchors: [root.certificate])
            engineCase.instant =
                [.reference, .reference, Instant(secondsSince1970: 0), .reference.adding(seconds: 1 << 30)]
                .randomElement(using: &random) ?? .reference
            engineCase.explain = Int.random(in: 0..<8, using: &random) == 0
            return engineCase
        }
    }

    /// The policies under which the questions are asked.
    private static let edits: [@Sendable (inout PathRequirements) -> Void] = [
        { _ in },
        { $0 = PathRequirements(profile: .rfc5280Strict, anchors: $0.anchors) },
        { $0 = PathRequirements(profile: .webpki, anchors: $0.anchors) },
        { $0.severities = [.timeExpired: .ignore, .timeNotYetValid: .warning, .chainSignatureInvalid: .warning] },
        { $0.maximumIntermediates = 0 },
        { $0.purpose = .clientAuth },
    ]

    @Test(arguments: edits.indices, [Verdict.Mode.enforce, .report])
    func `change no verdict after any other questions`(policy: Int, mode: Verdict.Mode) throws {
        var random = SeededGenerator(seed: UInt64(policy))
        let estate = try Estate()
        let requirements = try EngineCase(estate.leaves, anchors: [estate.root.certificate])
            .requirements(Self.edits[policy])
        let remembering = PathEvaluator(requirements)
        for _ in 0..<300 {
            var question = try estate.question(&random)
            question.mode = mode
            let expected = try question.evaluation(under: PathEvaluator(requirements))
            let found = try question.evaluation(under: remembering)
            #expect(VerdictContent(found.verdict) == VerdictContent(expected.verdict))
            #expect(found.paths == expected.paths)
        }
    }

    @Test func `cost the same work as unknown ones`() throws {
        let estate = try Estate()
        let question = EngineCase([estate.leaves[0], estate.issuing.certificate], anchors: [estate.root.certificate])
        let evaluator = PathEvaluator(try question.requirements())
        let engine = TrustEngine(ports: try .tests())
        let policy = TrustPolicy(identity: .inline, evaluator: evaluator)
        let costs = try (0..<3).map { _ in
            let session = engine.evaluation(of: try question.question(), under: policy).session
            let budget = session.resources.signatures.remainingBudget
            return WorkKind.allCases.map { "\($0) \(budget[$0])" } + ["\(budget.total)"]
        }
        #expect(costs[0] == costs[1] && costs[1] == costs[2])
    }

    /// Returns whether the issuers of a chain are known to the evaluator that accepted another leaf of the same CA.
    private func areKnown(
        after first: [TestCertificate],
        in second: [TestCertificate],
        root: TestAuthority,
        _ edit: @Sendable @escaping (inout PathRequirements) -> Void = { _ in }
    ) throws -> Bool {
        var accepted = EngineCase(first, anchors: [root.certificate])
        accepted.edit = edit
        let evaluator = PathEvaluator(try accepted.requirements())
        _ = try accepted.verdict(under: evaluator)
        let question = try EngineCase(second, anchors: [root.certificate]).question()
        return evaluator.knownIssuers.path(of: question, evaluator.requirements) != nil
    }

    @Test func `are those of an accepted leaf, with the same other certificates`() throws {
        let estate = try Estate()
        let (first, second) = (estate.leaves[0], estate.leaves[1])
        let issuing = estate.issuing.certificate
        #expect(try areKnown(after: [first, issuing], in: [second, issuing], root: estate.root))
        // The leaf of the second question is expired: its issuers are known all the same.
        #expect(try areKnown(after: [first, issuing], in: [estate.leaves[8], issuing], root: estate.root))
        #expect(try !areKnown(after: [first, issuing], in: [second, issuing, first], root: estate.root))
        #expect(try !areKnown(after: [estate.leaves[8], issuing], in: [second, issuing], root: estate.root))
    }

    @Test func `are not known if there is a choice, or if a rule found something about them`() throws {
        let estate = try Estate()
        let (first, second) = (estate.leaves[0], estate.leaves[1])
        let issuing = estate.issuing.certificate
        for decoy in estate.strangers.prefix(4).dropFirst() {
            #expect(try !areKnown(after: [first, issuing, decoy], in: [second, issuing, decoy], root: estate.root))
        }
        let unusual = try estate.root.issueAuthority("Unusual") { $0.serialNumber = [0x80, 1] }
        let leaves = try (0..<2).map { _ in try unusual.issueLeaf("api.example.com") }
        #expect(
            try !areKnown(
                after: [leaves[0], unusual.certificate],
                in: [leaves[1], unusual.certificate],
                root: estate.root
            )
        )
    }
}
