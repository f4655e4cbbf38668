/// The reference identity that a certificate must match (RFC 9525 section 3).
package enum HostName: Sendable, Hashable {
    /// A DNS name as lower-case A-labels without a trailing dot.
    case dns(String)
    case ip(IPAddress)
}

extension HostName: CustomStringConvertible {
    /// The normalized name.
    package var description: String {
        switch self {
        case .dns(let name): name
        case .ip(let address): address.description
        }
    }
}

extension HostName {
    /// The subject alternative name in the notation of `openssl req -addext`, such as `DNS:api.example.com`.
    ///
    /// It is safe in every position of a shell command and of an OpenSSL configuration, even unquoted. It has only
    /// letters, digits, hyphens, underscores, periods and colons, since hosts with other characters are rejected.
    package var subjectAlternativeName: String {
        switch self {
        case .dns: "DNS:\(self)"
        case .ip: "IP:\(self)"
        }
    }
}

/// The reason why a text is not a valid host.
package struct HostNameError: Error, Hashable, Sendable {
    /// A clause whose subject is the host, such as `is empty`.
    package let reason: String

    /// Creates an error with a clause.
    package init(_ reason: String) {
        self.reason = reason
    }
}

/// Converts internationalized domain names to A-labels (IDNA 2008 with UTS 46 mapping) with a library.
package protocol InternationalizedNames: Sendable {
    /// Returns the A-labels of a name with non-ASCII characters; throws if the name is invalid.
    func asciiName(of name: String) throws(HostNameError) -> String
}

extension HostName {
    /// Parses a host: a DNS name (U-labels are accepted), IPv4, or IPv6 with or without brackets.
    ///
    /// One trailing dot is dropped. The zone of an IPv6 address is ignored (RFC 4007 section 11), because certificates
    /// have no zones. Ports, leading dots, wildcards, empty labels, labels over 63 octets and names over
    /// 253 octets are errors: each of these has caused wrong matches in an implementation.
    ///
    /// Each host has exactly one normalized form. A name whose last label is a number or begins with `0x` is an IPv4
    /// address in another notation, or an error. An IPv4-mapped IPv6 address becomes the IPv4 address.
    package init(_ text: String, names: some InternationalizedNames) throws(HostNameError) {
        let isBracketed = text.utf8.first == UInt8(ascii: "[") && text.utf8.last == UInt8(ascii: "]")
        let unbracketed = isBracketed ? text.dropFirst().dropLast() : text[...]
        if let address = IPAddress(unbracketed), !isBracketed || address.octets.count == 16 {
            self = .ip(address.unmapped)
            return
        }
        if let address = try Self.zonedAddress(unbracketed) {
            self = .ip(address)
            return
        }
        guard !text.isEmpty else { throw HostNameError("is empty") }
        guard text.utf8.count <= 1024 else { throw HostNameError("is longer than a DNS name can be") }
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let name = try Self.checkedName(isASCII ? text : try names.asciiName(of: text))
        guard NumericHost.isNumeric(name) else {
            self = .dns(name)
            return
        }
        guard let octets = NumericHost.octets(of: name) else {
            throw HostNameError("ends in a number but is not an IPv4 address")
        }
        self = .ip(.v4(octets))
    }

    /// Parses an IPv6 address with a zone, such as `fe80::1%eth0` or, in a URI, `fe80::1%25eth0` (RFC 6874 section 2).
    ///
    /// The result is nil if the text before the percent sign is not an address.
    private static func zonedAddress(_ text: Substring) throws(HostNameError) -> IPAddress? {
        guard let percent = text.utf8.firstIndex(of: UInt8(ascii: "%")),
            let address = IPAddress(text[..<percent])
        else { return nil }
        guard case .v6 = address.unmapped else { throw HostNameError("has a zone, which only IPv6 addresses have") }
        let zone = text.utf8[text.utf8.index(after: percent)...]
        guard (1...64).contains(zone.count), zone.allSatisfy(isZoneByte) else {
            throw HostNameError("has an IPv6 zone that is empty, too long or not a name")
        }
        return address
    }

    private static func isZoneByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~%".utf8.contains(byte)
        }
    }

    private static func checkedName(_ text: String) throws(HostNameError) -> String {
        let given = text.utf8Span.span
        let hasFinalDot = !given.isEmpty && given[given.count - 1] == UInt8(ascii: ".")
        let count = given.count - (hasFinalDot ? 1 : 0)
        guard (1...253).contains(count) else { throw HostNameError("is not 1 to 253 octets long") }
        let name = [UInt8](capacity: count) { name in
            for position in 0..<count {
                let byte = given[position]
                name.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
            }
        }
        var start = 0
        for end in 0...count where end == count || name[end] == UInt8(ascii: ".") {
            try check(name.span.extracting(start..<end))
            start = end + 1
        }
        return String(decoding: name, as: UTF8.self)
    }

    private static func check(_ label: Span<UInt8>) throws(HostNameError) {
        guard !label.isEmpty else { throw HostNameError("has an empty label") }
        guard label.count <= 63 else { throw HostNameError("has a label of more than 63 octets") }
        let hyphen = UInt8(ascii: "-")
        guard label[0] != hyphen, label[label.count - 1] != hyphen else {
            throw HostNameError("has a label that begins or ends with a hyphen")
        }
        var isAllowed = true
        var (hasStar, hasColon) = (false, false)
        for position in label.indices {
            let byte = label[position]
            if !isLabelByte(byte) { isAllowed = false }
            if byte == UInt8(ascii: "*") { hasStar = true }
            if byte == UInt8(ascii: ":") { hasColon = true }
        }
        guard !isAllowed else { return }
        if hasStar { throw HostNameError("has a wildcard, which only certificates may have") }
        if hasColon { throw HostNameError("has a colon: give the host without scheme and port") }
        throw HostNameError("has a character that is not allowed in DNS names")
    }

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
    }
}

extension HostName {
    /// The maximum length of a host in bytes: 253 characters (RFC 1035 section 2.3.4) of at most four bytes.
    package static let maximumBytes = 1024

    /// Parses an untrusted host after a check of its length; otherwise like ``HostName/init(_:names:)``.
    package init(ofBounded text: String, names: some InternationalizedNames) throws(HostNameError) {
        guard text.utf8.count <= Self.maximumBytes else { throw HostNameError("is longer than a DNS name can be") }
        self = try HostName(text, names: names)
    }
}
