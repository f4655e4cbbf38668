/// A pattern of user principal names: one name, or `*@` and a suffix for all names with this suffix.
///
/// The case of ASCII letters is ignored in the whole name, since Active Directory does not distinguish it either. All other
/// characters are compared exactly.
package struct UserPrincipalNamePattern: Sendable, Hashable {
    /// The name in lower case, or the at sign and the suffix.
    let folded: [UInt8]
    let hasWildcard: Bool

    /// Parses a pattern.
    ///
    /// - Throws: ``NamePatternError`` if the text is not a user principal name, or has a wildcard that is not the whole part
    ///   before the at sign.
    package init(_ text: String) throws(NamePatternError) {
        hasWildcard = text.hasPrefix("*@")
        let example: String = hasWildcard ? "x" + text.dropFirst() : text
        guard let name = UserPrincipalName(example) else {
            throw NamePatternError("is not a user principal name such as ann@corp.example or *@corp.example")
        }
        guard !name.folded.contains(UInt8(ascii: "*")) else {
            throw NamePatternError("has a wildcard that is not its whole part before the at sign")
        }
        folded = hasWildcard ? Array(name.folded.dropFirst()) : name.folded
    }
}

/// A list of patterns, indexed so that a name is compared with all patterns in two lookups.
struct UserPrincipalNameIndex: Sendable {
    private var exact: Set<OctetKey> = []
    /// The suffixes with their at signs.
    private var suffixes: Set<OctetKey> = []

    init(_ patterns: [UserPrincipalNamePattern]) {
        for pattern in patterns {
            if pattern.hasWildcard {
                suffixes.insert(OctetKey(pattern.folded[...]))
            } else {
                exact.insert(OctetKey(pattern.folded[...]))
            }
        }
    }

    func matches(_ name: UserPrincipalName) -> Bool {
        exact.contains(OctetKey(name.folded[...])) || suffixes.contains(OctetKey(name.folded[name.at...]))
    }
}
