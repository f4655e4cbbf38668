import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies

/// The differences between two versions of policies.
struct PolicyDifference {
    /// The effect of a change on the chains that are accepted, considered alone.
    enum Effect: String {
        /// The change accepts no chain that was denied before.
        case stricter
        /// The change denies no chain that was accepted before.
        case looser
        case none
        /// The effect depends on the chain.
        case unknown
    }

    enum Kind: String {
        case added
        case removed
        case changed
    }

    /// A part of a document that differs.
    struct Change {
        let set: String
        /// The place as a JSON pointer; empty for the whole set.
        let pointer: String
        let kind: Kind
        let effect: Effect
        var old: String?
        var new: String?
        /// The items that were added or removed, one line each.
        var details: [String] = []
    }

    let changes: [Change]

    /// Compares all sets, in the order of their names.
    init(_ old: PolicyVersion, _ new: PolicyVersion) {
        changes = Set(old.sets.keys).union(new.sets.keys).sorted().flatMap { name -> [Change] in
            guard let before = old.sets[name] else {
                return [Change(set: name, pointer: "", kind: .added, effect: .unknown)]
            }
            guard let after = new.sets[name] else {
                return [Change(set: name, pointer: "", kind: .removed, effect: .unknown)]
            }
            return Self.changes(before, after) + Self.files(of: name, old, new)
        }
    }

    private static func changes(_ old: PolicySet, _ new: PolicySet) -> [Change] {
        let documents = (try? old.document, try? new.document)
        return description(old, new) + HostRuleDifference.changes(old, new)
            + PolicyKeyDifference.changes(
                old,
                new,
                old: documents.0?["policies"],
                new: documents.1?["policies"]
            )
    }

    /// Returns a change that names the files with other contents, such as CRLs and scripts.
    private static func files(of set: String, _ old: PolicyVersion, _ new: PolicyVersion) -> [Change] {
        let (before, after) = (old.files(of: set), new.files(of: set))
        let names = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
        guard !names.isEmpty else { return [] }
        let details = names.map { name in
            let state =
                before[name] == nil ? "added" : after[name] == nil ? "removed" : "has other contents"
            return "file \(name): \(state)"
        }
        return [Change(set: set, pointer: "", kind: .changed, effect: .unknown, details: details)]
    }

    private static func description(_ old: PolicySet, _ new: PolicySet) -> [Change] {
        guard old.description != new.description else { return [] }
        return [
            Change(
                set: new.name,
                pointer: "/description",
                kind: old.description == nil ? .added : new.description == nil ? .removed : .changed,
                effect: .none,
                old: old.description,
                new: new.description
            )
        ]
    }
}
