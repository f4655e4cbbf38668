/// Which names may stand below an authority (RFC 5280 section 4.2.1.10).
package struct NameConstraints: Sendable, Hashable {
    /// The subtrees that names must be in, for the kinds of names that stand here; empty for all.
    package let permitted: [GeneralName]
    /// The subtrees that no name may be in.
    package let excluded: [GeneralName]

    /// Whether some subtree says from which or up to which distance it reaches, which RFC 5280 does not use.
    package let hasDistances: Bool

    /// Takes the parts as parsed.
    package init(permitted: [GeneralName], excluded: [GeneralName], hasDistances: Bool = false) {
        self.permitted = permitted
        self.excluded = excluded
        self.hasDistances = hasDistances
    }
}
