import Glibc

/// One header field.
package struct HTTPField: Sendable, Hashable {
    /// The name in its original case.
    package let name: String
    /// The value, without surrounding white space.
    package let value: String
    /// Whether the field is a constant of the program, which need not be validated before it is sent.
    let isOwn: Bool

    /// Creates a field.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
        isOwn = false
    }

    /// Creates a field that is sent without validation.
    ///
    /// The name must be a token, but not a field that the server writes. The value must have only visible characters.
    package init(own name: String, _ value: String) {
        self.name = name
        self.value = value
        isOwn = true
    }
}

/// An ordered list of header fields with case-insensitive names (RFC 9110 §5.1).
package struct HTTPHeaders: Sendable {
    /// The fields, in order.
    package private(set) var fields: [HTTPField]

    /// Creates a list of fields in the given order.
    package init(fields: [HTTPField]) {
        self.fields = fields
    }

    /// Creates a list of fields in the given order.
    package init(_ pairs: [(String, String)] = []) {
        fields = pairs.map { HTTPField($0.0, $0.1) }
    }

    /// The first value of a field; nil if it is absent.
    package subscript(_ name: String) -> String? {
        index(of: name).map { fields[$0].value }
    }

    /// Returns all values of a field, in order.
    package func values(_ name: String) -> [String] {
        var values: [String] = []
        for index in fields.indices where HTTPHeaders.areEqual(fields[index].name, name) {
            values.append(fields[index].value)
        }
        return values
    }

    /// Whether a field is present.
    package func contains(_ name: String) -> Bool {
        index(of: name) != nil
    }

    /// Returns the index of the first field with a name; compares in place, since iteration would copy the fields.
    private func index(of name: String) -> Int? {
        fields.indices.first { HTTPHeaders.areEqual(fields[$0].name, name) }
    }

    /// Appends a field, and keeps others of the same name.
    package mutating func append(_ name: String, _ value: String) {
        fields.append(HTTPField(name, value))
    }

    /// Appends a field, and keeps others of the same name.
    package mutating func append(_ field: HTTPField) {
        fields.append(field)
    }

    /// Removes all fields of a name and appends one.
    package mutating func replace(_ name: String, with value: String) {
        remove(name)
        append(name, value)
    }

    mutating func remove(_ name: String) {
        if contains(name) { fields.removeAll { HTTPHeaders.areEqual($0.name, name) } }
    }

    /// Whether two strings are equal, ignoring ASCII case.
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
    /// Creates a list of the literal's fields, in order; names may be repeated.
    package init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }
}

extension UInt8 {
    var asciiLowercased: UInt8 {
        self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
    }

    /// Whether the byte is valid in a token, such as a method or a field name (RFC 9110 §5.6.2).
    var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: "!#$%&'*+^`|~".utf8.contains(self)
        }
    }
}

extension String {
    func hasOnly(_ isAllowed: (UInt8) -> Bool) -> Bool {
        let bytes = utf8Span.span
        for position in bytes.indices where !isAllowed(bytes[position]) { return false }
        return true
    }

    func hasSameBytes(as other: String) -> Bool {
        let (bytes, others) = (utf8Span.span, other.utf8Span.span)
        guard bytes.count == others.count else { return false }
        for position in bytes.indices where bytes[position] != others[position] { return false }
        return true
    }

    /// Whether the string has the same bytes as a C string; does not convert it.
    func hasBytes(_ text: UnsafePointer<CChar>) -> Bool {
        unsafe hasBytes(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    func hasBytes(_ other: UnsafeRawBufferPointer) -> Bool {
        let bytes = utf8Span.span
        guard bytes.count == other.count else { return false }
        for position in bytes.indices where unsafe bytes[position] != other[position] { return false }
        return true
    }
}
