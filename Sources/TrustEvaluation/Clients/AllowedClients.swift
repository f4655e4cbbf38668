package import TrustModel

/// The clients that a policy allows, as patterns of the names in their certificates.
package struct AllowedClients: Sendable, Hashable {
    /// The patterns of uniformResourceIdentifier names.
    package var uris: [URIPattern] = []
    /// The patterns of dNSName names; a pattern of an IP address matches nothing.
    package var dnsNames: [HostPattern] = []
    /// The patterns of rfc822Name names.
    package var emails: [MailboxPattern] = []
    /// The patterns of subjects.
    package var directoryNames: [DirectoryNamePattern] = []

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
    /// URIs take precedence over DNS names, DNS names over mailboxes, and mailboxes over the subject.
    package func principal(of leaf: CertificateFacts) -> Principal? {
        let names = (leaf.extensions.subjectAlternativeNames ?? []).prefix(Self.maximumNames)
        for case .uri(let uri) in names {
            // Divides each URI once, not once for each pattern.
            guard let parts = URIParts(uri), uris.contains(where: { $0.matches(parts) }) else { continue }
            return Principal(.uri, parts.normalized)
        }
        for case .dns(let name) in names where dnsNames.contains(where: { $0.matches(dnsName: name) }) {
            return Principal(.dnsName, name.lowercased())
        }
        for case .email(let text) in names {
            let mailbox = Mailbox(text)
            guard emails.contains(where: { $0.matches(mailbox) }) else { continue }
            return Principal(.email, String(decoding: mailbox.folded, as: UTF8.self))
        }
        guard directoryNames.contains(where: { $0.matches(leaf.subject) }) else { return nil }
        return Principal(.directoryName, leaf.subject.description)
    }
}
