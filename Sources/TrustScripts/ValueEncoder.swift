import CLuaShims

/// Encodes values for the C functions that create Lua values (CLuaShims.h).
struct ValueEncoder {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ value: ScriptValue) {
        switch value {
        case .absent: append(tag: cluashims_tag_nil)
        case .flag(let flag): append(tag: flag ? cluashims_tag_true : cluashims_tag_false)
        case .integer(let number):
            append(tag: cluashims_tag_integer)
            append(UInt64(bitPattern: number))
        case .text(let text):
            append(tag: cluashims_tag_string)
            append(text)
        case .list(let items):
            append(tag: cluashims_tag_list)
            append(UInt32(clamping: items.count))
            for item in items { append(item) }
        case .map(let entries):
            append(tag: cluashims_tag_map)
            append(UInt32(clamping: entries.count))
            for entry in entries {
                append(entry.key)
                append(entry.value)
            }
        case .object(let number):
            append(tag: cluashims_tag_object)
            append(UInt32(clamping: number))
        }
    }

    private mutating func append(tag: some BinaryInteger) { bytes.append(UInt8(clamping: tag)) }

    private mutating func append(_ number: some FixedWidthInteger & UnsignedInteger) {
        // In the order of the machine, which is little-endian on all supported ones.
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private mutating func append(_ text: String) {
        append(UInt32(clamping: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}
