extension HostName {
    /// The maximum length of a host in bytes: 253 characters (RFC 1035 section 2.3.4) of at most four bytes.
    package static let maximumBytes = 1024

    /// Parses an untrusted host after a check of its length; otherwise like ``HostName/init(_:names:)``.
    package init(ofBounded text: String, names: some InternationalizedNames) throws(HostNameError) {
        guard text.utf8.count <= Self.maximumBytes else { throw HostNameError("is longer than a DNS name can be") }
        self = try HostName(text, names: names)
    }
}
