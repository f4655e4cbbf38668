/// Knows the names below which anybody may register a name, after the Public Suffix List; the library is a port.
package protocol PublicSuffixes: Sendable {
    /// Whether a name is a public suffix by the rules of the given sections.
    ///
    /// A top-level name that the list does not have, such as `corp`, is none: it belongs to whoever made it up.
    /// - Parameters:
    ///   - name: a DNS name as ``HostName`` has it: lower-case A-labels without a trailing dot.
    ///   - sections: which rules of the list count.
    /// - Returns: true only for the suffix itself, not for names below it.
    func isPublicSuffix(_ name: String, in sections: PublicSuffixSections) -> Bool
}

/// The sections of the Public Suffix List.
package enum PublicSuffixSections: Sendable, Hashable {
    /// What registries delegate, such as `com` and `co.uk`: what browsers and SecTrust let no wildcard stand under.
    case icann
    /// The above, and what companies let their customers have names under, such as `github.io`.
    case all
}
