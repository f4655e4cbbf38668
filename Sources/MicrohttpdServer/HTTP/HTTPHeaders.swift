import Glibc

/// One header field.
package struct HTTPField: Sendable, Hashable {
    /// The name as spelt.
    package let name: String
    /// The value without surrounding white space.
    package let value: String
    /// Whether the program itself spells the field, so that nothing in it need be looked at before it is sent.
    let isOwn: Bool

    /// Takes both.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
        isOwn = false
    }

    /// Takes both as the program spells them: a token, visible characters, and no field that the server writes itself.
    package init(own name: String, _ value: String) {
        self.name = name
        self.value = value
        isOwn = true
    }
}

/// An ordered list of header fields whose names compare without regard to case (RFC 9110 §5.1).
package struct HTTPHeaders: Sendable {
    /// The fields in the order received or to be sent.
    package private(set) var fields: [HTTPField]

    /// Holds the fields given, in their order.
    package init(fields: [HTTPField]) {
        self.fields = fields
    }

    /// Holds the fields given, in their order.
    package init(_ pairs: [(String, String)] = []) {
        fields = pairs.map { HTTPField($0.0, $0.1) }
    }

    /// The first value of the field, or nil when there is none.
    package subscript(_ name: String) -> String? {
        index(of: name).map { fields[$0].value }
    }

    /// Every value of the field, in order.
    package func values(_ name: String) -> [String] {
        var values: [String] = []
        for index in fields.indices where HTTPHeaders.areEqual(fields[index].name, name) {
            values.append(fields[index].value)
        }
        return values
    }

    /// Whether there is a field of this name.
    package func contains(_ name: String) -> Bool {
        index(of: name) != nil
    }

    /// Where the field stands first; to take fields out of the list and look at them would copy them.
    private func index(of name: String) -> Int? {
        fields.indices.first { HTTPHeaders.areEqual(fields[$0].name, name) }
    }

    /// Adds a field at the end, next to any of the same name.
    package mutating func append(_ name: String, _ value: String) {
        fields.append(HTTPField(name, value))
    }

    /// Adds a field at the end, next to any of the same name.
    package mutating func append(_ field: HTTPField) {
        fields.append(field)
    }

    /// Leaves exactly one field of this name, at the end.
    package mutating func replace(_ name: String, with value: String) {
        remove(name)
        append(name, value)
    }

    /// Removes the fields of this name.
    mutating func remove(_ name: String) {
        if contains(name) { fields.removeAll { HTTPHeaders.areEqual($0.name, name) } }
    }

    /// Whether two field names are the same in ASCII without regard to case.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        let (left, right) = (left.utf8Span.span, right.utf8Span.span)
        for position in left.indices where left[position].asciiLowercased != right[position].asciiLowercased {
            return false
        }
        return true
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// Holds the fields of the literal, in its order; a name may occur more than once.
    package init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }
}

extension UInt8 {
    /// The lower-case letter of an ASCII upper-case one, any other byte as it is.
    var asciiLowercased: UInt8 {
        self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
    }

    /// Whether the byte may stand in a token, such as a method or a field name (RFC 9110 §5.6.2).
    var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: "!#$%&'*+^`|~".utf8.contains(self)
        }
    }
}

extension String {
    /// Whether every byte of the text in UTF-8 satisfies a condition.
    func hasOnly(_ isAllowed: (UInt8) -> Bool) -> Bool {
        let bytes = utf8Span.span
        for position in bytes.indices where !isAllowed(bytes[position]) { return false }
        return true
    }

    /// Whether another text has the same bytes in UTF-8.
    func hasSameBytes(as other: String) -> Bool {
        let (bytes, others) = (utf8Span.span, other.utf8Span.span)
        guard bytes.count == others.count else { return false }
        for position in bytes.indices where bytes[position] != others[position] { return false }
        return true
    }

    /// Whether the text has the bytes of a C string, which is not made a string for that.
    func hasBytes(_ text: UnsafePointer<CChar>) -> Bool {
        unsafe hasBytes(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    /// Whether the text has these bytes in UTF-8.
    func hasBytes(_ other: UnsafeRawBufferPointer) -> Bool {
        let bytes = utf8Span.span
        guard bytes.count == other.count else { return false }
        for position in bytes.indices where unsafe bytes[position] != other[position] { return false }
        return true
    }
}
