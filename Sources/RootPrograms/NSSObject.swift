/// One object of NSS's certdata.txt: its attributes with their lines.
struct NSSObject {
    enum Value: Equatable {
        /// The bytes of a `MULTILINE_OCTAL` value.
        case bytes([UInt8])
        /// The text after the attribute's type.
        case text(String)
    }

    let kind: String
    /// The line of `CKA_CLASS`.
    let line: Int
    private(set) var attributes: [String: (value: Value, line: Int)] = [:]

    init(kind: String, line: Int) {
        self.kind = kind
        self.line = line
    }

    mutating func set(_ name: String, _ value: Value, line: Int) throws(RootProgramMessage) {
        guard attributes[name] == nil else {
            throw RootProgramMessage(line: line, text: "the object has \(name) twice")
        }
        attributes[name] = (value, line)
    }

    /// Returns the bytes of a required attribute.
    func bytes(_ name: String) throws(RootProgramMessage) -> [UInt8] {
        guard let (value, line) = attributes[name] else {
            throw RootProgramMessage(line: line, text: "the object has no \(name)")
        }
        guard case .bytes(let bytes) = value else {
            throw RootProgramMessage(line: line, text: "\(name) is not MULTILINE_OCTAL")
        }
        return bytes
    }

    /// The label for messages.
    var label: String {
        if case .text(let text)? = attributes["CKA_LABEL"]?.value { text } else { "an object without label" }
    }
}

/// Reads the objects of NSS's certdata.txt.
struct NSSObjectReader {
    /// The maximum number of objects; the file has about 350.
    private static let maximumObjects = 10_000
    /// The maximum length of one value in bytes.
    private static let maximumValueBytes = 65536

    private var lines: RootProgramLines
    private var objects: [NSSObject] = []

    /// Returns the objects after `BEGINDATA`, in the order of the file.
    static func objects(in bytes: [UInt8]) throws(RootProgramMessage) -> [NSSObject] {
        var reader = NSSObjectReader(lines: RootProgramLines(bytes))
        try reader.read()
        return reader.objects
    }

    private mutating func read() throws(RootProgramMessage) {
        while let (number, line) = lines.next() {
            if line == "BEGINDATA" { break }
            if line.isEmpty || line.hasPrefix("#") || line.hasPrefix("CVS_ID") { continue }
            throw RootProgramMessage(line: number, text: "expected BEGINDATA: the file is not NSS's certdata.txt")
        }
        while let (number, line) = lines.next() {
            if line.isEmpty || line.hasPrefix("#") { continue }
            try readAttribute(line, number)
        }
        guard !objects.isEmpty else {
            throw RootProgramMessage(line: lines.number, text: "the file has no objects after BEGINDATA")
        }
    }

    private mutating func readAttribute(_ line: String, _ number: Int) throws(RootProgramMessage) {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true).map(String.init)
        guard parts.count >= 2, parts[0].hasPrefix("CKA_") else {
            throw RootProgramMessage(line: number, text: "expected an attribute: a name, a type and a value")
        }
        guard parts[0] != "CKA_CLASS" else {
            guard parts.count == 3 else { throw RootProgramMessage(line: number, text: "CKA_CLASS has no value") }
            guard objects.count < Self.maximumObjects else {
                throw RootProgramMessage(line: number, text: "the file has more than \(Self.maximumObjects) objects")
            }
            objects.append(NSSObject(kind: parts[2], line: number))
            return
        }
        guard !objects.isEmpty else {
            throw RootProgramMessage(line: number, text: "the first attribute of an object must be CKA_CLASS")
        }
        let value: NSSObject.Value =
            parts[1] == "MULTILINE_OCTAL" ? .bytes(try octets(from: number)) : .text(parts.count > 2 ? parts[2] : "")
        try objects[objects.count - 1].set(parts[0], value, line: number)
    }

    /// Reads lines of `\ooo` until `END`.
    private mutating func octets(from start: Int) throws(RootProgramMessage) -> [UInt8] {
        var octets: [UInt8] = []
        while let (number, line) = lines.next() {
            if line == "END" { return octets }
            let digits = Array(line.utf8)
            guard digits.count % 4 == 0 else { throw Self.malformed(number) }
            for index in stride(from: 0, to: digits.count, by: 4) {
                guard digits[index] == UInt8(ascii: "\\"), let octet = Self.octet(digits[(index + 1)...(index + 3)])
                else {
                    throw Self.malformed(number)
                }
                octets.append(octet)
            }
            guard octets.count <= Self.maximumValueBytes else {
                throw RootProgramMessage(line: number, text: "the value is longer than \(Self.maximumValueBytes) bytes")
            }
        }
        throw RootProgramMessage(line: start, text: "the MULTILINE_OCTAL value has no END")
    }

    private static func octet(_ digits: ArraySlice<UInt8>) -> UInt8? {
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { return nil }
            value = value * 8 + Int(digit - UInt8(ascii: "0"))
        }
        return UInt8(exactly: value)
    }

    private static func malformed(_ line: Int) -> RootProgramMessage {
        RootProgramMessage(line: line, text: "expected octets such as \\060 up to \\377, or END")
    }
}
