import TrustTestSupport

/// A root, an intermediate and a leaf for `api.example.com`, each to be changed before it is signed.
struct Hierarchy {
    let root: TestAuthority
    let intermediate: TestAuthority
    let leaf: TestCertificate

    /// Makes the three; the closures change them.
    init(
        root editRoot: TestAuthority.Edit = { _ in },
        intermediate editIntermediate: TestAuthority.Edit = { _ in },
        leaf editLeaf: TestAuthority.Edit = { _ in }
    ) throws {
        root = try TestAuthority.root("Root", edit: editRoot)
        intermediate = try root.issueAuthority("Issuing", edit: editIntermediate)
        leaf = try intermediate.issueLeaf("api.example.com", edit: editLeaf)
    }

    /// Takes the three as they are.
    init(of root: TestAuthority, _ intermediate: TestAuthority, _ leaf: TestCertificate) {
        self.root = root
        self.intermediate = intermediate
        self.leaf = leaf
    }

    /// Leaf, intermediate, root.
    var path: [TestCertificate] { [leaf, intermediate.certificate, root.certificate] }

    /// A rule's case over the whole path.
    var ruleCase: RuleCase { RuleCase(path) }
}
