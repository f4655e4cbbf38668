package import TrustModel

/// Parsing of names (RFC 5280 sections 4.1.2.4 and 4.2.1.6).
extension DERReader {
    /// The maximum length of a Name in octets, and its maximum number of attributes.
    ///
    /// Messages repeat names, and name constraints are compared with each attribute. The longest names in public
    /// certificates have about 700 octets and a dozen attributes.
    private static let maximumNameLength = 4096
    private static let maximumAttributes = 64

    /// Reads a Name.
    package mutating func readName(_ what: String, keepsText: Bool = true) throws(DERError) -> DistinguishedName {
        let element = try read(DERTag.sequence, what)
        guard element.whole.count <= Self.maximumNameLength else {
            throw DERError.beyondBound(
                at: element.whole.lowerBound,
                "\(what) has more than \(Self.maximumNameLength) bytes"
            )
        }
        var inner = inside(element)
        var attributes: [DistinguishedName.Attribute] = []
        var key: [UInt8] = []
        // Reserve a capacity that is exact for nearly all names, since names stay in memory for long. For each relative
        // name, the key has three lengths of four octets and a flag octet in place of four headers of two octets.
        let count = min(inner.elementCount, Self.maximumAttributes)
        attributes.reserveCapacity(count)
        key.reserveCapacity(element.content.count + 5 * count)
        while !inner.isAtEnd {
            var set = inner.inside(try inner.read(DERTag.set, "a relative distinguished name of \(what)"))
            try set.readRelativeName(what, into: &attributes, appendingTo: &key)
            guard attributes.count <= Self.maximumAttributes else {
                throw DERError.beyondBound(
                    at: element.whole.lowerBound,
                    "\(what) has more than \(Self.maximumAttributes) attributes"
                )
            }
        }
        return DistinguishedName(
            der: copy(element.whole),
            attributes: attributes,
            matchingKey: key,
            keepsText: keepsText
        )
    }

