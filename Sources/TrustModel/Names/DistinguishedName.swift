/// The name of a subject or an issuer (RFC 5280 section 4.1.2.4).
///
/// Immutable and shared: it is compared and shown many times, and read once.
package final class DistinguishedName: Sendable {
    /// One attribute of a relative distinguished name.
    package struct Attribute: Sendable, Hashable {
        /// What the attribute names, such as the common name.
        package let type: OID
        /// The value as text; `#` and the hexadecimal DER where it is no string (RFC 4514 section 2.4).
        package let value: String
        /// Whether all characters belong to the string type in which the value is written.
        package let isConforming: Bool
        /// Whether the value is written as an IA5String.
        package let isIA5String: Bool
        /// Whether the value is text: of a known string type, and of characters of this type.
        package let isText: Bool
        /// Whether a relative distinguished name begins with the attribute; false for the second and later ones of several.
        package let startsRelativeName: Bool

        /// Takes the parts as parsed.
        package init(
            type: OID,
            value: String,
            isConforming: Bool = true,
            isIA5String: Bool = false,
            isText: Bool = true,
            startsRelativeName: Bool = true
        ) {
            self.type = type
            self.value = value
            self.isConforming = isConforming
            self.isIA5String = isIA5String
            self.isText = isText
            self.startsRelativeName = startsRelativeName
        }
    }

    /// The DER encoding, a SEQUENCE.
    package let der: [UInt8]
    /// The attributes of all relative distinguished names in encoded order.
    package let attributes: [Attribute]
    /// What two names must share to match: strings in UTF-8, case and white space folded (RFC 5280 section 7.1).
    package let matchingKey: [UInt8]
    /// RFC 4514 text, the most specific name first, such as `CN=api.example.com,O=Example`.
    ///
    /// A name of more than 1024 octets, which no public certificate has, is cut: one answer can show thousands.
    package let description: String
    /// What ``matchingKey`` hashes to: names are looked up in several tables each time they are met.
    private let keyHash: Int

    /// Takes the parts as parsed.
    package init(der: [UInt8], attributes: [Attribute], matchingKey: [UInt8]) {
        self.der = der
        self.attributes = attributes
        self.matchingKey = matchingKey
        keyHash = Self.hash(of: matchingKey)
        description = Self.text(of: attributes, isLong: der.count > 1024)
    }

    /// Whether the name has no attribute at all.
    package var isEmpty: Bool { attributes.isEmpty }

    /// The first attribute with a character that its string type does not have; nil where there is none.
    package var firstForeignAttribute: Attribute? { attributes.first { !$0.isConforming } }

    /// Whether all values are text, so that the name can be compared as text; other values can hide text in another encoding.
    package var isText: Bool { attributes.allSatisfy(\.isText) }

    /// The values of all attributes of a type, in encoded order.
    package func values(of type: OID) -> [String] {
        var values: [String] = []
        for attribute in attributes where attribute.type == type { values.append(attribute.value) }
        return values
    }
}

extension DistinguishedName: Hashable {
    /// Names are equal when they match as RFC 5280 section 7.1 says, whatever their encoding.
    package static func == (left: DistinguishedName, right: DistinguishedName) -> Bool {
        left === right || left.keyHash == right.keyHash && left.matchingKey == right.matchingKey
    }

    /// Hashes what names must share to match.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(keyHash)
    }

    /// By the process's secret seed, as everything that certificates choose.
    private static func hash(of key: [UInt8]) -> Int {
        var hasher = Hasher()
        // By eights: an array hashes one octet after the other.
        var word: UInt64 = 0
        var count = 0
        for octet in key {
            word = word << 8 | UInt64(octet)
            count += 1
            if count & 7 == 0 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(count)
        return hasher.finalize()
    }
}

extension DistinguishedName: CustomStringConvertible {
    private static func text(of attributes: [Attribute], isLong: Bool) -> String {
        var text: [UInt8] = []
        // In one piece, which is enough for nearly all.
        text.reserveCapacity(128)
        var rest = attributes[...]
        var count = 0
        while !rest.isEmpty, count < 8 || !isLong {
            let relativeName = rest[(rest.lastIndex(where: \.startsRelativeName) ?? rest.startIndex)...]
            if !text.isEmpty { text.append(UInt8(ascii: ",")) }
            var isFirst = true
            for attribute in isLong ? relativeName.prefix(2) : relativeName {
                let value = isLong ? String(attribute.value.unicodeScalars.prefix(64)) : attribute.value
                if !isFirst { text.append(UInt8(ascii: "+")) }
                text.append(contentsOf: shortName(of: attribute.type).utf8)
                text.append(UInt8(ascii: "="))
                append(escaping: value, to: &text)
                isFirst = false
            }
            rest = rest[..<relativeName.startIndex]
            count += 1
        }
        if isLong { text.append(contentsOf: "…".utf8) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The name of an attribute's type in messages, such as `CN`; else its number.
    package static func shortName(of type: OID) -> String {
        shortNames.first { $0.type == type }?.name ?? type.description
    }

    /// The most frequent first.
    private static let shortNames: [(type: OID, name: String)] = [
        (.commonName, "CN"), (OID(2, 5, 4, 10), "O"), (OID(2, 5, 4, 6), "C"), (OID(2, 5, 4, 11), "OU"),
        (OID(2, 5, 4, 7), "L"), (OID(2, 5, 4, 8), "ST"), (OID(2, 5, 4, 5), "serialNumber"), (OID(2, 5, 4, 9), "street"),
        (OID(2, 5, 4, 4), "SN"), (OID(2, 5, 4, 12), "title"), (OID(2, 5, 4, 42), "givenName"),
        (OID(2, 5, 4, 97), "organizationIdentifier"), (OID(0, 9, 2342, 19_200_300, 100, 1, 1), "UID"),
        (OID(0, 9, 2342, 19_200_300, 100, 1, 25), "DC"), (.emailAddress, "emailAddress"),
    ]

    /// Escapes what RFC 4514 section 2.4 reserves, and what would let a name forge the text around it: control
    /// characters, line separators, and format characters such as those that turn the direction of writing.
    private static func append(escaping value: String, to text: inout [UInt8]) {
        guard !isPlain(value) else {
            text.append(contentsOf: value.utf8)
            return
        }
        let scalars = value.unicodeScalars
        for index in scalars.indices {
            let scalar = scalars[index]
            let isFirst = index == scalars.startIndex
            // Never by counting: a certificate may hold a name of 64 KiB.
            let isLast = scalars.index(after: index) == scalars.endIndex
            switch scalar {
            case ",", "+", "\"", "\\", "<", ">", ";": text.append(contentsOf: "\\\(scalar)".utf8)
            case "#" where isFirst, " " where isFirst || isLast: text.append(contentsOf: "\\\(scalar)".utf8)
            case _ where isTreacherous(scalar):
                for byte in String(scalar).utf8 {
                    text.append(UInt8(ascii: "\\"))
                    Hexadecimal.append([byte], to: &text)
                }
            default: text.append(contentsOf: String(scalar).utf8)
            }
        }
    }

    /// Whether a value has nothing to escape, as nearly all have.
    private static func isPlain(_ value: String) -> Bool {
        var previous = UInt8(ascii: " ")
        let bytes = value.utf8Span.span
        for position in bytes.indices {
            let byte = bytes[position]
            switch byte {
            case 0x20 where previous == 0x20: return false
            case 0x20, 0x24...0x2A, 0x2D...0x3A, 0x3D, 0x3F...0x5B, 0x5D...0x7E, 0x21: previous = byte
            default: return false
            }
        }
        return previous != 0x20
    }

    private static func isTreacherous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
