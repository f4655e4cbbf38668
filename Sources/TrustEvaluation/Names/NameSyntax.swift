import TrustModel

/// The syntax of names in certificates (RFC 5280 sections 4.2.1.6 and 4.2.1.10).
enum NameSyntax {
    /// Returns a clause about the defect of an alternative name; nil if the name is valid or its kind has no syntax.
    static func defect(of name: GeneralName) -> String? {
        switch name {
        case .dns(let name):
            isHost(name.utf8.starts(with: "*.".utf8) ? name.dropFirst(2) : name[...]) ? nil : "is not a DNS name"
        case .email(let mailbox): isMailbox(mailbox) ? nil : "is not a mailbox"
        case .uri(let uri): isURI(uri) ? nil : "is not an absolute URI with a valid host"
        case .ip(let octets): octets.count == 4 || octets.count == 16 ? nil : "is not an address of 4 or 16 octets"
        case .directory, .otherName, .registeredID, .other: nil
        }
    }

    /// Returns a clause about the defect of a subtree's base; nil if the base is valid.
    ///
    /// RFC 5280 allows a leading period only for the hosts of mailboxes and URIs.
    static func defect(ofBase name: GeneralName) -> String? {
        switch name {
        case .dns(let name): name.isEmpty || isHost(name[...]) ? nil : "is not a DNS name"
        case .email(let base): isMailbox(base) || isDomain(base) ? nil : "is not a mailbox, a host or a domain"
        case .uri(let base): isDomain(base) ? nil : "is not a host or a domain"
        case .ip(let octets): isNetwork(octets) ? nil : "is not an address with a mask"
        case .directory, .otherName: nil
        // RFC 5280 section 4.2.1.10 does not define constraints on names of these kinds.
        case .registeredID, .other: "is of a kind that is not allowed in name constraints"
        }
    }

    /// Whether text has the preferred name syntax (RFC 1034 section 3.5, RFC 1123 section 2.1) and is not an address.
    static func isHost(_ text: Substring) -> Bool {
        let bytes = text.utf8Span.span
        guard bytes.count <= 253 else { return false }
        let (hyphen, period) = (UInt8(ascii: "-"), UInt8(ascii: "."))
        var previous = period
        var length = 0
        var isNumber = true
        for position in bytes.indices {
            let byte = bytes[position]
            if byte == period {
                guard (1...63).contains(length), previous != hyphen else { return false }
                length = 0
                isNumber = true
            } else {
                guard isLetterOrDigit(byte) || byte == hyphen && previous != period else { return false }
                length += 1
                if !(0x30...0x39).contains(byte) { isNumber = false }
            }
            previous = byte
        }
        return (1...63).contains(length) && previous != hyphen && !isNumber
    }

    /// Whether text is a host, or a domain with a leading period.
    static func isDomain(_ text: String) -> Bool {
        isHost(text.hasPrefix(".") ? text.dropFirst() : text[...])
    }

    /// Whether text is a Mailbox with a host name (RFC 5321 section 4.1.2).
    static func isMailbox(_ text: String) -> Bool {
        guard let parts = mailboxParts(text) else { return false }
        return isHost(parts.host)
    }

    /// Returns the local part and the host of a mailbox; nil if one is missing or the local part is malformed.
    static func mailboxParts(_ text: String) -> (local: Substring, host: Substring)? {
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let (local, host) = (text[..<at], text[text.index(after: at)...])
        guard !host.isEmpty, isQuoted(local.utf8) || isDotAtom(local.utf8) else { return nil }
        return (local, host)
    }

    /// Returns octets with ASCII letters in lower case.
    static func lowercased(_ octets: [UInt8]) -> [UInt8] {
        octets.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    private static func isDotAtom(_ local: Substring.UTF8View) -> Bool {
        local.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { isLetterOrDigit($0) || atomMarks.contains($0) }
        }
    }

    private static func isQuoted(_ local: Substring.UTF8View) -> Bool {
        let quote = UInt8(ascii: "\"")
        guard local.count >= 2, local.first == quote, local.last == quote else { return false }
        var isEscaped = false
        for byte in local.dropFirst().dropLast() {
            guard (0x20...0x7E).contains(byte), isEscaped || byte != quote else { return false }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        }
        return !isEscaped
    }