    /// Reads the one or more attributes of a RelativeDistinguishedName, and appends them to a name's matching key.
    mutating func readRelativeName(
        _ what: String,
        into attributes: inout [DistinguishedName.Attribute],
        appendingTo key: inout [UInt8]
    ) throws(DERError) {
        let start = key.count
        key.append(contentsOf: [0, 0, 0, 0])
        attributes.append(try readAttribute(what, startsRelativeName: true, appendingTo: &key))
        guard !isAtEnd else {
            Self.setLength(of: &key, from: start)
            return
        }
        // Sort the attributes, because their order is insignificant.
        var keys = [Array(key[(start + 4)...])]
        while !isAtEnd {
            try require(
                keys.count < Self.maximumAttributes,
                "\(what) has more than \(Self.maximumAttributes) attributes"
            )
            var part: [UInt8] = []
            attributes.append(try readAttribute(what, startsRelativeName: false, appendingTo: &part))
            keys.append(part)
        }
        key.removeSubrange((start + 4)...)
        for part in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) { key += part }
        Self.setLength(of: &key, from: start)
    }

    /// Reads an AttributeTypeAndValue; appends to the key its type, a text flag and its folded value.
    ///
    /// In the key, a length precedes the type, and another length precedes the value.
    private mutating func readAttribute(
        _ what: String,
        startsRelativeName: Bool,
        appendingTo key: inout [UInt8]
    ) throws(DERError) -> DistinguishedName.Attribute {
        var inner = inside(try read(DERTag.sequence, "an attribute of \(what)"))
        let typeElement = try inner.read(DERTag.objectIdentifier, "the type of an attribute of \(what)")
        guard let type = OID(der: bytes.span.extracting(typeElement.content)) else {
            throw DERError(
                offset: typeElement.content.lowerBound,
                reason: "an attribute type of \(what) is not a valid OBJECT IDENTIFIER"
            )
        }
        let value = try inner.readAny("the value of an attribute of \(what)")
        try inner.requireEnd("an attribute of \(what)")
        let text = DirectoryString.text(tag: value.tag, content: bytes[value.content])
        let start = key.count
        key.append(contentsOf: [0, 0, 0, 0])
        key.append(contentsOf: bytes[typeElement.content])
        Self.setLength(of: &key, from: start)
        key.append(text == nil ? 0 : 1)
        let valueStart = key.count
        key.append(contentsOf: [0, 0, 0, 0])
        if let text {
            DirectoryString.fold(text, appendingTo: &key)
        } else {
            key.append(contentsOf: bytes[value.whole])
        }
        Self.setLength(of: &key, from: valueStart)
        return DistinguishedName.Attribute(
            type: type,
            value: text ?? "#" + Hexadecimal.encode(bytes[value.whole]),
            isConforming: DirectoryString.isConforming(tag: value.tag, content: bytes[value.content], text: text),
            isIA5String: value.tag == DirectoryString.ia5,
            isText: text != nil,
            startsRelativeName: startsRelativeName
        )
    }

    /// Sets the four length octets at a position to the number of octets after them.
    private static func setLength(of key: inout [UInt8], from start: Int) {
        let count = key.count - start - 4
        for position in 0..<4 { key[start + position] = UInt8(truncatingIfNeeded: count >> (24 - 8 * position)) }
    }

    /// The maximum number of names in an extension, and the maximum length of a name in octets; public certificates
    /// have about a hundred names.
    private static let maximumGeneralNames = 4096
    private static let maximumGeneralNameLength = 4096
    /// The maximum number of directory names, each of which may be long; public certificates have one.
    static let maximumDirectoryNames = 32

    /// Reads GeneralNames, one or more.
    mutating func readGeneralNames(_ what: String) throws(DERError) -> [GeneralName] {
        guard !isAtEnd else { throw DERError(offset: position, reason: "\(what) is missing") }
        return try readAnyGeneralNames(what)
    }

    /// Reads GeneralNames, which may be empty: an empty list of alternative names has its own reason code.
    mutating func readAnyGeneralNames(_ what: String) throws(DERError) -> [GeneralName] {
        var names: [GeneralName] = []
        names.reserveCapacity(min(elementCount, Self.maximumGeneralNames))
        var directoryNames = 0
        while !isAtEnd {
            try require(names.count < Self.maximumGeneralNames, "there are more than \(Self.maximumGeneralNames) names")
            if nextTag == DERTag.constructed(4) { directoryNames += 1 }
            try requireFew(directoryNames)
            names.append(try readGeneralName(what))
        }
        return names
    }

    /// Throws an error with the next element's offset if there are too many directory names.
    func requireFew(_ directoryNames: Int, ofAtMost most: Int = maximumDirectoryNames) throws(DERError) {
        try require(directoryNames <= most, "there are more than \(most) directory names")
    }

    mutating func readGeneralName(_ what: String) throws(DERError) -> GeneralName {
        let element = try readAny(what)
        guard element.content.count <= Self.maximumGeneralNameLength else {
            throw DERError.beyondBound(
                at: element.whole.lowerBound,
                "\(what) has more than \(Self.maximumGeneralNameLength) bytes"
            )
        }
        switch element.tag {
        case DERTag.primitive(1): return .email(try ia5(element, what))
        case DERTag.primitive(2): return .dns(try ia5(element, what))
        case DERTag.primitive(6): return .uri(try ia5(element, what))
        case DERTag.primitive(7): return .ip(copy(element.content))
        case DERTag.constructed(4):
            var inner = inside(element)
            // Do not store the text of this name, because messages rarely show it.
            let name = try inner.readName("a directory name", keepsText: false)
            try inner.requireEnd("a directory name")
            return .directory(name)
        case DERTag.constructed(0): return try readOtherName(element, what)
        case DERTag.constructed(3):
            var inner = inside(element)
            while !inner.isAtEnd { _ = try inner.readAny("a part of \(what), an X.400 address,") }
            return .other(tag: 3, content: copy(element.content))
        case DERTag.constructed(5):
            try requirePartyName(element, what)
            return .other(tag: 5, content: copy(element.content))
        case DERTag.primitive(8):
            guard let oid = OID(der: bytes.span.extracting(element.content)) else {
                throw DERError(offset: element.whole.lowerBound, reason: "\(what) is not a valid OBJECT IDENTIFIER")
            }
            return .registeredID(oid)
        default:
            throw DERError(offset: element.whole.lowerBound, reason: "\(what) has an unknown type")
        }
    }

    /// Reads an OtherName: SEQUENCE { type-id OBJECT IDENTIFIER, value [0] EXPLICIT ANY }, under an implicit tag.
    private func readOtherName(_ element: DERElement, _ what: String) throws(DERError) -> GeneralName {
        var inner = inside(element)
        let type = try inner.readOID("the type of \(what)")
        var explicit = inner.inside(try inner.read(DERTag.constructed(0), "the value of \(what)"))
        try inner.requireEnd("the value of \(what)")
        guard !explicit.isAtEnd else {
            throw DERError(offset: explicit.position, reason: "the value of \(what) is missing")
        }
        let value = try explicit.readAny("the value of \(what)")
        try explicit.requireEnd("the value of \(what)")
        return .otherName(type: type, value: copy(value.whole))
    }

    /// Checks an EDIPartyName under an implicit tag; the tags inside are explicit, since a DirectoryString is a CHOICE.
    ///
    ///     SEQUENCE { nameAssigner [0] DirectoryString OPTIONAL, partyName [1] DirectoryString }
    private func requirePartyName(_ element: DERElement, _ what: String) throws(DERError) {
        var inner = inside(element)
        let assigner = try inner.readIf(DERTag.constructed(0), "the name assigner of \(what)")
        let party = try inner.read(DERTag.constructed(1), "the party name of \(what)")
        try inner.requireEnd("the party name of \(what)")
        for part in [assigner, party].compactMap(\.self) {
            var string = inside(part)
            let text = try string.readAny("a string of \(what)")
            guard DirectoryString.isDirectoryString(tag: text.tag) else {
                throw DERError(offset: text.whole.lowerBound, reason: "a string of \(what) is not a DirectoryString")
            }
            try string.requireEnd("a string of \(what)")
        }
    }

    private func ia5(_ element: DERElement, _ what: String) throws(DERError) -> String {
        let content = bytes[element.content]
        if let bad = content.firstIndex(where: { $0 >= 0x80 }) {
            throw DERError(offset: bad, reason: "\(what) contains a non-ASCII character")
        }
        return String(decoding: content, as: UTF8.self)
    }
}

