import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies

/// The differences between the policies of two versions of a set, key by key.
struct PolicyKeyDifference {
    /// How many anchors or pins of a key are listed at most.
    private static let maximumListed = 10
    /// The keys that have pins, of which a policy has one.
    private static let pinKeys = ["pins", "keys", "publicKeys", "certificates", "pinnedCertificates"]

    private let set: String
    private let old, new: TrustPolicy
    private let effects: PolicyKeyEffects

    /// Returns the changes of all policies; `old` and `new` are the mappings `policies` of the documents.
    static func changes(
        _ oldSet: PolicySet,
        _ newSet: PolicySet,
        old: DocumentNode?,
        new: DocumentNode?
    ) -> [PolicyDifference.Change] {
        let (before, after) = (entries(old), entries(new))
        let known = Dictionary(before.map { ($0.key, $0.value) }) { first, _ in first }
        let removed = before.filter { newSet.policy(named: $0.key) == nil }.map { entry in
            change(newSet.name, entry.key, kind: .removed)
        }
        return removed
            + after.flatMap { entry -> [PolicyDifference.Change] in
                guard let previous = known[entry.key], let first = oldSet.policy(named: entry.key),
                    let second = newSet.policy(named: entry.key)
                else { return [change(newSet.name, entry.key, kind: .added)] }
                let difference = PolicyKeyDifference(set: newSet.name, first, second)
                let pointer = JSONPointer.appending(entry.key, to: "/policies")
                return difference.changes(previous, entry.value, path: "", pointer: pointer)
                    + difference.contents(previous, entry.value, pointer: pointer)
            }
    }

    private static func change(
        _ set: String,
        _ policy: String,
        kind: PolicyDifference.Kind
    ) -> PolicyDifference.Change {
        let pointer = JSONPointer.appending(policy, to: "/policies")
        return PolicyDifference.Change(set: set, pointer: pointer, kind: kind, effect: .unknown)
    }

    private init(set: String, _ old: TrustPolicy, _ new: TrustPolicy) {
        (self.set, self.old, self.new) = (set, old, new)
        effects = PolicyKeyEffects(old, new)
    }

    private static func entries(_ node: DocumentNode?) -> [DocumentNode.Entry] {
        if case .mapping(let entries)? = node?.content { entries } else { [] }
    }

    /// Returns the changes of a mapping and of the mappings in it; `path` has the keys within the policy.
    private func changes(
        _ old: DocumentNode,
        _ new: DocumentNode,
        path: String,
        pointer: String
    ) -> [PolicyDifference.Change] {
        guard case .mapping(let before) = old.content, case .mapping(let after) = new.content else {
            guard old.canonicalBytes != new.canonicalBytes else { return [] }
            return [leaf(path, .changed, pointer: pointer, old: old, new: new)]
        }
        let removed = before.filter { new[$0.key] == nil }.map { entry in
            leaf(
                Self.path(path, entry.key),
                .removed,
                pointer: JSONPointer.appending(entry.key, to: pointer),
                old: entry.value
            )
        }
        return removed
            + after.flatMap { entry in
                let (path, pointer) = (
                    Self.path(path, entry.key), JSONPointer.appending(entry.key, to: pointer)
                )
                return old[entry.key].map { changes($0, entry.value, path: path, pointer: pointer) }
                    ?? [leaf(path, .added, pointer: pointer, new: entry.value)]
            }
    }

    private static func path(_ path: String, _ key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }

    private func leaf(
        _ path: String,
        _ kind: PolicyDifference.Kind,
        pointer: String,
        old: DocumentNode? = nil,
        new: DocumentNode? = nil
    ) -> PolicyDifference.Change {
        PolicyDifference.Change(
            set: set,
            pointer: pointer,
            kind: kind,
            effect: effects.effect(of: path),
            old: old.map { ConfigurationText.yaml($0.content) },
            new: new.map { ConfigurationText.yaml($0.content) },
            details: details(of: path)
        )
    }

    /// Returns the changes of anchors and pins that are in files, under keys whose text is equal.
    private func contents(
        _ old: DocumentNode,
        _ new: DocumentNode,
        pointer: String
    )
        -> [PolicyDifference.Change]
    {
        (["anchors"] + Self.pinKeys).compactMap { key in
            guard let before = old[key], let after = new[key],
                before.canonicalBytes == after.canonicalBytes
            else {
                return nil
            }
            let details = details(of: key)
            guard !details.isEmpty else { return nil }
            return PolicyDifference.Change(
                set: set,
                pointer: JSONPointer.appending(key, to: pointer),
                kind: .changed,
                effect: effects.effect(of: key),
                details: details
            )
        }
    }

    /// Returns the anchors or pins that were removed and added by a key.
    private func details(of key: String) -> [String] {
        guard let first = old.evaluator.pathRequirements, let second = new.evaluator.pathRequirements
        else { return [] }
        if key == "anchors" || key == "anchorsOnly" {
            return Self.lines(noun: "anchor", Self.anchors(first), Self.anchors(second))
        }
        return Self.pinKeys.contains(key)
            ? Self.lines(noun: "pin", Self.pins(first), Self.pins(second)) : []
    }

    private static func anchors(_ requirements: PathRequirements) -> [Fingerprint: String] {
        let certificates = requirements.anchors.flatMap(\.certificates).map(\.facts)
        return Dictionary(certificates.map { ($0.fingerprint, $0.displayName) }) { first, _ in first }
    }

    private static func pins(_ requirements: PathRequirements) -> [Fingerprint: String] {
        let pins = requirements.pins?.fingerprints ?? []
        return Dictionary(uniqueKeysWithValues: pins.map { ($0, $0.pin) })
    }

    private static func lines(
        noun: String,
        _ old: [Fingerprint: String],
        _ new: [Fingerprint: String]
    ) -> [String] {
        func lines(_ verb: String, _ names: [String]) -> [String] {
            let more = names.count - maximumListed
            return names.sorted().prefix(maximumListed).map { "\(noun) \(verb): \($0)" }
                + (more > 0 ? ["\(noun)s \(verb): \(more) more"] : [])
        }
        return lines("removed", old.filter { new[$0.key] == nil }.map(\.value))
            + lines("added", new.filter { old[$0.key] == nil }.map(\.value))
    }
}
