import CLuaShims
import TrustModel

/// Decodes the facts that a script returned (CLuaShims.h).
struct ValueDecoder {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Reads a map of facts, sorted by name; empty if there are no bytes.
    mutating func facts() -> [Fact] {
        guard !rest.isEmpty, number(UInt8.self) == UInt8(cluashims_tag_map) else { return [] }
        let count = number(UInt32.self)
        var facts: [Fact] = []
        for _ in 0..<count {
            let name = text()
            facts.append(fact(name))
        }
        return facts.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    private mutating func fact(_ name: String) -> Fact {
        let tag = Int(number(UInt8.self))
        switch tag {
        case cluashims_tag_true, cluashims_tag_false:
            return Fact(name, tag == cluashims_tag_true)
        case cluashims_tag_integer: return Fact(name, Int(Int64(bitPattern: number(UInt64.self))))
        case cluashims_tag_list:
            let count = number(UInt32.self)
            return Fact(name, (0..<count).map { _ in scalar(Int(number(UInt8.self))) })
        default: return Fact(name, scalar(tag))
        }
    }

    private mutating func scalar(_ tag: Int) -> String {
        switch tag {
        case cluashims_tag_true: "true"
        case cluashims_tag_false: "false"
        case cluashims_tag_integer: "\(Int64(bitPattern: number(UInt64.self)))"
        case cluashims_tag_number: "\(Double(bitPattern: number(UInt64.self)))"
        default: text()
        }
    }

    private mutating func text() -> String {
        let count = Int(number(UInt32.self))
        defer { rest = rest.dropFirst(count) }
        return String(decoding: rest.prefix(count), as: UTF8.self)
    }

    private mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) -> Number {
        var number: Number = 0
        for (index, byte) in rest.prefix(Number.bitWidth / 8).enumerated() {
            number |= Number(byte) << (8 * index)
        }
        rest = rest.dropFirst(Number.bitWidth / 8)
        return number
    }
}
