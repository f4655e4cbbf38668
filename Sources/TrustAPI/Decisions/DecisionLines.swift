import StructuredDocuments
package import TrustModel
package import TrustService

/// Encodes the lines of the log of decisions as JSON.
///
/// The members of places and facts are the same in many lines, and are kept for those that were used last.
package struct DecisionLines: DecisionLineEncoder {
    /// Members that were encoded for an object, which is kept so that no other one gets its identifier.
    private struct Known: Sendable {
        let owner: any AnyObject & Sendable
        let members: EncodedMembers
    }

    /// The version of the format.
    private static let format = 1
    /// The number of objects whose members are kept, a power of two.
    private static let knownCount = 256
    /// The maximum length of members that are kept.
    private static let knownBytes = 8 << 10

    private let encoder = DecisionEncoder(showsIdentity: { _ in true })
    private var writer = JSONWriter()
    private var known = [Known?](repeating: nil, count: knownCount)

    /// Creates an encoder that has encoded nothing.
    package init() {}

    /// Appends a line with its line feed; all line feeds in texts are escaped.
    package mutating func append(_ line: DecisionLine, to bytes: inout [UInt8]) {
        writer.clear()
        switch line {
        case .decision(let decision): write(decision)
        case .run(let run):
            writer.object { writer in
                writer.member("run", run.id.description)
                writer.member("time", run.time.instant)
                writer.member("format", Self.format)
                writer.member("number", Int(run.number))
                writer.member("version", run.version)
            }
        case .dropped(let first, let count):
            writer.object { writer in
                writer.member("dropped") { writer in
                    writer.member("from", Int(first))
                    writer.member("count", Int(count))
                }
            }
        case .unflushed(let first, let last):
            writer.object { writer in
                writer.member("unflushed") { writer in
                    writer.member("from", Int(first))
                    writer.member("to", Int(last))
                }
            }
        }
        bytes += writer.bytes
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func write(_ decision: Decision) {
        let encoder = encoder
        let place = members(of: decision.place) { encoder.write(decision.place, to: &$0) }
        let subject =
            switch decision.subject {
            case .verdict(let facts): members(of: facts) { encoder.write(facts, to: &$0) }
            case .challenge(let facts): JSONWriter.members { encoder.write(facts, to: &$0) }
            case .signature(let facts): JSONWriter.members { encoder.write(facts, to: &$0) }
            case .unreadable(let code): JSONWriter.members { $0.member("problem", code) }
            }
        writer.object { writer in
            writer.member("number", Int(decision.number))
            writer.member("id") { bytes in
                let start = bytes.count
                bytes.append(contentsOf: repeatElement(0, count: DecisionID.length))
                decision.id.write(over: &bytes, at: start)
            }
            writer.member("time") { decision.time.append(to: &$0) }
            writer.members(place)
            writer.member("trace", decision.trace?.description)
            writer.members(subject)
            writer.member("source", decision.source?.rawValue)
            writer.member("microseconds", Int(decision.nanoseconds / 1000))
        }
    }

    /// Returns the members of an object, which are encoded unless they are known.
    private mutating func members(
        of owner: some AnyObject & Sendable,
        _ write: (inout JSONWriter) -> Void
    ) -> EncodedMembers {
        // The lowest bits are those of the alignment.
        let address = Int(bitPattern: ObjectIdentifier(owner))
        let slot = (address >> 4 ^ address >> 12) & (Self.knownCount - 1)
        if let known = known[slot], known.owner === owner { return known.members }
        let members = JSONWriter.members(write)
        known[slot] = members.bytes.count <= Self.knownBytes ? Known(owner: owner, members: members) : nil
        return members
    }

    /// Returns the time of the run with which a file begins; nil if the bytes do not begin with a run.
    package func start(of bytes: [UInt8]) -> Instant? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
            case .mapping(let members)? = try? JSONReader.read(Array(bytes[..<end])).content,
            members.contains(where: { $0.key == "run" }),
            case .string(let time)? = members.first(where: { $0.key == "time" })?.value.content
        else { return nil }
        return Instant(rfc3339: time)
    }
}

extension WallTime {
    /// Appends the time with milliseconds in the format of RFC 3339.
    fileprivate func append(to bytes: inout [UInt8]) {
        instant.append(to: &bytes)
        bytes.removeLast()
        bytes.append(UInt8(ascii: "."))
        let fraction = milliseconds % 1000
        for digit in [fraction / 100, fraction / 10 % 10, fraction % 10] {
            bytes.append(UInt8(ascii: "0") + UInt8(digit))
        }
        bytes.append(UInt8(ascii: "Z"))
    }
}
