import YAMLEvents

/// Resolves scalars by the core schema of YAML 1.2 (section 10.3.2).
///
/// `yes`, `no`, `on`, `off` and dates are text. Numbers keep their text; readers accept only canonical decimals.
enum YAMLScalar {
    /// Returns the content of a scalar; ignores its tag.
    static func content(of scalar: YAMLEvent.Scalar) -> DocumentNode.Content {
        scalar.isPlain ? plain(scalar.text) : .string(scalar.text)
    }

    /// Returns the text of a key; nil if the key is not text, or has a tag or an anchor.
    static func key(of scalar: YAMLEvent.Scalar) -> String? {
        guard scalar.properties == YAMLEvent.Properties(), case .string(let text) = content(of: scalar) else {
            return nil
        }
        return text
    }

    private static func plain(_ text: String) -> DocumentNode.Content {
        switch text {
        case "", "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE": .bool(true)
        case "false", "False", "FALSE": .bool(false)
        default: isNumber(text) ? .number(text) : .string(text)
        }
    }

    private static func isNumber(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let hexadecimal = bytes.starts(with: "0x".utf8) && bytes.count > 2
        let octal = bytes.starts(with: "0o".utf8) && bytes.count > 2
        if hexadecimal { return bytes.dropFirst(2).allSatisfy { $0.hexadecimalValue != nil } }
        if octal { return bytes.dropFirst(2).allSatisfy { (0x30...0x37).contains($0) } }
        let hasSign = bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+")
        let unsigned = hasSign ? bytes.dropFirst() : bytes[...]
        return isDecimal(unsigned) || [".inf", ".Inf", ".INF"].contains { unsigned.elementsEqual($0.utf8) }
            || [".nan", ".NaN", ".NAN"].contains(text)
    }

    /// Whether the bytes are digits with an optional point and an optional exponent.
    private static func isDecimal(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        let whole = rest.prefix(while: \.isDigit).count
        rest = rest.dropFirst(whole)
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            fraction = rest.prefix(while: \.isDigit).count
            rest = rest.dropFirst(fraction)
        }
        guard whole + fraction > 0 else { return false }
        guard let exponent = rest.first else { return true }
        guard exponent == UInt8(ascii: "e") || exponent == UInt8(ascii: "E") else { return false }
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        return !rest.isEmpty && rest.allSatisfy(\.isDigit)
    }
}
