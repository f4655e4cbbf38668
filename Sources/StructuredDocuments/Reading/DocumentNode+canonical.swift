extension DocumentNode {
    /// Bytes that two nodes share if, and only if, they have the same content, regardless of their lines.
    ///
    /// Every text follows its length, so that no text can imitate a structure.
    package var canonicalBytes: [UInt8] {
        var bytes: [UInt8] = []
        appendCanonical(to: &bytes)
        return bytes
    }

    private func appendCanonical(to bytes: inout [UInt8]) {
        switch content {
        case .null: bytes.append(UInt8(ascii: "n"))
        case .bool(let value): bytes.append(UInt8(ascii: value ? "t" : "f"))
        case .number(let text): Self.append("d", text, to: &bytes)
        case .string(let text): Self.append("s", text, to: &bytes)
        case .sequence(let items):
            Self.append("a", "\(items.count)", to: &bytes)
            for item in items { item.appendCanonical(to: &bytes) }
        case .mapping(let entries):
            Self.append("m", "\(entries.count)", to: &bytes)
            for entry in entries {
                Self.append("k", entry.key, to: &bytes)
                entry.value.appendCanonical(to: &bytes)
            }
        }
    }

    private static func append(_ kind: Unicode.Scalar, _ text: String, to bytes: inout [UInt8]) {
        bytes += "\(kind)\(text.utf8.count):".utf8
        bytes += text.utf8
    }
}
