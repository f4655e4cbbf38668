import StructuredDocuments

/// A header value with parameters, such as `form-data; name="host"` (RFC 9110 section 5.6.6).
struct HeaderParameters {
    /// The maximum number of parameters; browsers and curl send at most two.
    private static let maximumCount = 16

    /// The value before the parameters, in lower case.
    let value: [UInt8]
    private var parameters: [(name: [UInt8], value: [UInt8])] = []

    /// Parses a header value; nil if it is malformed or has two parameters of the same name.
    init?(_ text: some Collection<UInt8>) {
        var rest = Array(text)[...]
        value = rest.prefix { $0 != UInt8(ascii: ";") }.filter { !$0.isBlank }.map(\.lowercasedASCII)
        rest = rest.drop { $0 != UInt8(ascii: ";") }
        while rest.first == UInt8(ascii: ";") {
            rest = rest.dropFirst().drop(while: \.isBlank)
            guard let next = rest.first, next != UInt8(ascii: ";") else { continue }
            let name = rest.prefix { !"=;\"".utf8.contains($0) && !$0.isBlank }.map(\.lowercasedASCII)
            rest = rest.dropFirst(name.count)
            guard rest.first == UInt8(ascii: "="), !name.isEmpty else { return nil }
            rest = rest.dropFirst()
            guard let value = Self.takeValue(&rest), !parameters.contains(where: { $0.name == name }),
                parameters.count < Self.maximumCount
            else { return nil }
            parameters.append((name, value))
            rest = rest.drop(while: \.isBlank)
        }
        guard rest.isEmpty else { return nil }
    }

    /// Returns the value of a parameter; nil if it is absent.
    subscript(_ name: String) -> [UInt8]? {
        parameters.first { $0.name.elementsEqual(name.utf8) }?.value
    }

    /// Consumes a token or a quoted string; returns nil if there is neither.
    private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.first == UInt8(ascii: "\"") else {
            let token = rest.prefix { !";\"".utf8.contains($0) && !$0.isBlank }
            rest = rest.dropFirst(token.count)
            return token.isEmpty ? nil : Array(token)
        }
        var value: [UInt8] = []
        var isEscaped = false
        rest = rest.dropFirst()
        while let byte = rest.popFirst() {
            if isEscaped {
                value.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                return value
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                value.append(byte)
            }
        }
        return nil
    }
}

extension UInt8 {
    /// Whether the byte is a space or a tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}
