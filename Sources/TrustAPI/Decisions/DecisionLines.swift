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

    /// The number of objects whose members are kept, a power of two.
    private static let knownCount = 1024
    /// The maximum length of members that are kept.
    private static let knownBytes = 8 << 10

    private let encoder: DecisionEncoder
    private var writer = JSONWriter()
    private var known = [Known?](repeating: nil, count: knownCount)
    private var texts = StoredTexts()
    private let scope: DecisionScope
    /// Whether decisions refer to texts of answers and inputs.
    private let hasTexts: Bool

    /// Creates an encoder that has encoded nothing; the line of a run states what the log has.
    package init(_ content: DecisionContent = .verdict, sample: DecisionSample = .all, mask: DecisionMask = .none) {
        self.init(content, hasTexts: true, sample: sample, mask: mask)
    }

    init(_ content: DecisionContent = .verdict, hasTexts: Bool, sample: DecisionSample, mask: DecisionMask) {
        scope = DecisionScope(content: content, sample: sample, masked: mask.names)
        encoder = DecisionEncoder(showsIdentity: { _ in true }, mask: mask)
        // Texts of answers quote names.
        self.hasTexts = hasTexts && !mask.isActive
    }

    /// The number of decisions without the text of their answer.
    package var omittedAnswers: Int { texts.omitted.answers }
    /// The number of decisions without their inputs.
    package var omittedInputs: Int { texts.omitted.inputs }

    /// Appends a line with its line feed, after those of the texts that the file does not have; all line feeds in texts are escaped.
    package mutating func append(_ line: DecisionLine, to bytes: inout [UInt8]) {
        switch line {
        case .decision(let decision): append(decision, to: &bytes)
        case .run(let run):
            texts.beginFile()
            let scope = scope
            append(to: &bytes) { scope.write(run, to: &$0) }
        case .dropped(let first, let count):
            append(to: &bytes) { writer in
                writer.member("dropped") { writer in
                    writer.member("from", Int(first))
                    writer.member("count", Int(count))
                }
            }
        case .unflushed(let first, let last):
            append(to: &bytes) { writer in
                writer.member("unflushed") { writer in
                    writer.member("from", Int(first))
                    writer.member("to", Int(last))
                }
            }
        }
    }

    /// Appends an object as a line.
    private mutating func append(to bytes: inout [UInt8], _ content: (inout JSONWriter) -> Void) {
        writer.clear()
        writer.object(content)
        bytes += writer.bytes
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func append(_ decision: Decision, to bytes: inout [UInt8]) {
        let encoder = encoder
        let place = members(of: decision.place) { encoder.write(decision.place, to: &$0) }
        let subject =
            if let facts = decision.facts {
                members(of: facts) { encoder.write(facts, to: &$0) }
            } else {
                encoder.members(of: decision.subject)
            }
        let recorded = hasTexts ? decision.facts : nil
        let references = recorded.map { facts in
            texts.references(of: decision, with: facts, recordsInputs: scope.content == .inputs)
        }
        if case .new(let answer)? = references?.answer { append(answer, to: &bytes) }
        if case .new(let new)? = references?.inputs { append(new, to: &bytes) }
        append(to: &bytes) { writer in
            writer.member("number", Int(decision.number))
            encoder.write(decision, place: place, subject: subject, to: &writer) { writer in
                if let answer = references?.answer { writer.member("answer", answer, digest: { $0.digest }) }
                if let inputs = references?.inputs { writer.member("inputs", inputs, digest: { $0.inputs.digest }) }
            }
        }
    }

    private mutating func append(_ answer: DecisionAnswer, to bytes: inout [UInt8]) {
        append(to: &bytes) { writer in
            writer.member("answer", answer.digest)
            writer.member("verdict", encoded: answer.text)
        }
    }

    private mutating func append(_ new: StoredTexts.NewInputs, to bytes: inout [UInt8]) {
        for part in new.parts {
            append(to: &bytes) { writer in
                switch part.kind {
                case .certificate: writer.member("certificate", part.digest)
                case .crl: writer.member("crl", part.digest)
                case .ocsp: writer.member("ocsp", part.digest)
                case .policy: writer.member("policy", part.digest)
                }
                if part.kind == .policy {
                    writer.member("document", encoded: part.bytes)
                } else {
                    writer.member("der", Base64.encode(part.bytes))
                }
            }
        }
        append(to: &bytes) { writer in
            writer.member("inputs", new.inputs.digest)
            writer.member("question", encoded: new.inputs.question)
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

extension JSONWriter {
    /// Writes a member whose value a writer has encoded before.
    fileprivate mutating func member(_ name: JSONName, encoded value: [UInt8]) {
        key(name)
        verdict(EncodedVerdict(value, id: 0, evaluatedAt: nil))
    }

    /// Writes the digest of a text, or that it is omitted.
    fileprivate mutating func member<Text>(
        _ name: JSONName,
        _ reference: StoredTexts.Reference<Text>,
        digest: (Text) -> Fingerprint
    ) {
        switch reference {
        case .stored(let digest): member(name, digest)
        case .new(let text): member(name, digest(text))
        case .omitted: member(name, "omitted")
        }
    }
}
