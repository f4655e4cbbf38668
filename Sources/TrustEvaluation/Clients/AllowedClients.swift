package import TrustModel

/// The clients that a policy allows, as patterns of the names in their certificates.
///
/// Each name is compared with all patterns of its kind in one pass.
package struct AllowedClients: Sendable {
    /// The patterns of uniformResourceIdentifier names.
    package var uris: [URIPattern] = [] { didSet { uriIndex = URIPatternIndex(uris) } }
    /// The patterns of dNSName names; a pattern of an IP address matches nothing.
    package var dnsNames: [HostPattern] = [] { didSet { hostIndex = HostPatternIndex(dnsNames) } }
    /// The patterns of rfc822Name names.
    package var emails: [MailboxPattern] = [] { didSet { mailboxIndex = MailboxPatternIndex(emails) } }
    /// The patterns of user principal names.
    package var userPrincipalNames: [UserPrincipalNamePattern] = [] {
        didSet { userIndex = UserPrincipalNameIndex(userPrincipalNames) }
    }
    /// The patterns of subjects.
    package var directoryNames: [DirectoryNamePattern] = []

    private var uriIndex = URIPatternIndex([])
    private var hostIndex = HostPatternIndex([])
    private var mailboxIndex = MailboxPatternIndex([])
    private var userIndex = UserPrincipalNameIndex([])

    /// The maximum number of subject alternative names that are compared; the names after them match nothing.
    ///
    /// The limit bounds the work: a certificate of 64 KiB can have thousands of names, and a policy hundreds of patterns.
    static let maximumNames = 100

    /// Whether a pattern is one of SPIFFE IDs, so that the trust domains of the anchors matter.
    package var namesSPIFFEIDs: Bool { uris.contains(where: \.namesSPIFFEIDs) }

    /// Creates an empty list, which allows no client.
    package init() {}

    /// Returns the first name of a leaf that matches a pattern; nil if no name matches.
    ///
    /// URIs take precedence over DNS names, DNS names over mailboxes, mailboxes over user principal names, and these over the
    /// subject.
    package func principal(of leaf: CertificateFacts) -> Principal? {
        let names = Self.comparedNames(of: leaf)
        for case .uri(let uri) in names {
            guard let parts = URIParts(uri), uriIndex.matches(parts) else { continue }
            return Principal(.uri, parts.normalized)
        }
        for case .dns(let name) in names where hostIndex.contains(hostNamed: name) {
            return Principal(.dnsName, name.lowercased())
        }
        for case .email(let text) in names {
            let mailbox = Mailbox(text)
            guard mailboxIndex.matches(mailbox) else { continue }
            return Principal(.email, String(decoding: mailbox.folded, as: UTF8.self))
        }
        for case .otherName(UserPrincipalName.type, let value) in names {
            guard let name = UserPrincipalName(der: value), userIndex.matches(name) else { continue }
            return Principal(.userPrincipalName, String(decoding: name.folded, as: UTF8.self))
        }
        guard !directoryNames.isEmpty, let subject = ComparableSubject(leaf.subject),
            directoryNames.contains(where: { $0.matches(subject) })
        else { return nil }
        return Principal(.directoryName, leaf.subject.description)
    }

    /// Returns the cost of comparing the names of a leaf, in units of 10 nanoseconds.
    func cost(of leaf: CertificateFacts) -> Int {
        let names = Self.comparedNames(of: leaf).reduce(100) { $0 + cost(of: $1) }
        guard !directoryNames.isEmpty, let subject = ComparableSubject(leaf.subject) else { return names }
        return directoryNames.reduce(names + leaf.subject.der.count) { $0 + $1.cost(of: subject) }
    }

    private func cost(of name: GeneralName) -> Int {
        switch name {
        case .uri(let text): uriIndex.cost(ofOctets: min(text.utf8.count, URIParts.maximumOctets))
        case .dns(let text): 60 + 6 * min(text.utf8.count, 256)
        case .email(let text): 40 + 3 * text.utf8.count
        case .otherName(UserPrincipalName.type, let value): 40 + 16 * min(value.count, UserPrincipalName.maximumOctets)
        default: 1
        }
    }

    private static func comparedNames(of leaf: CertificateFacts) -> ArraySlice<GeneralName> {
        (leaf.extensions.subjectAlternativeNames ?? []).prefix(maximumNames)
    }
}
