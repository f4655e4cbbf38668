import TrustService

/// An entry in the native protocol of systemd's journal (https://systemd.io/JOURNAL_NATIVE_PROTOCOL).
struct JournalDatagram {
    private(set) var bytes: [UInt8] = []

    /// Encodes an entry; a value with line feeds follows its length, so that no value can add a field.
    init(_ entry: DecisionEntry) {
        for field in entry.fields {
            bytes += field.name.utf8
            if field.value.contains(UInt8(ascii: "\n")) {
                bytes.append(UInt8(ascii: "\n"))
                let length = UInt64(field.value.count)
                bytes += (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
            } else {
                bytes.append(UInt8(ascii: "="))
            }
            bytes += field.value
            bytes.append(UInt8(ascii: "\n"))
        }
    }
}
