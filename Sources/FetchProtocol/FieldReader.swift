/// Reads the fields of one frame; the length of each field is checked before its bytes are copied.
struct FieldReader {
    private var rest: ArraySlice<UInt8>

    init(_ payload: ArraySlice<UInt8>) {
        rest = payload
    }

    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
        _ what: String
    ) throws(FetchProtocolError) -> Number {
        let count = Number.bitWidth / 8
        guard rest.count >= count else { throw FetchProtocolError("\(what) is truncated") }
        // A number of one byte cannot be shifted by its width.
        let number = rest.prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(count)
        return Number(truncatingIfNeeded: number)
    }

    mutating func bytes(_ what: String, ofAtMost maximum: Int) throws(FetchProtocolError) -> [UInt8] {
        let length: UInt32 = try number("the length of \(what)")
        guard length <= maximum else {
            throw FetchProtocolError("\(what) has \(length) bytes, more than \(maximum)")
        }
        guard rest.count >= Int(length) else { throw FetchProtocolError("\(what) is truncated") }
        defer { rest = rest.dropFirst(Int(length)) }
        return Array(rest.prefix(Int(length)))
    }

    mutating func text(
        _ what: String,
        ofAtMost maximum: Int = FetchLimits.textBytes
    ) throws(FetchProtocolError) -> String {
        guard let text = String(validating: try bytes(what, ofAtMost: maximum), as: UTF8.self) else {
            throw FetchProtocolError("\(what) is not UTF-8")
        }
        return text
    }

    mutating func optionalText(_ what: String) throws(FetchProtocolError) -> String? {
        try isPresent(what) ? try text(what) : nil
    }

    mutating func optionalNumber(_ what: String) throws(FetchProtocolError) -> UInt32? {
        try isPresent(what) ? try number(what) : nil
    }

    mutating func texts(_ what: String, ofAtMost maximum: Int) throws(FetchProtocolError) -> [String] {
        let count: UInt16 = try number("the number of \(what)")
        guard count <= maximum else { throw FetchProtocolError("there are \(count) \(what), more than \(maximum)") }
        var texts: [String] = []
        for _ in 0..<count { texts.append(try text("one of the \(what)")) }
        return texts
    }

    func requireEnd() throws(FetchProtocolError) {
        guard rest.isEmpty else { throw FetchProtocolError("\(rest.count) bytes follow the message") }
    }

    private mutating func isPresent(_ what: String) throws(FetchProtocolError) -> Bool {
        let flag: UInt8 = try number("the presence of \(what)")
        guard flag <= 1 else { throw FetchProtocolError("the presence of \(what) is \(flag)") }
        return flag == 1
    }
}

/// A violation of the protocol between the daemon and the fetcher; the connection must be closed.
package struct FetchProtocolError: Error, Hashable, Sendable {
    /// A clause, such as "the URL has 3000 bytes, more than 2048".
    package let reason: String

    /// Creates an error.
    package init(_ reason: String) {
        self.reason = reason
    }
}
