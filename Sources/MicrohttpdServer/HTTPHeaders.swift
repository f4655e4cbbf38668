/// An ordered list of header fields whose names compare without regard to case (RFC 9110 §5.1).
package struct HTTPHeaders: Sendable {
    /// The fields in the order received or to be sent, names as spelt.
    package private(set) var pairs: [(name: String, value: String)]

    /// Holds the fields given, in their order.
    package init(_ pairs: [(String, String)] = []) {
        self.pairs = pairs.map { (name: $0.0, value: $0.1) }
    }

    /// The first value of the field, or nil when there is none.
    package subscript(_ name: String) -> String? {
        pairs.first { HTTPHeaders.areEqual($0.name, name) }?.value
    }

    /// Every value of the field, in order.
    package func values(_ name: String) -> [String] {
        pairs.filter { HTTPHeaders.areEqual($0.name, name) }.map(\.value)
    }

    /// Adds a field at the end, next to any of the same name.
    package mutating func append(_ name: String, _ value: String) {
        pairs.append((name: name, value: value))
    }

    /// Leaves exactly one field of this name, at the end.
    package mutating func replace(_ name: String, with value: String) {
        pairs.removeAll { HTTPHeaders.areEqual($0.name, name) }
        append(name, value)
    }

    /// Whether two field names are the same in ASCII without regard to case.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (left.utf8, right.utf8)
        return left.count == right.count && zip(left, right).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
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
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
