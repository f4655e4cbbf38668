/// Which names may stand below an authority (RFC 5280 section 4.2.1.10).
package struct NameConstraints: Sendable, Hashable {
    /// The subtrees that names must be in, for the kinds of names that stand here; empty for all.
    package let permitted: [GeneralName]
    /// The subtrees that no name may be in.
    package let excluded: [GeneralName]
    /// Whether a subtree has an encoded minimum or maximum, which RFC 5280 does not use, even if it is the default of 0.
    package let hasDistances: Bool
    /// The bases of the subtrees whose minimum is not 0, or which have a maximum.
    package let basesWithDistances: [GeneralName]

    /// Takes the parts as parsed.
    package init(
        permitted: [GeneralName],
        excluded: [GeneralName],
        hasDistances: Bool = false,
        basesWithDistances: [GeneralName] = []
    ) {
        self.permitted = permitted
        self.excluded = excluded
        self.hasDistances = hasDistances
        self.basesWithDistances = basesWithDistances
    }
}
