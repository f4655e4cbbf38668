import TrustTestSupport

/// A root, an intermediate and a leaf for `api.example.com`, each editable before it is signed.
struct Hierarchy {
    let root: TestAuthority
    let intermediate: TestAuthority
    let leaf: TestCertificate

    /// Creates the certificates with the given edits.
    init(
        root editRoot: TestAuthority.Edit = { _ in },
        intermediate editIntermediate: TestAuthority.Edit = { _ in },
        leaf editLeaf: TestAuthority.Edit = { _ in }
    ) throws {
        root = try TestAuthority.root("Root", edit: editRoot)
        intermediate = try root.issueAuthority("Issuing", edit: editIntermediate)
        leaf = try intermediate.issueLeaf("api.example.com", edit: editLeaf)
    }

    /// Creates a hierarchy from certificates.
    init(of root: TestAuthority, _ intermediate: TestAuthority, _ leaf: TestCertificate) {
        self.root = root
        self.intermediate = intermediate
        self.leaf = leaf
    }

    /// The leaf, the intermediate and the root.
    var path: [TestCertificate] { [leaf, intermediate.certificate, root.certificate] }

    /// Returns a rule case for the whole path.
    var ruleCase: RuleCase { RuleCase(path) }
}
