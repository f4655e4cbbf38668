extension HostName {
    /// The longest text that is read as a host, in bytes: 253 characters (RFC 1035 section 2.3.4) of at most four.
    package static let maximumBytes = 1024

    /// Reads a host from outside, its length before anything else; else as ``HostName/init(_:names:)`` does.
    package init(ofBounded text: String, names: some InternationalizedNames) throws(HostNameError) {
        guard text.utf8.count <= Self.maximumBytes else { throw HostNameError("is longer than a DNS name can be") }
        self = try HostName(text, names: names)
    }
}
