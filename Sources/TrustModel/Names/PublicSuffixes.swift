/// The Public Suffix List: the names under which anyone may register a name; a port for the library.
package protocol PublicSuffixes: Sendable {
    /// Returns whether a name is a public suffix in the given sections.
    ///
    /// A top-level name that is not listed, such as `corp`, is not a public suffix but a private name.
    /// - Parameters:
    ///   - name: A DNS name like in ``HostName``: lower-case A-labels without a trailing dot.
    ///   - sections: The sections of the list to use.
    /// - Returns: True only for the suffix itself, not for names below it.
    func isPublicSuffix(_ name: String, in sections: PublicSuffixSections) -> Bool
}

/// The sections of the Public Suffix List.
package enum PublicSuffixSections: Sendable, Hashable {
    /// The suffixes of registries, such as `com` and `co.uk`, which browsers and SecTrust allow no wildcard below.
    case icann
    /// Also the suffixes of companies whose customers have names below them, such as `github.io`.
    case all
}
