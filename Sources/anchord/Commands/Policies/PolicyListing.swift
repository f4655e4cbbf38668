import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies

/// The text about loaded policies: what each of them requires, and what its author should review.
enum PolicyListing {
    /// How many parts that end soon or have ended are listed at most.
    private static let maximumListed = 100
    /// How many skipped files of a directory are named at most.
    private static let maximumSkipped = 5

    /// Returns the warnings about documents, policies without evidence, and parts that end soon or have ended.
    static func warnings(of snapshot: PolicySnapshot, at now: Instant) -> [String] {
        reviews(of: snapshot.sets) + expirations(of: snapshot, at: now)
    }

    /// Returns the warnings about the documents of sets, and about their policies without evidence.
    static func reviews(of sets: [PolicySet]) -> [String] {
        sets.flatMap(\.warnings).map(\.description) + sets.flatMap(missingEvidence)
    }

    /// Returns a line for each part that ends soon or has ended, earliest first.
    private static func expirations(of snapshot: PolicySnapshot, at now: Instant) -> [String] {
        let noticed = snapshot.expirations.noticed(at: now)
        let more = noticed.count - maximumListed
        return noticed.prefix(maximumListed).map { $0.line(at: now) }
            + (more > 0 ? ["\(more) more parts that end soon or have ended are not listed"] : [])
    }

    /// Returns a line for each policy of a set that asks for revocation, but has no source of answers.
    static func missingEvidence(in set: PolicySet) -> [String] {
        set.policies.compactMap { policy in
            guard let name = policy.identity.name, let revocation = policy.evaluator.revocationWithoutSource else {
                return nil
            }
            let effect = revocation.requirePositiveResponse ? "it denies every other chain" : "it checks no other chain"
            return
                "\(set.name)/\(name): `revocation` has no source of answers: neither evidence for its methods in the policy nor "
                + "`networkAccess`. Only evidence in requests can answer; \(effect)"
        }
    }

    /// Returns the sets of a snapshot except the built-in one.
    static func text(of snapshot: PolicySnapshot, at now: Instant) -> String {
        let sets = snapshot.sets.filter { $0.name != PolicyName.system.set }
        guard !sets.isEmpty else { return "no policy sets\n" }
        return sets.map { text(of: $0, at: now) }.joined(separator: "\n")
    }

    private static func text(of set: PolicySet, at now: Instant) -> String {
        let described = set.description.map { ": " + QuotedText.printable($0) } ?? ""
        var lines = [set.name + described, "  revision \(set.revision)"]
        lines += set.policies.compactMap { policy in
            guard let name = policy.identity.name else { return nil }
            let mode = policy.mode == .report ? "report mode, " : ""
            return "  policy \(name): \(mode)\(QuotedText.printable(policy.evaluator.traits.summary))"
        }
        lines += set.expirations.filter { $0.kind == .exception && now <= $0.end }.map { exception in
            "  \(QuotedText.printable(exception.title)) of \(exception.policy) until \(exception.end)"
        }
        lines += set.skippedFiles.map { "  \(QuotedText.printable(text(of: $0)))" }
        lines += set.hosts.map { "  host \(QuotedText.printable($0.text)): \($0.choice)" }
        lines.append("  otherwise: \(set.otherwise)")
        return lines.map { $0 + "\n" }.joined()
    }

    /// Names the first files that a directory has but that are not read: a certificate may be among them.
    private static func text(of skipped: SkippedFiles) -> String {
        let (read, count) = (skipped.readCount, skipped.names.count)
        let more = count - maximumSkipped
        let names = skipped.names.prefix(maximumSkipped).joined(separator: ", ")
        let files = more > 0 ? "\(names) and \(more) more" : names
        return
            "directory \(skipped.directory): \(read) file\(read == 1 ? "" : "s") read, \(count) skipped (\(files)), since "
            + "only \(skipped.extensions.joined(separator: ", ")) are read"
    }
}

extension Evaluator {
    /// The requirements on revocation, of this evaluator or the first of its members, for which neither the policy nor the
    /// network can have an answer; nil if there are none.
    fileprivate var revocationWithoutSource: RevocationRequirements? {
        let revocation: RevocationRequirements?
        switch self {
        case let evaluator as PathEvaluator: revocation = evaluator.requirements.revocation
        case let evaluator as CustomEvaluator: revocation = evaluator.requirements.revocation
        case let evaluator as CompositeEvaluator:
            return evaluator.members.lazy.compactMap(\.evaluator.revocationWithoutSource).first
        default: revocation = nil
        }
        return revocation.flatMap { $0.hasSource ? nil : $0 }
    }
}

extension RevocationRequirements {
    /// Whether the policy has evidence for one of its methods, or may fetch it.
    fileprivate var hasSource: Bool {
        networkAccess || methods.contains(.crl) && !evidence.lists.isEmpty
            || methods.contains(.ocsp) && !evidence.responses.isEmpty
    }
}
