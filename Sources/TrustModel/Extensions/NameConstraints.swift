/// The constraints on names in certificates below a CA (RFC 5280 section 4.2.1.10).
package struct NameConstraints: Sendable, Hashable {
    /// The permitted subtrees; names of types without a permitted subtree are not restricted.
    package let permitted: [GeneralName]
    /// The excluded subtrees.
    package let excluded: [GeneralName]
    /// Whether a subtree encodes a maximum, or a minimum (even the default 0); RFC 5280 uses neither.
    package let hasDistances: Bool
    /// The bases of the subtrees with a minimum other than 0 or with any maximum.
    package let basesWithDistances: [GeneralName]

    /// Creates constraints from their parsed fields.
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
