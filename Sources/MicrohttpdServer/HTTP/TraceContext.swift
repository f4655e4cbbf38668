/// The trace to which a request belongs, as its client states it (W3C Trace Context, section 3.2).
///
/// Anyone can send the identifier of another trace, so that it must not decide about anything.
package struct TraceContext: Sendable, Hashable {
    /// The name of the header field.
    static let fieldName = "traceparent"
    /// The length of a value of version 0, and the least length of a later version.
    static let length = 55

    /// The first half of the identifier of the trace, which is not zero.
    package let high: UInt64
    /// The second half of the identifier of the trace.
    package let low: UInt64
    /// The identifier of the request in the trace, which is not zero.
    package let parent: UInt64
    /// The flags that the standard defines: sampled (1) and random identifier (2).
    package let flags: UInt8

    /// Reads the value of a field; nil if it is malformed, also if only the case of a letter is wrong.
    ///
    /// A later version may have more text after another hyphen, which is ignored.
    package init?(_ value: some Collection<UInt8>) {
        var text = TraceText(value.makeIterator())
        guard let version = text.number(ofDigits: 2), version != 0xFF, text.skipHyphen(),
            let high = text.number(ofDigits: 16), let low = text.number(ofDigits: 16), text.skipHyphen(),
            let parent = text.number(ofDigits: 16), text.skipHyphen(), let flags = text.number(ofDigits: 2),
            high | low != 0, parent != 0, text.isAtEnd || version > 0 && text.skipHyphen()
        else { return nil }
        self.high = high
        self.low = low
        self.parent = parent
        self.flags = UInt8(flags & 0b11)
    }

    /// Reads the context of a request; nil if the field is absent, repeated or malformed.
    init?(_ fields: HTTPHeaders) {
        let values = fields.values(Self.fieldName)
        guard values.count == 1 else { return nil }
        self.init(values[0].utf8)
    }
}

extension TraceContext: CustomStringConvertible {
    /// The value of a field, in version 0.
    package var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(Self.length)
        for (number, digits) in [(0, 2), (high, 16), (low, 16), (parent, 16), (UInt64(flags), 2)] {
            // The halves of the identifier of the trace are one part.
            if !text.isEmpty, text.count != 19 { text.append(UInt8(ascii: "-")) }
            for digit in 0..<digits {
                let value = UInt8(number >> UInt64(4 * (digits - 1 - digit)) & 15)
                text.append(value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The header field.
    var field: HTTPField { HTTPField(own: Self.fieldName, description) }
}

/// The rest of a text that consists of hexadecimal numbers and hyphens.
private struct TraceText<Bytes: IteratorProtocol<UInt8>> {
    private var bytes: Bytes
    private var next: UInt8?

    init(_ bytes: Bytes) {
        self.bytes = bytes
        next = self.bytes.next()
    }

    var isAtEnd: Bool { next == nil }

    /// Reads a number with a count of lower-case digits, at most 16; nil if there are fewer.
    mutating func number(ofDigits count: Int) -> UInt64? {
        var number: UInt64 = 0
        for _ in 0..<count {
            switch next {
            case let digit? where digit >= UInt8(ascii: "0") && digit <= UInt8(ascii: "9"):
                number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case let digit? where digit >= UInt8(ascii: "a") && digit <= UInt8(ascii: "f"):
                number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
            next = bytes.next()
        }
        return number
    }

    /// Skips a hyphen; returns false if there is none.
    mutating func skipHyphen() -> Bool {
        guard next == UInt8(ascii: "-") else { return false }
        next = bytes.next()
        return true
    }
}
