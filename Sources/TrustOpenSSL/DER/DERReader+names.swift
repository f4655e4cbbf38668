import TrustModel

/// Names (RFC 5280 sections 4.1.2.4 and 4.2.1.6).
extension DERReader {
    /// A Name.
    mutating func readName(_ what: String) throws(DERError) -> DistinguishedName {
        let element = try read(DERTag.sequence, what)
        var inner = inside(element)
        var relativeNames: [[DistinguishedName.Attribute]] = []
        var key: [UInt8] = []
        while !inner.isAtEnd {
            var set = inner.inside(try inner.read(DERTag.set, "a relative name of \(what)"))
            let relativeName = try set.readRelativeName(what)
            relativeNames.append(relativeName.attributes)
            key += relativeName.matchingKey
        }
        return DistinguishedName(der: copy(element.whole), relativeNames: relativeNames, matchingKey: key)
    }

    /// What a RelativeDistinguishedName holds: one attribute or more, and what it adds to a name's matching key.
    mutating func readRelativeName(
        _ what: String
    ) throws(DERError) -> (attributes: [DistinguishedName.Attribute], matchingKey: [UInt8]) {
        var attributes: [(attribute: DistinguishedName.Attribute, key: [UInt8])] = []
        repeat {
            attributes.append(try readAttribute("an attribute of \(what)"))
        } while !isAtEnd
        let keys = attributes.map(\.key).sorted { $0.lexicographicallyPrecedes($1) }
        return (attributes.map(\.attribute), Self.lengthPrefixed(keys.flatMap(\.self)))
    }

    private mutating func readAttribute(
        _ what: String
    ) throws(DERError) -> (attribute: DistinguishedName.Attribute, key: [UInt8]) {
        var inner = inside(try read(DERTag.sequence, what))
        let type = try inner.readOID("the type of \(what)")
        let value = try inner.readAny("the value of \(what)")
        try inner.requireEnd(what)
        let text = DirectoryString.text(tag: value.tag, content: bytes[value.content])
        let spelling = text ?? "#" + Hexadecimal.encode(bytes[value.whole])
        let folded = text.map { DirectoryString.folded($0) } ?? copy(value.whole)
        return (
            DistinguishedName.Attribute(type: type, value: spelling),
            Self.lengthPrefixed(type.der) + [text == nil ? 0 : 1] + Self.lengthPrefixed(folded)
        )
    }

    private static func lengthPrefixed(_ content: [UInt8]) -> [UInt8] {
        let count = UInt32(truncatingIfNeeded: content.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + content
    }

    /// GeneralNames: one or more.
    mutating func readGeneralNames(_ what: String) throws(DERError) -> [GeneralName] {
        guard !isAtEnd else { throw DERError(offset: position, reason: "\(what) is missing") }
        return try readAnyGeneralNames(what)
    }

    /// GeneralNames of which there may be none: alternative names that are none are told by a code of their own.
    mutating func readAnyGeneralNames(_ what: String) throws(DERError) -> [GeneralName] {
        var names: [GeneralName] = []
        while !isAtEnd {
            names.append(try readGeneralName(what))
        }
        return names
    }

    /// A GeneralName.
    mutating func readGeneralName(_ what: String) throws(DERError) -> GeneralName {
        let element = try readAny(what)
        switch element.tag {
        case DERTag.primitive(1): return .email(try ia5(element, what))
        case DERTag.primitive(2): return .dns(try ia5(element, what))
        case DERTag.primitive(6): return .uri(try ia5(element, what))
        case DERTag.primitive(7): return .ip(copy(element.content))
        case DERTag.constructed(4):
            var inner = inside(element)
            let name = try inner.readName("a directory name")
            try inner.requireEnd("a directory name")
            return .directory(name)
        case DERTag.constructed(0), DERTag.constructed(3), DERTag.constructed(5), DERTag.primitive(8):
            return .other(tag: element.tag & 0x1F, content: copy(element.content))
        default:
            throw DERError(offset: element.whole.lowerBound, reason: "\(what) is of no known kind")
        }
    }

    private func ia5(_ element: DERElement, _ what: String) throws(DERError) -> String {
        let content = bytes[element.content]
        if let bad = content.firstIndex(where: { $0 >= 0x80 }) {
            throw DERError(offset: bad, reason: "\(what) has a character beyond ASCII")
        }
        return String(decoding: content, as: UTF8.self)
    }
}

/// Text of the string types that names use, and how it is folded for comparison.
enum DirectoryString {
    /// The text of a string element; nil for other types and for bytes that are no text of their type.
    static func text(tag: UInt8, content: ArraySlice<UInt8>) -> String? {
        switch tag {
        case 0x0C: String(validating: content, as: UTF8.self)
        case 0x12, 0x13, 0x16, 0x1A: content.allSatisfy { $0 < 0x80 } ? String(decoding: content, as: UTF8.self) : nil
        case 0x14: String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
        case 0x1E: wide(content, unit: 2)
        case 0x1C: wide(content, unit: 4)
        default: nil
        }
    }

    /// UTF-8 with ASCII letters lower-cased, white space trimmed and runs of it made one space, as OpenSSL folds names.
    static func folded(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        for byte in text.utf8 {
            let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
            if isSpace {
                if !folded.isEmpty && folded.last != 0x20 { folded.append(0x20) }
            } else {
                folded.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            }
        }
        if folded.last == 0x20 { folded.removeLast() }
        return folded
    }

    private static func wide(_ content: ArraySlice<UInt8>, unit: Int) -> String? {
        guard content.count % unit == 0 else { return nil }
        let units = stride(from: content.startIndex, to: content.endIndex, by: unit).map { start in
            content[start..<start + unit].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        if unit == 2 { return String(validating: units.map { UInt16($0) }, as: UTF16.self) }
        return String(validating: units, as: UTF32.self)
    }
}
