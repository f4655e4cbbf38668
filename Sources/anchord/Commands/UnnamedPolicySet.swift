import StructuredDocuments
import TrustModel
import TrustOpenSSL
import TrustPolicies

/// The failure of an evaluation with a policy directory, but without the name of a policy set.
///
/// The built-in set would ignore all rules of the directory, and a set chosen by its rules would change as files are added.
struct UnnamedPolicySet {
    /// How many sets are named at most.
    private static let maximumNamed = 10

    private let directory: String
    private let sets: [PolicySet]
    private let host: String?

    /// Creates the failure for a host; nil if the evaluation has none.
    init(directory: String, _ snapshot: PolicySnapshot, host: String?) {
        (self.directory, self.host) = (directory, host)
        sets = snapshot.sets.filter { $0.name != PolicyName.system.set }
    }

    /// The failure, which names the sets with a rule for the host, or else all sets.
    var failure: CommandFailure { CommandFailure([QuotedText.printable("--policies requires --policy: \(detail)")]) }

    private var detail: String {
        guard let first = sets.first else {
            return
                "\(directory) has no policy set. Name another directory, or leave out --policies to use the built-in policy"
        }
        let matching = setsWithRule
        if matching.count == 1, let only = matching.first {
            return "the policy set \(QuotedText.of(only.name)) has a rule for \(host ?? ""). Add --policy \(only.name)"
        }
        guard let candidate = matching.first else {
            let subject = host.map { "no policy set has a rule for \($0)" } ?? "no host is given"
            return "\(subject). Add --policy with one of \(Self.list(sets)), such as --policy \(first.name)"
        }
        return
            "the policy sets \(Self.list(matching)) have a rule for \(host ?? ""). Add the one that applies, such as "
            + "--policy \(candidate.name)"
    }

    private var setsWithRule: [PolicySet] {
        guard let name = host.flatMap({ try? HostName($0, names: IDN2Names()) }) else { return [] }
        return sets.filter { $0.rule(for: name) != nil }
    }

    private static func list(_ sets: [PolicySet]) -> String {
        let more = sets.count - maximumNamed
        return sets.prefix(maximumNamed).map { QuotedText.of($0.name) }.joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : "")
    }
}