    private static let atomMarks = Set("!#$%&'*+-/=?^_`{|}~".utf8)

    /// Returns the host of a URI if it is a fully qualified domain name, the only form that name constraints apply to
    /// (RFC 5280 section 4.2.1.10).
    ///
    /// The result is nil for addresses, for other hosts, and without an authority component (RFC 3986 section 3.2).
    static func domainHost(of uri: String) -> Substring? {
        registeredHost(of: uri).flatMap { $0.utf8.contains(UInt8(ascii: ".")) ? $0 : nil }
    }

    /// Returns the host of a URI if it is a name, of one label or more (RFC 3986 section 3.2.2); nil for addresses, and
    /// without an authority component.
    static func registeredHost(of uri: String) -> Substring? {
        guard isAbsolute(uri), let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let rest = uri[uri.utf8.index(after: colon)...]
        guard rest.utf8.starts(with: "//".utf8) else { return nil }
        let authority = authority(after: rest)
        let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
        // Parsers disagree on the end of an authority component whose user information contains invalid characters.
        guard authority[..<(at ?? authority.startIndex)].utf8.allSatisfy(isOfUserInfo) else { return nil }
        let hostAndPort = at.map { authority[authority.index(after: $0)...] } ?? authority
        let host = Substring(hostAndPort.utf8.prefix { $0 != UInt8(ascii: ":") })
        let port = hostAndPort.utf8.dropFirst(host.utf8.count + 1)
        guard port.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let name = host.hasSuffix(".") ? host.dropLast() : host
        return isHost(name) ? name : nil
    }

    /// Returns the authority component of a URI; `rest` is the part of the URI that begins with two slashes.
    private static func authority(after rest: Substring) -> Substring {
        Substring(rest.utf8.dropFirst(2).prefix { ![0x2F, 0x3F, 0x23].contains($0) })
    }

    /// Whether an octet may be in the user information of a URI (RFC 3986 section 3.2.1).
    private static func isOfUserInfo(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "-._~!$&'()*+,;=:%".utf8.contains(byte)
    }

    /// Whether text is an absolute URI, with a valid host if it has an authority component (RFC 3986 section 4.3; RFC
    /// 5280 section 4.2.1.6).
    static func isURI(_ uri: String) -> Bool {
        guard isAbsolute(uri) else { return false }
        let rest = Substring(uri.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst())
        guard rest.utf8.starts(with: "//".utf8) else { return true }
        let authority = authority(after: rest)
        let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
        let host = at.map { authority[authority.utf8.index(after: $0)...] } ?? authority
        if host.hasPrefix("[") {
            let address = host.dropFirst().prefix { $0 != "]" }
            return IPAddress(String(address)).map { if case .v6 = $0 { true } else { false } } ?? false
        }
        return domainHost(of: uri) != nil || IPAddress(String(host.prefix { $0 != ":" })) != nil
    }

    /// Whether text has a scheme, followed by more characters.
    private static func isAbsolute(_ uri: String) -> Bool {
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = uri.utf8[..<colon]
        let isScheme = scheme.allSatisfy { isLetterOrDigit($0) || [0x2B, 0x2D, 0x2E].contains($0) }
        guard let first = scheme.first, isLetterOrDigit(first), first > 0x39, isScheme else { return false }
        return uri.utf8.index(after: colon) != uri.utf8.endIndex && uri.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Whether octets are an address and a contiguous mask of the same length (RFC 4632 section 3.1).
    static func isNetwork(_ octets: [UInt8]) -> Bool {
        guard octets.count == 8 || octets.count == 32 else { return false }
        let mask = octets.suffix(octets.count / 2)
        let ended = mask.drop { $0 == 0xFF }
        guard let first = ended.first else { return true }
        let isLeadingOnes = (~first).leadingZeroBitCount + first.trailingZeroBitCount == 8
        return isLeadingOnes && ended.dropFirst().allSatisfy { $0 == 0 }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
    }
}
