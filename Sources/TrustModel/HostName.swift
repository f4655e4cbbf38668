/// The reference identity that a certificate is compared with (RFC 9525 section 3).
package enum HostName: Sendable, Hashable {
    /// A DNS name in lower-case A-labels without a trailing dot.
    case dns(String)
    case ip(IPAddress)
}

extension HostName: CustomStringConvertible {
    /// The name as it is compared and shown.
    package var description: String {
        switch self {
        case .dns(let name): name
        case .ip(let address): address.description
        }
    }
}

/// Why a text is no host name.
package struct HostNameError: Error, Equatable, Sendable {
    /// A clause that follows "the host".
    package let reason: String

    /// Takes the clause.
    package init(_ reason: String) {
        self.reason = reason
    }
}

/// Converts an internationalised domain name to A-labels (IDNA 2008 with UTS 46 mapping); the library is a port.
package protocol InternationalizedNames: Sendable {
    /// The A-label form of a name that has characters beyond ASCII; throws what is wrong with it.
    func asciiName(of name: String) throws(HostNameError) -> String
}

extension HostName {
    /// Reads a host as a client gives it: a DNS name (U-labels accepted), IPv4, or IPv6 with or without brackets.
    ///
    /// One trailing dot is dropped. A port, a leading dot, a wildcard, an empty label, a label over 63 or a name over
    /// 253 octets, and a name whose last label is a number but which is no IPv4 address are errors: each of them has made
    /// some implementation match what it should not.
    package init(_ text: String, names: some InternationalizedNames) throws(HostNameError) {
        let isBracketed = text.utf8.first == UInt8(ascii: "[") && text.utf8.last == UInt8(ascii: "]")
        let unbracketed = isBracketed ? text.dropFirst().dropLast() : text[...]
        if let address = IPAddress(unbracketed), !isBracketed || address.octets.count == 16 {
            self = .ip(address)
            return
        }
        guard !text.isEmpty else { throw HostNameError("is empty") }
        guard text.utf8.count <= 1024 else { throw HostNameError("is longer than a DNS name can be") }
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        self = .dns(try Self.checkedName(isASCII ? text : try names.asciiName(of: text)))
    }

    private static func checkedName(_ text: String) throws(HostNameError) -> String {
        var name = text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        if name.last == UInt8(ascii: ".") { name.removeLast() }
        guard (1...253).contains(name.count) else { throw HostNameError("is not 1 to 253 octets long") }
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for label in labels {
            try check(label)
        }
        if let last = labels.last, last.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            throw HostNameError("ends in a number but is no IPv4 address")
        }
        return String(decoding: name, as: UTF8.self)
    }

    private static func check(_ label: ArraySlice<UInt8>) throws(HostNameError) {
        guard !label.isEmpty else { throw HostNameError("has an empty label") }
        guard label.count <= 63 else { throw HostNameError("has a label of more than 63 octets") }
        let hyphen = UInt8(ascii: "-")
        guard label.first != hyphen, label.last != hyphen else {
            throw HostNameError("has a label that begins or ends with a hyphen")
        }
        guard !label.allSatisfy(mayStand) else { return }
        if label.contains(UInt8(ascii: "*")) {
            throw HostNameError("has a wildcard, which only certificates may have")
        }
        if label.contains(UInt8(ascii: ":")) {
            throw HostNameError("has a colon: give the host without scheme and port")
        }
        throw HostNameError("has a character that no DNS name has")
    }

    private static func mayStand(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
    }
}