/// Decodes the string types of names, and folds text for comparison.
enum DirectoryString {
    static let ia5: UInt8 = 0x16

    /// Returns the text of a string element; nil for other types, and for content that is invalid in its type.
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

    /// Returns whether a tag is one of the alternatives of DirectoryString (RFC 5280 section 4.1.2.4).
    static func isDirectoryString(tag: UInt8) -> Bool { [0x0C, 0x13, 0x14, 0x1C, 0x1E].contains(tag) }

    /// Returns whether a string has only characters of its type (X.680 section 41) and no NUL; true for non-strings.
    ///
    /// NUL is rejected because some software ends text at a NUL.
    static func isConforming(tag: UInt8, content: ArraySlice<UInt8>, text: String?) -> Bool {
        switch tag {
        case 0x12: content.allSatisfy { $0 == 0x20 || (0x30...0x39).contains($0) }
        case 0x13: content.allSatisfy { printable[Int($0)] }
        case 0x16: content.allSatisfy { (0x01...0x7F).contains($0) }
        case 0x1A: content.allSatisfy { (0x20...0x7E).contains($0) }
        case 0x0C: text != nil && !content.contains(0)
        case 0x1E: !hasSurrogates(content) && text.map { !$0.utf8.contains(0) } ?? false
        case 0x14, 0x1C: text.map { !$0.utf8.contains(0) } ?? false
        default: true
        }
    }

    /// Whether a BMPString has surrogates, which are not characters of the Basic Multilingual Plane (X.680 section 41.15).
    ///
    /// Software reads a pair as one character, as two or not at all.
    private static func hasSurrogates(_ content: ArraySlice<UInt8>) -> Bool {
        stride(from: content.startIndex, to: content.endIndex, by: 2).contains { (0xD8...0xDF).contains(content[$0]) }
    }

    /// The characters of PrintableString (X.680 section 41.4).
    private static let printable: [Bool] = {
        let characters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 '()+,-./:=?".utf8)
        return (0...UInt8.max).map(characters.contains)
    }()

    /// Appends UTF-8 text folded as in OpenSSL: ASCII letters in lower case, white space trimmed and collapsed.
    static func fold(_ text: String, appendingTo folded: inout [UInt8]) {
        let start = folded.count
        folded.append(contentsOf: text.utf8)
        // Fold the text in place, since folding never makes it longer.
        var bytes = folded.mutableSpan
        var end = start
        for position in start..<bytes.count {
            let byte = bytes[position]
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                guard end > start, bytes[end - 1] != 0x20 else { continue }
                bytes[end] = 0x20
            } else {
                bytes[end] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            }
            end += 1
        }
        if end > start && bytes[end - 1] == 0x20 { end -= 1 }
        folded.removeLast(folded.count - end)
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
