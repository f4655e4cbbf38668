import TrustModel

/// Host names as octets, normalized for comparison with name constraints.
enum HostText {
    static let period = UInt8(ascii: ".")
    static let asterisk = UInt8(ascii: "*")

    /// Returns a host in lower case without a trailing period.
    ///
    /// The result is nil if the host is too long (RFC 1035 section 2.3.4), or has an empty label or an invalid
    /// character. Underscores and asterisks are allowed anywhere: both are in use, and each equals only itself.
    static func folded(_ text: Substring) -> [UInt8]? {
        guard text.utf8.count <= 254 else { return nil }
        var host = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        if host.last == period { host.removeLast() }
        var previous = period
        for byte in host {
            let isKnown =
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2A, 0x2D, 0x5F].contains(byte)
            guard isKnown || byte == period && previous != byte else { return nil }
            previous = byte
        }
        return previous == period ? nil : host
    }

    /// Returns a name without its first label; nil if the name has only one label.
    static func parent(of host: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        host.firstIndex(of: period).map { host[($0 + 1)...] }
    }
}
