/// The name of an allowed client in its certificate, by which an application can authorize the client.
package struct Principal: Sendable, Hashable {
    /// The kind of a name; the order is the order of preference.
    package enum Kind: String, Sendable, CaseIterable {
        case uri
        case dnsName
        case email
        case userPrincipalName
        case directoryName
    }

    /// The kind of the name.
    package var kind: Kind
    /// The name in its stable form.
    ///
    /// The scheme and the authority of a URI, a DNS name, and the domain of a mailbox are in lower case. The ASCII
    /// letters of a user principal name are in lower case. A directory name is the RFC 4514 text of the subject.
    package var value: String

    /// Creates a name of a kind.
    package init(_ kind: Kind, _ value: String) {
        self.kind = kind
        self.value = value
    }
}
