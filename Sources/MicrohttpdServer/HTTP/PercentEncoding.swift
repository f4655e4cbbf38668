/// The percent-encoding of request targets (RFC 3986 §2.1).
package enum PercentEncoding {
    /// Decodes text; rejects a "%" without two hexadecimal digits, and bytes that are not UTF-8.
    package static func decode(_ text: Substring, plusIsSpace: Bool) throws(HTTPFailure) -> String {
        let percent = UInt8(ascii: "%")
        let plus = UInt8(ascii: "+")
        guard text.utf8.contains(where: { $0 == percent || plusIsSpace && $0 == plus }) else { return String(text) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.utf8.count)
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            if byte == percent {
                guard let high = bytes.next().flatMap(digit), let low = bytes.next().flatMap(digit) else {
                    throw .malformedRequest("The request target has a malformed percent-encoding.")
                }
                decoded.append(high << 4 | low)
            } else {
                decoded.append(plusIsSpace && byte == plus ? UInt8(ascii: " ") : byte)
            }
        }
        guard let string = String(validating: decoded, as: UTF8.self) else {
            throw .malformedRequest("The percent-decoded request target is not UTF-8.")
        }
        return string
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
