/// Parses comma-separated values with quoted fields, which may have line breaks (RFC 4180).
struct CommaSeparatedValues {
    /// One record with the line on which it begins.
    typealias Record = (line: Int, fields: [String])

    /// The maximum number of records; the reports of the CCADB have fewer than 10,000 certificates.
    private static let maximumRecords = 20_000
    /// The maximum number of fields in one record.
    private static let maximumFields = 500

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    /// Returns all records except empty lines, in order.
    static func records(in bytes: [UInt8]) throws(RootProgramMessage) -> [Record] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var parser = CommaSeparatedValues(bytes: bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes)
        var records: [Record] = []
        while let record = try parser.record() {
            if record.fields == [""] { continue }
            guard records.count < maximumRecords else {
                throw RootProgramMessage(line: record.line, text: "the file has more than \(maximumRecords) records")
            }
            records.append(record)
        }
        return records
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func record() throws(RootProgramMessage) -> Record? {
        guard position < bytes.count else { return nil }
        let start = line
        var fields: [String] = []
        while true {
            guard fields.count < Self.maximumFields else {
                throw RootProgramMessage(line: line, text: "the record has more than \(Self.maximumFields) fields")
            }
            fields.append(try field())
            guard position < bytes.count else { return (start, fields) }
            let end = bytes[position]
            position += 1
            if end == UInt8(ascii: "\n") {
                line += 1
                return (start, fields)
            }
        }
    }

    /// Reads a field up to the comma, the line feed or the end of the file.
    private mutating func field() throws(RootProgramMessage) -> String {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return try bareField() }
        let start = line
        var octets: [UInt8] = []
        position += 1
        while true {
            guard position < bytes.count else {
                throw RootProgramMessage(line: start, text: "the quoted field has no end")
            }
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            guard byte == UInt8(ascii: "\"") else {
                octets.append(byte)
                continue
            }
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { break }
            octets.append(byte)
            position += 1
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: "\r") { position += 1 }
        guard position == bytes.count || [UInt8(ascii: ","), UInt8(ascii: "\n")].contains(bytes[position]) else {
            throw RootProgramMessage(line: line, text: "expected a comma or the end of the line after the quoted field")
        }
        return try text(octets[...])
    }

    private mutating func bareField() throws(RootProgramMessage) -> String {
        let ends = [UInt8(ascii: ","), UInt8(ascii: "\n")]
        let end = bytes[position...].firstIndex(where: ends.contains) ?? bytes.count
        let field = bytes[position..<end]
        position = end
        guard !field.contains(UInt8(ascii: "\"")) else {
            throw RootProgramMessage(line: line, text: "a field with a quote must be quoted as a whole")
        }
        return try text(field)
    }

    private func text(_ octets: ArraySlice<UInt8>) throws(RootProgramMessage) -> String {
        guard let text = String(validating: RootProgramText.trimmed(octets), as: UTF8.self) else {
            throw RootProgramMessage(line: line, text: "the field is not UTF-8")
        }
        return text
    }
}
