/// Writes the fields of a record.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ byte: UInt8) { bytes.append(byte) }

    mutating func write(_ number: Int64) {
        for shift in stride(from: Int64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Writes the length in four bytes, and the part.
    mutating func write(_ part: [UInt8]) {
        let length = UInt32(clamping: part.count)
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: length >> shift))
        }
        bytes += part
    }
}

/// Reads the fields of a record; every method returns nil at the first violation.
struct RecordReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func integer() -> Int64? {
        read(8).map { $0.reduce(0) { $0 << 8 | Int64($1) } }
    }

    /// Reads a part after its length; the length is checked before memory is allocated.
    mutating func bytes(maximum: Int = .max) -> [UInt8]? {
        guard let length = read(4)?.reduce(0, { $0 << 8 | Int($1) }), length <= maximum else { return nil }
        return read(length).map(Array.init)
    }

    private mutating func read(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
