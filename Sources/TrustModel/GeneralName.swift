/// A name in an alternative name, a name constraint or an access description (RFC 5280 section 4.2.1.6).
package enum GeneralName: Sendable, Hashable {
    /// A DNS name as it stands in the certificate, wildcards included.
    case dns(String)
    /// The octets of an address: 4 or 16, or 8 or 32 with a mask in a name constraint; others are malformed.
    case ip([UInt8])
    /// A mailbox, or a host or domain in a name constraint.
    case email(String)
    /// A URI, or a host or domain in a name constraint.
    case uri(String)
    /// A distinguished name.
    case directory(DistinguishedName)
    /// A name of another kind, by its tag number (0, 3, 5 or 8), with its DER content.
    case other(tag: UInt8, content: [UInt8])
}
