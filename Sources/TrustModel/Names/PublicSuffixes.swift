/// The Public Suffix List: the names under which anyone may register a name; implemented by a library adapter.
package protocol PublicSuffixes: Sendable {
    /// Returns whether a name is a public suffix in the given sections.
    ///
    /// A top-level name that is not listed, such as `corp`, is not a public suffix but a private name.
    /// Names are lower-case A-labels without a trailing dot, as in ``HostName``. Names below a suffix are not suffixes.
    func isPublicSuffix(_ name: String, in sections: PublicSuffixSections) -> Bool
}

/// The sections of the Public Suffix List.
package enum PublicSuffixSections: Sendable, Hashable {
    /// The suffixes of registries, such as `co.uk`; browsers and SecTrust allow no wildcard directly below them.
    case icann
    /// The suffixes of registries, and those under which companies give names to customers, such as `github.io`.
    case all
}
