/// The name of a subject or an issuer (RFC 5280 section 4.1.2.4).
package struct DistinguishedName: Sendable, Hashable {
    /// One attribute of a relative distinguished name.
    package struct Attribute: Sendable, Hashable {
        /// What the attribute names, such as the common name.
        package let type: OID
        /// The value as text; `#` and the hexadecimal DER where it is no string (RFC 4514 section 2.4).
        package let value: String

        /// Takes the parts as parsed.
        package init(type: OID, value: String) {
            self.type = type
            self.value = value
        }
    }

    /// The DER encoding, a SEQUENCE.
    package let der: [UInt8]
    /// The relative distinguished names in encoded order, each with one attribute or more.
    package let relativeNames: [[Attribute]]
    /// What two names must share to match: strings in UTF-8, case and white space folded (RFC 5280 section 7.1).
    package let matchingKey: [UInt8]

    /// Takes the parts as parsed.
    package init(der: [UInt8], relativeNames: [[Attribute]], matchingKey: [UInt8]) {
        self.der = der
        self.relativeNames = relativeNames
        self.matchingKey = matchingKey
    }

    /// Whether the name has no attribute at all.
    package var isEmpty: Bool { relativeNames.isEmpty }

    /// The values of all attributes of a type, in encoded order.
    package func values(of type: OID) -> [String] {
        relativeNames.joined().filter { $0.type == type }.map(\.value)
    }

    /// Names are equal when they match as RFC 5280 section 7.1 says, whatever their encoding.
    package static func == (left: DistinguishedName, right: DistinguishedName) -> Bool {
        left.matchingKey == right.matchingKey
    }

    /// Hashes what names must share to match.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(matchingKey)
    }
}

extension DistinguishedName {
    /// The text for messages, of which one answer can have thousands: a name of more than 1024 octets, which no public
    /// certificate has, is cut.
    package var abbreviated: String {
        guard der.count > 1024 else { return description }
        let attributes = relativeNames.suffix(8).map { relativeName in
            relativeName.prefix(2).map { Attribute(type: $0.type, value: String($0.value.unicodeScalars.prefix(64))) }
        }
        return DistinguishedName(der: [], relativeNames: attributes, matchingKey: []).description + "…"
    }
}

extension DistinguishedName: CustomStringConvertible {
    /// RFC 4514 text, the most specific name first, such as `CN=api.example.com,O=Example`.
    package var description: String {
        relativeNames.reversed().map { relativeName in
            relativeName.map { "\(Self.shortName(of: $0.type))=\(Self.escaped($0.value))" }.joined(separator: "+")
        }.joined(separator: ",")
    }

    private static func shortName(of type: OID) -> String {
        shortNames[type] ?? type.description
    }

    private static let shortNames: [OID: String] = [
        .commonName: "CN", OID(2, 5, 4, 4): "SN", OID(2, 5, 4, 5): "serialNumber", OID(2, 5, 4, 6): "C",
        OID(2, 5, 4, 7): "L", OID(2, 5, 4, 8): "ST", OID(2, 5, 4, 9): "street", OID(2, 5, 4, 10): "O",
        OID(2, 5, 4, 11): "OU", OID(2, 5, 4, 12): "title", OID(2, 5, 4, 42): "givenName",
        OID(2, 5, 4, 97): "organizationIdentifier", OID(0, 9, 2342, 19_200_300, 100, 1, 1): "UID",
        OID(0, 9, 2342, 19_200_300, 100, 1, 25): "DC", OID(1, 2, 840, 113549, 1, 9, 1): "emailAddress",
    ]

    /// Escapes what RFC 4514 section 2.4 reserves, and what would let a name forge the text around it: control
    /// characters, line separators, and format characters such as those that turn the direction of writing.
    private static func escaped(_ value: String) -> String {
        var text = ""
        let scalars = value.unicodeScalars
        for index in scalars.indices {
            let scalar = scalars[index]
            let isFirst = index == scalars.startIndex
            // Never by counting: a certificate may hold a name of 64 KiB.
            let isLast = scalars.index(after: index) == scalars.endIndex
            switch scalar {
            case ",", "+", "\"", "\\", "<", ">", ";": text += "\\\(scalar)"
            case "#" where isFirst, " " where isFirst || isLast: text += "\\\(scalar)"
            case _ where isTreacherous(scalar):
                text += String(scalar).utf8.map { "\\" + Hexadecimal.encode([$0]) }.joined()
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func isTreacherous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
